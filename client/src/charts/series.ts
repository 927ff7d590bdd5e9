import type { LiveSample } from '../../../shared/contract/live.ts';

/** A moment of a sample on a time axis: that of its end, seconds. */
export type Place = (sample: LiveSample) => number;

/** Seconds since the run began. */
export const atSeconds: Place = ({ atMs }) => atMs / 1000;
/** Seconds of the lane's own time. */
export const laneSeconds: Place = ({ laneMs }) => laneMs / 1000;

export const spanSeconds = ({ elapsedMs }: LiveSample): number => elapsedMs / 1000;

export const isWarmUp = ({ phase }: LiveSample): boolean => phase === 'warmup';

/** Samples kept per lane; older ones fall out. An hour of one-second samples fits. */
const seriesCapacity = 3600;

/**
 * The newest samples of one lane in a ring of plain arrays: never inside a `$state`, so that neither a proxy
 * nor a growing heap stands between the feed and the charts.
 */
export class Series {
  readonly #capacity: number;
  readonly #samples: LiveSample[] = [];
  #total = 0;
  #lastWarmUp: LiveSample | undefined;

  constructor(capacity = seriesCapacity) {
    this.#capacity = capacity;
  }

  /** The number of samples added so far, dropped ones included. */
  get total(): number {
    return this.#total;
  }

  /** The number, counted from 0, of the oldest sample that is still kept. */
  get first(): number {
    return Math.max(0, this.#total - this.#capacity);
  }

  get length(): number {
    return this.#samples.length;
  }

  get last(): LiveSample | undefined {
    return this.at(this.#total - 1);
  }

  /** The last sample of a warm-up. */
  get lastWarmUp(): LiveSample | undefined {
    return this.#lastWarmUp;
  }

  /** A sample that does not follow the last one (sent twice, or out of order) is left out. */
  add(sample: LiveSample): boolean {
    if (this.last && sample.atMs <= this.last.atMs) return false;
    if (isWarmUp(sample)) this.#lastWarmUp = sample;
    this.#samples[this.#total % this.#capacity] = sample;
    this.#total++;
    return true;
  }

  /** The sample with this number; `undefined` when it has fallen out or is still to come. */
  at(number: number): LiveSample | undefined {
    if (number < this.first || number >= this.#total) return undefined;
    return this.#samples[number % this.#capacity];
  }

  /** The oldest kept sample for which `holds` holds, and then holds for all that follow. */
  firstWhere(holds: (sample: LiveSample) => boolean): LiveSample | undefined {
    let [low, high] = [this.first, this.#total];
    while (low < high) {
      const middle = (low + high) >> 1;
      const sample = this.at(middle);
      if (sample && !holds(sample)) low = middle + 1;
      else high = middle;
    }
    return this.at(low);
  }

  *[Symbol.iterator](): Generator<LiveSample> {
    for (let number = this.first; number < this.#total; number++) {
      const sample = this.at(number);
      if (sample) yield sample;
    }
  }
}
