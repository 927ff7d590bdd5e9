import type { SerialisedError, WriteBooks } from '../../../shared/contract/figures.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';
import type { LaneCode } from './lane-code.ts';
import type { LanePlan, Tuning } from '../../../shared/contract/plan.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { SliceTask } from './loop.ts';
import type { ThreadSample, StartShare } from './messages.ts';
import type { RecordedKind } from './recorder.ts';
import { LaneWorker } from './lane-worker.ts';
import { startThread } from './worker-thread.ts';
import { add, emptyCounts } from '../latency/histogram.ts';
import { systemClock } from './clock.ts';
import { SharedCount } from './shared-count.ts';
import { proportionalShares, shares, type Turn } from './turn.ts';
import { commandsOfMix, prepareCommand } from '../workload/prepared-command.ts';
import { addBooks } from './write-ledger.ts';
import { mergeThreads, type LaneTotals } from './merge.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** Agents that carry lanes out, each an equal part of every lane. */
export interface LaneAgents {
  count: number;
  /** What starts a share on this agent; `lane`: its id. */
  on(agent: number, lane: string): StartShare;
}

export interface LaneOptions {
  plan: LanePlan;
  endpoint: Endpoint;
  /** Prefix of the lane's keys. */
  prefix: string;
  /** It is a bystander. */
  watches?: boolean;
  /** Its link is cut. */
  reconnects?: boolean;
  /** What starts its shares on this machine: in threads, if it is absent. */
  start?: StartShare;
  /** Absent: this machine carries it out. */
  agents?: LaneAgents | undefined;
  /** Of a lane that is code of the user. */
  code?: LaneCode | undefined;
}

/** Shares that a lane is parted into: each agent has all its threads. */
const countOfShares = ({ plan: { workload }, agents }: LaneOptions) =>
  workload.threads * (agents?.count ?? 1);

function sharesOf(options: LaneOptions, count: SharedArrayBuffer | null): LaneWorker[] {
  const {
    endpoint,
    prefix,
    watches = false,
    reconnects = false,
    start = startThread,
    agents,
    code,
  } = options;
  const { id, strategy, client, workload, file = id } = options.plan;
  const threads = countOfShares(options);
  const callers = shares(workload.callers ?? 0, threads);
  return shares(workload.clients, threads).map(
    (clients, thread) =>
      new LaneWorker(
        {
          strategy,
          ...(client === undefined ? {} : { client }),
          workload: { ...workload, clients, ...(workload.callers && { callers: callers[thread] ?? 0 }) },
          endpoint,
          prefix,
          thread,
          threads,
          watches,
          ...(reconnects && { reconnects }),
          ...(count && { count, byPlace: true }),
          ...(code && { program: { file, code } }),
        },
        agents?.on(Math.floor(thread / workload.threads), id) ?? start,
      ),
  );
}

/** Where each of several parts begins, one after the other. */
const placesOf = (parts: readonly number[], first: number): number[] =>
  parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, first));

/** Latencies of one command of a mix. */
export interface CommandCounts {
  /** As on the wire: GET. */
  command: string;
  counts: Float64Array;
}

/** Each sample of an agent comes over the network, with its histograms. */
const sampleEveryMs = { here: 250, agents: 1000 } as const;

/** The part of a slice's task that only a lane at a rate has. */
export type OpenTask = Pick<SliceTask, 'rest' | 'overtimeMs' | 'withCarried' | 'passedMs'>;

/** One lane: its shares, driven together. */
export class Lane {
  readonly plan: LanePlan;
  readonly prefix: string;
  /** Why it can take no further part. */
  error: SerialisedError | null = null;
  #shares: readonly LaneWorker[];
  readonly #clientShares: number[];
  readonly #makeShares: () => readonly LaneWorker[];
  /** Where threads of this machine end by count; threads that share no memory have their part of it. */
  #count: SharedCount | null = null;
  /** Commands of its slices that ended by count. */
  #counted = 0;
  readonly #agents: number | null;
  #settings: Settings;

