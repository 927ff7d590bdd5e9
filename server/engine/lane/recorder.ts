import type { FailureCounts } from '../../../shared/contract/figures.ts';
import { latencyKinds } from '../../../shared/contract/enums.ts';
import { bucketCount, bucketOf, record } from '../latency/histogram.ts';

const histogramBytes = bucketCount * Uint32Array.BYTES_PER_ELEMENT;

/** lag: from when a command was due to when it was written. wait: from then to its reply. Of a bystander alone. */
export const recordedKinds = [...latencyKinds, 'lag', 'wait'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Latency histograms of one worker thread, in memory that the engine's thread reads as well. */
export type SharedLatencies = Record<RecordedKind, Uint32Array>;

/** Memory for one thread's histograms. */
export const allocateLatencies = (): SharedArrayBuffer =>
  new SharedArrayBuffer(recordedKinds.length * histogramBytes);

export function viewLatencies(memory: SharedArrayBuffer): SharedLatencies {
  const view = (index: number) => new Uint32Array(memory, index * histogramBytes, bucketCount);
  return { command: view(0), batch: view(1), response: view(2), lag: view(3), wait: view(4) };
}

/** What one thread counted since the slice began. */
export interface Tally {
  completed: number;
  failed: number;
  failures: FailureCounts;
  hits: number;
  misses: number;
  /** Calls of the workload's commands that the server should have counted. */
  calls: number;
}

/** Counts and latencies of one thread, from the start of a slice. All strategies record by the same few lines. */
export class Recorder {
  completed = 0;
  failed = 0;
  hits = 0;
  misses = 0;
  calls = 0;
  failures: FailureCounts = {};
  readonly #latencies: SharedLatencies;

  constructor(latencies: SharedLatencies) {
    this.#latencies = latencies;
  }

  reset(): void {
    this.completed = this.failed = this.hits = this.misses = this.calls = 0;
    this.failures = {};
    for (const kind of recordedKinds) this.#latencies[kind].fill(0);
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

  fail(failure: string, times = 1): void {
    this.failed += times;
    this.failures[failure] = (this.failures[failure] ?? 0) + times;
  }

  tally(): Tally {
    const { completed, failed, hits, misses, calls } = this;
    return { completed, failed, failures: { ...this.failures }, hits, misses, calls };
  }
}
