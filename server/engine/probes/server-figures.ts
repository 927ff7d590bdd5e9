import type { ServerFigures } from '../../../shared/contract/figures.ts';
import type { Bookkeeping, KeyedNode } from '../../redis/keys/bookkeeping.ts';
import { onlyReads } from '../../../shared/commands/redis.ts';
import { readIdleLimit } from '../../redis/info/info.ts';
import { differenceOf, readServerCounters, type ServerCounters } from '../../redis/info/metrics.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { addCluster, addErrors, busiest, clusterFigures, type ClusterWindow } from './cluster-figures.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

/** What the server did while one lane (or several, in a race) had it. */
export interface ServerWindow {
  /** Time in which a lane had something to send, its settling moment included: what the CPU is a share of. */
  loadMs: number;
  cpuMs: number | null;
  reads: number | null;
  writes: number | null;
  /** Of the workload's commands. */
  calls: number | null;
  /** All commands, for figures per command. */
  commands: number;
  usedMemoryBytes: number | null;
  /** By all masters. */
  evictedKeys: number | null;
  /** Turns of the event loops, where all nodes tell. */
  loop?: ServerCounters['loop'];
  /** Only of a cluster. */
  cluster?: ClusterWindow;
}

export const noServer: ServerWindow = {
  loadMs: 0,
  cpuMs: 0,
  reads: 0,
  writes: 0,
  calls: 0,
  commands: 0,
  usedMemoryBytes: null,
  evictedKeys: 0,
};

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

export const addServer = (a: ServerWindow, b: ServerWindow): ServerWindow => ({
  loadMs: a.loadMs + b.loadMs,
  cpuMs: plus(a.cpuMs, b.cpuMs),
  reads: plus(a.reads, b.reads),
  writes: plus(a.writes, b.writes),
  calls: plus(a.calls, b.calls),
  commands: a.commands + b.commands,
  usedMemoryBytes: b.usedMemoryBytes,
  evictedKeys: plus(a.evictedKeys, b.evictedKeys),
  ...(b.loop ? { loop: addLoops(a.loop ?? noLoop, b.loop) } : {}),
  ...(b.cluster ? { cluster: addCluster(a.cluster, b.cluster) } : {}),
});

const noLoop = { cycles: 0, micros: 0 };
const addLoops = (a: typeof noLoop, b: typeof noLoop) => ({
  cycles: a.cycles + b.cycles,
  micros: a.micros + b.micros,
});

/** A proxy in between merges what lanes write: reads, writes and the CPU they cost are then its doing, not theirs. */
export const throughProxy = (window: ServerWindow): ServerWindow => ({
  ...window,
  cpuMs: null,
  reads: null,
  writes: null,
});

export function serverFigures(window: ServerWindow): ServerFigures {
  const { loadMs, cpuMs, reads, writes, calls, commands, usedMemoryBytes, evictedKeys, loop } = window;
  const cluster = window.cluster && clusterFigures(window.cluster, loadMs);
  const cpu = cpuMs === null || loadMs === 0 ? null : cpuMs / loadMs;
  return {
    cpu: cluster && cpu !== null ? busiest(cluster) : cpu,
    reads,
    writes,
    calls,
    cpuMicrosPerCommand: cpuMs === null || commands === 0 ? null : (cpuMs * 1000) / commands,
    commandsPerRead: reads === null || reads <= 0 ? null : commands / reads,
    usedMemoryBytes,
    ...(evictedKeys ? { evictedKeys } : {}),
    ...(loop && loop.cycles > 0 ? { cycleMicros: loop.micros / loop.cycles } : {}),
    ...(cluster ? { cluster } : {}),
  };
}

type Reading = readonly ServerCounters[];

/** So often within the time after which the server would close an idle connection. */
const wakingsPerLimit = 4;

/**
 * Asks the server, or every master of a cluster and the replicas that are read from, what it counted, on connections of its own, and takes the cost of
 * asking out: each reading is one read, one write and a little CPU of each node.
 */
export class ServerWatch {
  readonly #nodes: readonly KeyedNode[];
  readonly #masters: number;
  #askingMs: readonly number[];
  #before: Reading | null = null;
  /** INFO that each node was sent to keep its connection, since `begin`. */
  #wakings = 0;
  #latest: Reading = [];

  constructor({ nodes, replicas }: Pick<Bookkeeping, 'nodes' | 'replicas'>) {
    this.#nodes = [...nodes, ...replicas];
    this.#masters = nodes.length;
    this.#askingMs = this.#nodes.map(() => 0);
  }

