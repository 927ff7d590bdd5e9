import type { FailureCounts } from '../../../shared/contract/figures.ts';
import { latencyKinds } from '../../../shared/contract/enums.ts';
import { bucketCount, bucketOf, record } from '../latency/histogram.ts';
import { fillFromSparse, toSparse, type SparseCounts } from '../latency/sparse.ts';
import { messageOf } from '../../../shared/words/message-of.ts';

/** Of an error that is kept, characters. */
const mostErrorText = 200;

const histogramBytes = bucketCount * Uint32Array.BYTES_PER_ELEMENT;

/**
 * lag: from when a command was due to when it was written. wait: from then to its reply. Of a bystander alone. stale: of a
 * read, from the acknowledgement of the write that it did not see to its call.
 */
export const recordedKinds = [...latencyKinds, 'lag', 'wait', 'stale'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Latency histograms of one worker thread, in memory that the engine's thread reads as well. */
export interface SharedLatencies extends Record<RecordedKind, Uint32Array> {
  /** Command latencies of each command of a mix; empty where there is a single one. */
  byCommand: readonly Uint32Array[];
}

/** Memory for one thread's histograms; `mix`: the number of different commands where there are several. */
export const allocateLatencies = (mix = 0): SharedArrayBuffer =>
  new SharedArrayBuffer((recordedKinds.length + mix) * histogramBytes);

export function viewLatencies(memory: SharedArrayBuffer): SharedLatencies {
  const view = (index: number) => new Uint32Array(memory, index * histogramBytes, bucketCount);
  const mix = memory.byteLength / histogramBytes - recordedKinds.length;
  return {
    ...{ command: view(0), batch: view(1), response: view(2), lag: view(3), wait: view(4), stale: view(5) },
    byCommand: Array.from({ length: mix }, (_, place) => view(recordedKinds.length + place)),
  };
}

/** All histograms in this memory without their empty buckets. */
export const sparseLatencies = (memory: SharedArrayBuffer): SparseCounts => toSparse(new Uint32Array(memory));

/** Makes the histograms in this memory those that were sent of others. */
export function fillLatencies(memory: SharedArrayBuffer, sparse: SparseCounts): void {
  fillFromSparse(new Uint32Array(memory), sparse);
}

/** What one thread counted since the slice began. */
export interface Tally {
  completed: number;
  failed: number;
  failures: FailureCounts;
  /** The first error of each class, as it was given. */
  errors: Readonly<Record<string, string>>;
  hits: number;
  misses: number;
  /** Calls of the workload's commands that the server should have counted. */
  calls: number;
  /** Where a cache answers, or somebody writes beside the lane. */
  reads?: ReadCounts;
}

export interface ReadCounts {
  /** Commands answered without the server. */
  local: number;
  /** Messages of the server that a key has changed. */
  invalidations: number;
  /** Acknowledged writes of the other client. */
  written: number;
  /** Reads of which is known whether they were stale. */
  judged: number;
}

/** Counts and latencies of one thread, from the start of a slice. All strategies record by the same few lines. */
export class Recorder {
  completed = 0;
  failed = 0;
  hits = 0;
  misses = 0;
  calls = 0;
  local = 0;
  invalidations = 0;
  written = 0;
  judged = 0;
  failures: FailureCounts = {};
  #errors: Record<string, string> = {};
  /** Whether latencies are recorded by command as well. */
  readonly isMix: boolean;
  readonly #latencies: SharedLatencies;
  readonly #countsReads: boolean;

  /** `countsReads`: whether a cache answers, or somebody writes beside the lane. */
  constructor(latencies: SharedLatencies, countsReads = false) {
    this.#latencies = latencies;
    this.#countsReads = countsReads;
    this.isMix = latencies.byCommand.length > 0;
  }

  reset(): void {
    this.completed = this.failed = this.hits = this.misses = this.calls = 0;
    this.local = this.invalidations = this.written = this.judged = 0;
    this.failures = {};
    this.#errors = {};
    for (const kind of recordedKinds) this.#latencies[kind].fill(0);
    for (const counts of this.#latencies.byCommand) counts.fill(0);
  }

  /** One latency in ms, or several that are alike. */
  command(ms: number, times = 1): void {
    record(this.#latencies.command, ms * 1000, times);
  }

  /** A command that was a batch of its own: both latencies are the same. */
  alone(ms: number): void {
    const bucket = bucketOf(ms * 1000);
    const { command, batch } = this.#latencies;
    command[bucket] = (command[bucket] ?? 0) + 1;
    batch[bucket] = (batch[bucket] ?? 0) + 1;
  }

  /** In a mix: the latency of the command with this place in it, beside that of all. */
  ofCommand(place: number, ms: number): void {
    const counts = this.#latencies.byCommand[place];
    if (counts) record(counts, ms * 1000);
  }

  batch(ms: number): void {
    record(this.#latencies.batch, ms * 1000);
  }

  response(ms: number): void {
    record(this.#latencies.response, ms * 1000);
  }

  /** A response time in its two parts. */
  apart(lagMs: number, waitMs: number): void {
    record(this.#latencies.lag, lagMs * 1000);
    record(this.#latencies.wait, waitMs * 1000);
  }

  stale(ms: number): void {
    record(this.#latencies.stale, ms * 1000);
  }

  fail(failure: string, error: unknown): void {
    this.failed++;
    this.#errors[failure] ??= messageOf(error).slice(0, mostErrorText);
    this.failures[failure] = (this.failures[failure] ?? 0) + 1;
  }

  tally(): Tally {
    const { completed, failed, hits, misses, calls, local, invalidations, written, judged } = this;
    return {
      completed,
      failed,
      failures: { ...this.failures },
      errors: { ...this.#errors },
      hits,
      misses,
      calls,
      ...(this.#countsReads && { reads: { local, invalidations, written, judged } }),
    };
  }
}