  constructor(options: LaneOptions) {
    const { plan, prefix } = options;
    this.plan = plan;
    this.prefix = prefix;
    const { pipeline, dataSize, clients, rps } = plan.workload;
    this.#agents = options.agents?.count ?? null;
    this.#settings = { revision: 0, pipeline, dataSize, clients, rps: rps ?? null };
    this.#clientShares = shares(clients, countOfShares(options));
    const hasCount = plan.workload.requests !== undefined && rps === undefined && !options.agents;
    this.#makeShares = () => {
      const memory = hasCount && plan.workload.threads > 1 ? SharedCount.allocate() : null;
      this.#count = memory && new SharedCount(memory);
      return sharesOf(options, memory);
    };
    this.#shares = this.#makeShares();
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Resolves when all shares are ready; rejects when one cannot be. */
  async ready(): Promise<void> {
    await Promise.all(this.#shares.map((share) => share.ready));
  }

  /** Ends its shares and their connections and makes new ones; resolves when they are ready. Between slices. */
  async restart(): Promise<void> {
    await this.close();
    this.#shares = this.#makeShares();
    await this.ready();
  }

  /** From the next slice on. */
  tune(tuning: Tuning, revision: number): void {
    this.#settings = { ...this.#settingsWith(tuning), revision };
    this.#clientShares.splice(0, Infinity, ...shares(this.#settings.clients, this.#shares.length));
  }

  /** Its plan with the settings that would hold after such a change. */
  planWith(tuning: Tuning): LanePlan {
    const { pipeline, dataSize, clients, rps } = this.#settingsWith(tuning);
    const changed = { pipeline, dataSize, clients, ...(rps === null ? {} : { rps }) };
    return { ...this.plan, workload: { ...this.plan.workload, ...changed } };
  }

  #settingsWith({ pipeline, dataSize, clients, rps }: Tuning): Settings {
    const old = this.#settings;
    return {
      ...old,
      pipeline: pipeline ?? old.pipeline,
      dataSize: dataSize ?? old.dataSize,
      // Every share keeps a connection, so that its part of the work is not lost.
      clients: Math.max(clients ?? old.clients, this.#shares.length),
      // A lane without a rate stays without: it would be another kind of load.
      rps: old.rps === null ? null : (rps ?? old.rps),
    };
  }

  /**
   * Runs one slice on all shares; `open`: what holds at a rate. `onTotals` hears the lane's totals since the slice began and the settings that
   * hold in it, every 250 ms (of agents every second), the last time with `endsSlice`. Rejects when a share fails.
   */
  async run(
    slice: number,
    turn: Turn,
    settleMs: number,
    onTotals: (totals: LaneTotals, settings: Settings) => void,
    open: OpenTask = {},
  ): Promise<void> {
    // One that failed between two slices: the others would send for nobody.
    const failure = this.#shares.find((share) => share.failure !== null)?.failure;
    if (failure) throw failure;
    const settings = this.#settings;
    const clientShares = [...this.#clientShares];
    const commands = turn.commands === null ? null : proportionalShares(turn.commands, clientShares);
    if (turn.commands !== null) this.#count?.begin(turn.commands);
    const places = commands && this.#count && placesOf(commands, this.#counted);
    this.#counted += turn.commands ?? 0;
    const told = (totals: LaneTotals) => {
      onTotals(totals, settings);
    };
    const merge = mergeThreads(this.#shares.length, told, this.#agents);
    const settled = this.#startTogether();
    const running = this.#shares.map((one, index) => {
      const share = (clientShares[index] ?? 0) / settings.clients;
      return one.run(
        {
          slice,
          durationMs: turn.durationMs,
          ...open,
          commands: commands === null ? null : (commands[index] ?? 0),
          ...(places && { place: places[index] ?? 0 }),
          rps: settings.rps === null ? null : settings.rps * share,
          backlog: Math.max(1, Math.round(this.plan.workload.backlog * share)),
          settings: { ...settings, clients: clientShares[index] ?? 0 },
          settleMs,
          sampleEveryMs: this.#agents === null ? sampleEveryMs.here : sampleEveryMs.agents,
        },
        (sample: ThreadSample) => {
          merge(index, sample);
        },
        () => {
          settled(index);
        },
      );
    });
    // A share that has failed is waited for by no other.
    for (const [index, one] of running.entries())
      one.catch(() => {
        settled(index);
      });
    try {
      await Promise.all(running);
    } catch (error) {
      // The others must not send in somebody else's slice.
      this.pause();
      await Promise.allSettled(running);
      throw error;
    }
  }

  /** Where its link is cut: what became of the writes of the last slice. Rejects when a share fails. */
  async check(): Promise<WriteBooks> {
    return (await Promise.all(this.#shares.map((share) => share.check()))).reduce(addBooks);
  }

  /** To be called for each share that has settled: with the last of them all begin to count. */
  #startTogether(): (share: number) => void {
    const settled = new Set<number>();
    return (share) => {
      settled.add(share);
      if (settled.size < this.#shares.length) return;
      const at = systemClock.now() + largest(this.#shares.map((share) => share.leadMs));
      for (const one of this.#shares) one.go(at);
    };
  }

  /** Latencies of all shares since the slice began. */
  latencies(kind: RecordedKind): Float64Array {
    const merged = emptyCounts();
    for (const { latencies } of this.#shares) add(merged, latencies[kind]);
    return merged;
  }

  /** The same of each agent, where agents carry it out. */
  latenciesByAgent(kind: RecordedKind): Float64Array[] {
    const agents = this.#agents ?? 0;
    const each = this.#shares.length / agents;
    return Array.from({ length: agents }, (_, agent) => {
      const merged = emptyCounts();
      for (const { latencies } of this.#shares.slice(agent * each, (agent + 1) * each))
        add(merged, latencies[kind]);
      return merged;
    });
  }

  /** In a mix: the same of each of its commands; else nothing. */
  latenciesByCommand(): CommandCounts[] {
    const { workload } = this.plan;
    return commandsOfMix(workload).map((at, place) => {
      const merged = emptyCounts();
      for (const { latencies } of this.#shares) {
        const counts = latencies.byCommand[place];
        if (counts) add(merged, counts);
      }
      return {
        command: prepareCommand(workload.commands[at] ?? 'custom', workload, at).name,
        counts: merged,
      };
    });
  }

  pause(): void {
    for (const share of this.#shares) share.pause();
  }

  async close(): Promise<void> {
    await Promise.all(this.#shares.map((share) => share.stop()));
  }
}
