import { rateOf, shownLatency } from '../../../shared/statistics/figures.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { LiveSample, LiveStanding } from '../../../shared/contract/live.ts';
import type { SerialisedError, ClusterFigures } from '../../../shared/contract/figures.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import { Series } from '../charts/series.ts';
import { newestMoment, newestTurns, tellsRate, type LaneTurn } from './turns.ts';

/** Turns that a line in a lane's row shows. */
const mostInRow = 40;

/** One lane of the run on screen: its newest figures and its line. */
export class LaneView {
  #plan: LanePlan;
  /** Its place in the plan, which gives it its colour. */
  readonly index: number;
  readonly series = new Series();
  #points = $state(0);
  #sample = $state.raw<LiveSample | null>(null);
  #moment = $state.raw<LaneTurn | null>(null);
  /** The newest that the server had told something with. */
  #told = $state.raw<LiveSample | null>(null);
  /** Effective batch size of the newest whole slice. */
  #effectiveBatch = $state<number | null>(null);
  #failed = $state(0);
  #cluster = $state.raw<ClusterFigures | null>(null);
  #standing = $state.raw<LiveStanding['throughput']>(null);
  #comparison = $state.raw<Comparison | null>(null);
  #error = $state.raw<SerialisedError | null>(null);
  #result = $state.raw<LaneResult | null>(null);

  constructor(plan: LanePlan, index: number) {
    this.#plan = $state.raw(plan);
    this.index = index;
  }

  get plan(): LanePlan {
    return this.#plan;
  }

  get id(): string {
    return this.plan.id;
  }

  takeName(plan: LanePlan): void {
    this.#plan = plan;
  }

  /** Samples received; read it to be told when the series has grown. */
  get points(): number {
    return this.#points;
  }

  get sample(): LiveSample | null {
    return this.#sample;
  }

  /** What the server told of the settings of now, if it did; the result has that of the whole run. */
  get server(): LiveSample['server'] {
    return this.#told?.settings.revision === this.revision ? this.#told.server : null;
  }

  /** Of the run's live changes, the newest that it has sent with. */
  get revision(): number {
    return this.#sample?.settings.revision ?? 0;
  }

  get comparison(): Comparison | null {
    return this.#comparison;
  }

  get error(): SerialisedError | null {
    return this.#error;
  }

  get result(): LaneResult | null {
    return this.#result;
  }

  /** The newest turn that tells a rate, of a long one its end; `null`: none was received. */
  get moment(): LaneTurn | null {
    return this.#moment;
  }

  /** Rate of the counted turns, by the fit over all lanes, commands/s; `null`: none is counted. */
  get estimate(): number | null {
    const rate = this.#result ? rateOf(this.#result) : rateOf({ throughput: this.#standing });
    return rate !== null && Number.isFinite(rate) ? rate : null;
  }

  /** Counted turns that the estimate is of. */
  get counted(): number {
    if (this.estimate === null) return 0;
    return (this.#result ? this.#result.throughput?.slices.length : this.#standing?.counted) ?? 0;
  }

  /** The newest turns, from the oldest to the newest. */
  newestTurns(most = mostInRow): LaneTurn[] {
    return this.#points > 0 ? newestTurns(this.series, most) : [];
  }

  get latencyMs(): { p50: number; p99: number } | null {
    const latencies = this.#result?.latencyMs ?? this.#sample?.latencyMs;
    return latencies ? shownLatency<{ p50: number; p99: number }>(latencies) : null;
  }

  /** Whether its commands come at a fixed rate. */
  get isOpenLoop(): boolean {
    return this.plan.workload.rps !== undefined;
  }

  get effectiveBatch(): number | null {
    return this.#result ? this.#result.effectiveBatch : this.#effectiveBatch;
  }

  /** p99 of another client's GETs, ms; `null`: not told. */
  get bystanderP99Ms(): number | null {
    return this.#result
      ? (this.#result.bystander?.latencyMs?.p99 ?? null)
      : (this.#sample?.bystanderP99Ms ?? null);
  }

  /** Bytes of one socket write. */
  get bytesPerWrite(): number | null {
    if (this.#result) return this.#result.perWrite?.bytes ?? null;
    const sample = this.#sample;
    return sample && sample.writes > 0 ? sample.bytesOut / sample.writes : null;
  }

  /** What the masters of a cluster did: over the whole run at its end, before that in the newest turn. */
  get cluster(): ClusterFigures | null {
    return this.#result ? (this.#result.server.cluster ?? null) : this.#cluster;
  }

  /** Commands that failed; warm-up included during the run. */
  get failed(): number {
    return this.#result ? this.#result.failed : this.#failed;
  }

  addSample(sample: LiveSample): void {
    if (!this.series.add(sample)) return;
    this.#points = this.series.total;
    this.#sample = sample;
    const moment = newestMoment(this.series);
    if (moment && tellsRate(moment)) this.#moment = moment;
    if (sample.server) this.#told = sample;
    if (sample.effectiveBatch !== null) this.#effectiveBatch = sample.effectiveBatch;
    this.#failed += sample.failed;
    if (sample.server?.cluster) this.#cluster = sample.server.cluster;
  }

  stand(throughput: LiveStanding['throughput']): void {
    this.#standing = throughput;
  }

  compare(comparison: Comparison | null): void {
    this.#comparison = comparison;
  }

  /** The settings were changed: what stood until now is of others. */
  resetStats(): void {
    this.#standing = null;
    this.#comparison = null;
  }

  fail(error: SerialisedError): void {
    this.#error = error;
  }

  finish(result: LaneResult): void {
    this.#result = result;
    if (result.error) this.#error = result.error;
  }
}
