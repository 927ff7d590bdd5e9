import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';
import type { LanePlan, Tuning } from '../../../shared/contract/plan.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { ThreadSample } from './messages.ts';
import type { RecordedKind } from './recorder.ts';
import { LaneThread } from './thread.ts';
import { add, emptyCounts } from '../latency/histogram.ts';
import { systemClock } from './clock.ts';
import { proportionalShares, shares, type Turn } from './turn.ts';
import { commandsOfMix } from '../workload/mix.ts';
import { prepareCommand } from '../workload/prepared-command.ts';
import { mergeThreads, type LaneTotals } from './merge.ts';

export interface LaneOptions {
  plan: LanePlan;
  endpoint: Endpoint;
  /** Prefix of the lane's keys. */
  prefix: string;
  /** It is a bystander. */
  watches?: boolean;
  /** Where its client library has to run. */
  runsIn?: 'thread' | 'process';
}

const threadsOf = ({
  plan: { strategy, client, workload },
  endpoint,
  prefix,
  watches = false,
  runsIn = 'thread',
}: LaneOptions) =>
  shares(workload.clients, workload.threads).map(
    (clients, thread) =>
      new LaneThread(
        {
          strategy,
          ...(client === undefined ? {} : { client }),
          workload: { ...workload, clients },
          endpoint,
          prefix,
          thread,
          threads: workload.threads,
          watches,
        },
        runsIn,
      ),
  );

/** Latencies of one command of a mix. */
export interface CommandCounts {
  /** As on the wire: GET. */
  command: string;
  counts: Float64Array;
}

/** Until a message has reached every thread. */
const leadMs = 1;

/** One lane: its worker threads, driven together. */
export class Lane {
  readonly plan: LanePlan;
  readonly prefix: string;
  /** Why it can take no further part. */
  error: SerialisedError | null = null;
  #threads: readonly LaneThread[];
  readonly #clientShares: number[];
  readonly #makeThreads: () => readonly LaneThread[];
  #settings: Settings;

  constructor(options: LaneOptions) {
    const { plan, prefix } = options;
    this.plan = plan;
    this.prefix = prefix;
    const { pipeline, dataSize, clients, rps, threads } = plan.workload;
    this.#settings = { revision: 0, pipeline, dataSize, clients, rps: rps ?? null };
    this.#clientShares = shares(clients, threads);
    this.#makeThreads = () => threadsOf(options);
    this.#threads = this.#makeThreads();
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Resolves when all threads are ready; rejects when one cannot be. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ready));
  }

  /** Ends its threads and their connections and makes new ones; resolves when they are ready. Between slices. */
  async restart(): Promise<void> {
    await this.close();
    this.#threads = this.#makeThreads();
    await this.ready();
  }

  /** From the next slice on. */
  tune(tuning: Tuning, revision: number): void {
    const { pipeline, dataSize, clients, rps } = tuning;
    const old = this.#settings;
    // Every thread keeps a connection, so that its share of the work is not lost.
    const wanted = Math.max(clients ?? old.clients, this.#threads.length);
    this.#settings = {
      revision,
      pipeline: pipeline ?? old.pipeline,
      dataSize: dataSize ?? old.dataSize,
      clients: wanted,
      // A lane without a rate stays without: it would be another kind of load.
      rps: old.rps === null ? null : (rps ?? old.rps),
    };
    this.#clientShares.splice(0, Infinity, ...shares(wanted, this.#threads.length));
  }

  /**
   * Runs one slice on all threads. `onTotals` hears the lane's totals since the slice began and the settings that
   * hold in it, about once a second, the last time with `endsSlice`. Rejects when a thread fails.
   */
  async run(
    slice: number,
    turn: Turn,
    settleMs: number,
    onTotals: (totals: LaneTotals, settings: Settings) => void,
  ): Promise<void> {
    const settings = this.#settings;
    const clientShares = [...this.#clientShares];
    const commands = turn.commands === null ? null : proportionalShares(turn.commands, clientShares);
    const merge = mergeThreads(this.#threads.length, (totals) => {
      onTotals(totals, settings);
    });
    const settled = this.#startTogether();
    const running = this.#threads.map((thread, index) => {
      const share = (clientShares[index] ?? 0) / settings.clients;
      return thread.run(
        {
          slice,
          durationMs: turn.durationMs,
          carries: turn.carries ?? false,
          drops: turn.drops ?? false,
          commands: commands === null ? null : (commands[index] ?? 0),
          rps: settings.rps === null ? null : settings.rps * share,
          backlog: Math.max(1, Math.round(this.plan.workload.backlog * share)),
          settings: { ...settings, clients: clientShares[index] ?? 0 },
          settleMs,
        },
        (sample: ThreadSample) => {
          merge(index, sample);
        },
        () => {
          settled(index);
        },
      );
    });
    // A thread that has failed is waited for by no other.
    for (const [index, thread] of running.entries())
      thread.catch(() => {
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

  /** To be called for each thread that has settled: with the last of them all begin to count. */
  #startTogether(): (thread: number) => void {
    const settled = new Set<number>();
    return (thread) => {
      settled.add(thread);
      if (settled.size < this.#threads.length) return;
      const at = systemClock.now() + leadMs;
      for (const one of this.#threads) one.go(at);
    };
  }

  /** Latencies of all threads since the slice began. */
  latencies(kind: RecordedKind): Float64Array {
    const merged = emptyCounts();
    for (const thread of this.#threads) add(merged, thread.latencies[kind]);
    return merged;
  }

  /** In a mix: the same of each of its commands; else nothing. */
  latenciesByCommand(): CommandCounts[] {
    const { workload } = this.plan;
    return commandsOfMix(workload).map((id, place) => {
      const merged = emptyCounts();
      for (const { latencies } of this.#threads) {
        const counts = latencies.byCommand[place];
        if (counts) add(merged, counts);
      }
      return { command: prepareCommand(id, workload).name, counts: merged };
    });
  }

  pause(): void {
    for (const thread of this.#threads) thread.pause();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }
}
