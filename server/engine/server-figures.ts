import type { Redis } from 'ioredis';
import type { ServerFigures } from '../../shared/terms.ts';
import { differenceOf, readServerCounters, type ServerCounters } from '../redis/metrics.ts';
import { median } from '../../shared/statistics.ts';

/** What the server did while one lane (or several, in a race) had it. */
export interface ServerWindow {
  wallMs: number;
  cpuMs: number | null;
  reads: number | null;
  writes: number | null;
  /** Of the workload's commands. */
  calls: number | null;
  /** All commands, for figures per command. */
  commands: number;
  usedMemoryBytes: number | null;
}

export const noServer: ServerWindow = {
  wallMs: 0,
  cpuMs: 0,
  reads: 0,
  writes: 0,
  calls: 0,
  commands: 0,
  usedMemoryBytes: null,
};

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

export const addServer = (a: ServerWindow, b: ServerWindow): ServerWindow => ({
  wallMs: a.wallMs + b.wallMs,
  cpuMs: plus(a.cpuMs, b.cpuMs),
  reads: plus(a.reads, b.reads),
  writes: plus(a.writes, b.writes),
  calls: plus(a.calls, b.calls),
  commands: a.commands + b.commands,
  usedMemoryBytes: b.usedMemoryBytes,
});

/** A proxy in between merges what lanes write: reads, writes and the CPU they cost are then its doing, not theirs. */
export const throughProxy = (window: ServerWindow): ServerWindow => ({
  ...window,
  cpuMs: null,
  reads: null,
  writes: null,
});

export function serverFigures(window: ServerWindow): ServerFigures {
  const { wallMs, cpuMs, reads, writes, calls, commands, usedMemoryBytes } = window;
  return {
    cpu: cpuMs === null || wallMs === 0 ? null : cpuMs / wallMs,
    reads,
    writes,
    calls,
    cpuMicrosPerCommand: cpuMs === null || commands === 0 ? null : (cpuMs * 1000) / commands,
    commandsPerRead: reads === null || reads <= 0 ? null : commands / reads,
    usedMemoryBytes,
  };
}

/**
 * Asks the server what it counted, on a connection of its own, and takes the cost of asking out: each reading
 * is one read, one write and a little CPU of the server.
 */
export class ServerWatch {
  readonly #redis: Redis;
  #askingMs = 0;
  #before: { counters: ServerCounters; at: number } | null = null;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Measures what asking costs: the median of ten readings in a row. */
  async calibrate(): Promise<void> {
    const costs: number[] = [];
    let last = await readServerCounters(this.#redis);
    for (let reading = 0; reading < 10; reading++) {
      const next = await readServerCounters(this.#redis);
      costs.push((differenceOf(last, next).cpuSeconds ?? 0) * 1000);
      last = next;
    }
    this.#askingMs = median(costs);
  }

  async begin(): Promise<void> {
    this.#before = null;
    const counters = await readServerCounters(this.#redis);
    this.#before = { counters, at: performance.now() };
  }

  /** What happened since `begin`; `names` are the commands whose calls are wanted, in lower case. */
  async end(names: readonly string[], commands: number): Promise<ServerWindow | null> {
    const before = this.#before;
    if (!before) return null;
    const wallMs = performance.now() - before.at;
    const counted = differenceOf(before.counters, await readServerCounters(this.#redis));
    const { reads, writes, cpuSeconds, calls } = counted;
    return {
      wallMs,
      cpuMs: cpuSeconds === null ? null : Math.max(0, cpuSeconds * 1000 - this.#askingMs),
      reads: reads === null ? null : Math.max(0, reads - 1),
      writes: writes === null ? null : Math.max(0, writes - 1),
      calls: calls === null ? null : names.reduce((sum, name) => sum + (calls[name] ?? 0), 0),
      commands,
      usedMemoryBytes: counted.usedMemoryBytes,
    };
  }
}
