import type { Result } from '../../shared/contract/result.ts';
import type { RunEvent, Sample } from '../../shared/contract/run-events.ts';
import { mainThreadCpuMs } from './main-thread.ts';
import type { ToViewers } from './viewer-messages.ts';
import { sampleName } from './delivery-check.ts';

/** A sample that is older than this has reached whoever watches, ms: several ticks. */
const underwayMs = 1000;

/** Calls viewers in for two of four rounds, sums the throughput of each round up, and keeps what was emitted. */
export class WatchedRounds {
  readonly samples: Sample[] = [];
  readonly finished: Promise<Result>;
  readonly #sums = new Map<number, number>();
  readonly #leftOut: number;
  readonly #post: (message: ToViewers) => void;
  #finish: (result: Result) => void = () => undefined;
  #slice = -1;
  /** Viewers come and go while the first lanes of a round are measured: they are left out. */
  #left = new Set<string>();
  #elapsedMs = 0;
  readonly #serving = { watched: { cpuMs: 0, ms: 0 }, alone: { cpuMs: 0, ms: 0 } };
  /** When the slice in progress began, unless it is left out. */
  #since: { cpuMs: number; ms: number; watched: boolean } | null = null;

  constructor(leftOut: number, post: (message: ToViewers) => void) {
    this.#leftOut = leftOut;
    this.#post = post;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Names of all samples so far, in order. */
  get emitted(): string[] {
    return this.samples.map(sampleName);
  }

  onEvent(event: RunEvent): void {
    if (event.type === 'run-finished') this.#finish(event.result);
    else if (event.type === 'slice-started') this.#begin(event.slice, event.lanes);
    else if (event.type === 'sample') this.#take(event.sample);
  }

  /** Sums of the rounds that were watched, or not, in order. */
  of(watched: boolean): number[] {
    return [...this.#sums].filter(([slice]) => isWatched(slice) === watched).map(([, sum]) => sum);
  }

  /** How busy the thread was that serves viewers, share of one core. */
  get serving(): { watched: number; alone: number } {
    const { watched, alone } = this.#serving;
    return { watched: watched.cpuMs / watched.ms, alone: alone.cpuMs / alone.ms };
  }

  #begin(slice: number, lanes: readonly string[]): void {
    const now = { cpuMs: mainThreadCpuMs(), ms: performance.now() };
    if (this.#since) {
      const sum = this.#serving[this.#since.watched ? 'watched' : 'alone'];
      sum.cpuMs += now.cpuMs - this.#since.cpuMs;
      sum.ms += now.ms - this.#since.ms;
    }
    if (slice !== this.#slice) {
      this.#slice = slice;
      this.#left = new Set();
      if (isWatched(slice) !== isWatched(slice - 1))
        this.#post(isWatched(slice) ? { type: 'watch' } : { type: 'leave', due: this.#due() });
    }
    const isLeftOut = this.#left.size < this.#leftOut;
    if (isLeftOut) for (const lane of lanes) this.#left.add(lane);
    this.#since = isLeftOut ? null : { ...now, watched: isWatched(slice) };
  }

  #take(sample: Sample): void {
    this.samples.push(sample);
    this.#elapsedMs = sample.atMs;
    if (!sample.endsSlice || sample.phase !== 'counted' || this.#left.has(sample.lane)) return;
    this.#sums.set(sample.slice, (this.#sums.get(sample.slice) ?? 0) + sample.throughput);
  }

  #due(): number {
    return this.samples.filter(({ atMs }) => atMs < this.#elapsedMs - underwayMs).length;
  }
}

/** Alone, watched, watched, alone. */
const isWatched = (slice: number): boolean => slice % 4 === 1 || slice % 4 === 2;