  /** A replica also counts what its master sent it, so of its calls only those that read are a lane's. */
  #countedAt(node: number, names: readonly string[]): readonly string[] {
    return node < this.#masters ? names : names.filter(onlyReads);
  }

  /** Measures what asking costs each node: the median of ten readings in a row. */
  async calibrate(): Promise<void> {
    const costs: number[][] = this.#nodes.map(() => []);
    let last = await this.#read();
    for (let reading = 0; reading < 10; reading++) {
      const next = await this.#read();
      for (const [node, { cpuSeconds }] of differences(last, next).entries())
        costs[node]?.push((cpuSeconds ?? 0) * 1000);
      last = next;
    }
    this.#askingMs = costs.map(median);
  }

  /** Evicted by all masters since they started, by the newest reading; `null`: not told. */
  get evictedKeys(): number | null {
    return this.#latest
      .slice(0, this.#masters)
      .reduce<number | null>((all, one) => plus(all, one.evictedKeys), 0);
  }

  /**
   * Keeps the connections from being closed while a slice lasts, where the server closes what is idle (`timeout`);
   * resolves with what ends it.
   */
  async keepAwake(): Promise<() => void> {
    const limits = await Promise.all(this.#nodes.map(({ redis }) => readIdleLimit(redis)));
    const idleMs = smallest(limits.map((limit) => limit ?? Infinity));
    if (idleMs === Infinity) return () => undefined;
    const timer = setInterval(() => {
      this.#wakings++;
      // A section that there is not: as little as can be asked, and no command of a lane's.
      for (const { redis } of this.#nodes) redis.call('INFO', 'none').catch(() => undefined);
    }, idleMs / wakingsPerLimit).unref();
    return () => {
      clearInterval(timer);
    };
  }

  async begin(): Promise<void> {
    this.#before = null;
    this.#before = await this.#read();
    this.#wakings = 0;
  }

  /**
   * What happened since `begin`; `names` are the commands whose calls are wanted, in lower case. `sent`: commands,
   * and how long it took to send them, which is less than went by: before and after, the server had nothing to do.
   */
  async end(
    names: readonly string[],
    { commands, loadMs }: Pick<ServerWindow, 'commands' | 'loadMs'>,
  ): Promise<ServerWindow | null> {
    const before = this.#before;
    if (!before) return null;
    const asked = 1 + this.#wakings;
    const counted = differences(before, await this.#read());
    const evicted = counted.slice(0, this.#masters).map(({ evictedKeys }) => evictedKeys);
    const nodes = counted.map(({ reads, writes, cpuSeconds, calls, errors }, node) => ({
      name: this.#nodes[node]?.name ?? '',
      cpuMs: cpuSeconds === null ? null : Math.max(0, cpuSeconds * 1000 - (this.#askingMs[node] ?? 0)),
      reads: reads === null ? null : Math.max(0, reads - asked),
      writes: writes === null ? null : Math.max(0, writes - asked),
      calls:
        calls === null
          ? null
          : this.#countedAt(node, names).reduce((sum, name) => sum + (calls[name] ?? 0), 0),
      errors,
    }));
    const sum = (of: (node: (typeof nodes)[number]) => number | null) => nodes.map(of).reduce(plus, 0);
    const loops = counted.flatMap(({ loop }) => loop ?? []);
    const used = counted.map(({ usedMemoryBytes }) => usedMemoryBytes);
    return {
      loadMs,
      cpuMs: sum(({ cpuMs }) => cpuMs),
      reads: sum(({ reads }) => reads),
      writes: sum(({ writes }) => writes),
      calls: sum(({ calls }) => calls),
      commands,
      usedMemoryBytes: used.some((bytes) => bytes === null) ? null : largest(used.map(Number)),
      evictedKeys: evicted.reduce(plus, 0),
      ...(loops.length === nodes.length && { loop: loops.reduce(addLoops) }),
      ...(nodes.length > 1
        ? {
            cluster: {
              nodes: nodes.map(({ name, calls, cpuMs }) => ({ name, calls, cpuMs })),
              errors: nodes.map(({ errors }) => errors).reduce(addErrors),
            },
          }
        : {}),
    };
  }

  async #read(): Promise<Reading> {
    this.#latest = await Promise.all(this.#nodes.map(({ redis }) => readServerCounters(redis)));
    return this.#latest;
  }
}

const differences = (before: Reading, after: Reading): ServerCounters[] =>
  after.flatMap((counters, node) => {
    const earlier = before[node];
    return earlier ? [differenceOf(earlier, counters)] : [];
  });
