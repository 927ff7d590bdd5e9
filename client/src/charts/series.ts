import { shownLatency } from '../../../shared/statistics/figures.ts';
import type { LatencySpread } from '../../../shared/contract/figures.ts';
import type { LiveSample } from '../../../shared/contract/live.ts';

/** What the charts need of one sample. */
export interface Point {
  /** Seconds of the lane's own time, at the end of the sample. */
  laneSeconds: number;
  /** Seconds since the run began, at the end of the sample. */
  atSeconds: number;
  spanSeconds: number;
  /** Commands per second. */
  throughput: number;
  /** Command latency. */
  p50Ms: number | null;
  p99Ms: number | null;
  /** How its latencies spread; `null`: not told. */
  spread: LatencySpread | null;
  /** Commands per socket write. */
  effectiveBatch: number | null;
  /** Shares of one core; the server’s stands at the end of a turn alone. */
  clientCpu: number | null;
  serverCpu: number | null;
  /** Share of the time in which the lane’s event loops were busy. */
  eventLoop: number | null;
  /** Bytes per second. */
  bytesOut: number | null;
  /** What another client's GETs took, of 100 all but the slowest. */
  bystanderP99Ms: number | null;
  warmup: boolean;
  /** The slice that it is of, or a part of. */
  slice: number;
  /** Which of the run's live changes it was sent with: 0, none of them. */
  revision: number;
}

function pointOf(sample: LiveSample): Point {
  const { latencyMs, client, server } = sample;
  const latency = shownLatency(latencyMs);
  const spanSeconds = sample.elapsedMs / 1000;
  return {
    laneSeconds: sample.laneMs / 1000,
    atSeconds: sample.atMs / 1000,
    spanSeconds,
    throughput: sample.throughput,
    p50Ms: latency?.p50 ?? null,
    p99Ms: latency?.p99 ?? null,
    spread: sample.latencySpread ?? null,
    effectiveBatch: sample.effectiveBatch,
    clientCpu: client.cpu,
    serverCpu: server?.cpu ?? null,
    eventLoop: client.eventLoopUtilisation,
    bytesOut: spanSeconds > 0 ? sample.bytesOut / spanSeconds : null,
    bystanderP99Ms: sample.bystanderP99Ms ?? null,
    warmup: sample.phase === 'warmup',
    slice: sample.slice,
    revision: sample.settings.revision,
  };
}

/** Samples kept per lane; older ones fall out. An hour of one-second samples fits. */
const seriesCapacity = 3600;

/**
 * The newest samples of one lane in a ring of plain arrays: never inside a `$state`, so that neither a proxy
 * nor a growing heap stands between the feed and the charts.
 */
export class Series {
  readonly #capacity: number;
  readonly #points: Point[] = [];
  #total = 0;
  #lastWarmUp: Point | undefined;

  constructor(capacity = seriesCapacity) {
    this.#capacity = capacity;
  }

  /** How many points have ever been added. */
  get total(): number {
    return this.#total;
  }

  /** The number, counted from 0, of the oldest point that is still kept. */
  get first(): number {
    return Math.max(0, this.#total - this.#capacity);
  }

  get length(): number {
    return this.#points.length;
  }

  get last(): Point | undefined {
    return this.at(this.#total - 1);
  }

  /** The last point that is not counted. */
  get lastWarmUp(): Point | undefined {
    return this.#lastWarmUp;
  }

  /** A sample that does not follow the last one (sent twice, or out of order) is left out. */
  add(sample: LiveSample): boolean {
    const point = pointOf(sample);
    if (this.last && point.atSeconds <= this.last.atSeconds) return false;
    if (point.warmup) this.#lastWarmUp = point;
    this.#points[this.#total % this.#capacity] = point;
    this.#total++;
    return true;
  }

  /** The point with this number; `undefined` when it has fallen out or is still to come. */
  at(number: number): Point | undefined {
    if (number < this.first || number >= this.#total) return undefined;
    return this.#points[number % this.#capacity];
  }

  /** The oldest kept point for which `holds` holds, and then holds for all that follow. */
  firstWhere(holds: (point: Point) => boolean): Point | undefined {
    let [low, high] = [this.first, this.#total];
    while (low < high) {
      const middle = (low + high) >> 1;
      const point = this.at(middle);
      if (point && !holds(point)) low = middle + 1;
      else high = middle;
    }
    return this.at(low);
  }

  *[Symbol.iterator](): Generator<Point> {
    for (let number = this.first; number < this.#total; number++) {
      const point = this.at(number);
      if (point) yield point;
    }
  }
}
