import type { Comparison, Environment, Result, SlotsMoved } from '../../../shared/contract/result.ts';
import type {
  LiveStanding,
  LiveSnapshot,
  ServerToClientEvents,
  Tick,
} from '../../../shared/contract/live.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import { bestLane, isWayOfSending } from '../../../shared/statistics/best-lane.ts';
import { holding, isStatable } from '../../../shared/statistics/paired-ratio.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { rateIntervalOf } from '../../../shared/statistics/figures.ts';
import { axisEnd, type BarFigures, type BarScale } from './bar-scale.ts';
import { RunClock } from './run-clock.svelte.ts';
import type { EstimatedRatio, LaneFigures } from './lane-figures.ts';
import { LaneView } from './lane-view.svelte.ts';
import type { LaneTurn } from './turns.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** `lost`: it was in progress when its server went away, and there is no result of it. */
export type RunState = LiveSnapshot['state'] | 'lost';

type Change = Omit<Parameters<ServerToClientEvents['tuned']>[0], 'runId'>;

/** The run on screen, in progress or ended, as the feed reports it. */
export class LiveRun {
  readonly id: string;
  #plan: Plan;
  readonly environment: Environment;
  /** What it is a part of: a lesson, a search; `undefined`: nothing, it was started for itself. */
  readonly series: LiveSnapshot['series'];
  readonly lanes: readonly LaneView[];
  readonly clock: RunClock;
  /** Why it broke off without a result, where that is known. */
  readonly error: string | null;
  #totalMs = $state<number | null>(null);
  #state = $state<RunState>('running');
  #current = $state.raw<LiveSnapshot['current']>(null);
  #result = $state.raw<Result | null>(null);
  #tunings = $state.raw<LiveSnapshot['tunings']>([]);
  #slotsMoved = $state.raw<readonly SlotsMoved[]>([]);
  #bars = $state.raw<BarScale>({ unit: 'ratio', most: 0 });
  /** True once a bar of counted turns was drawn. */
  #barsCount = false;

  constructor(snapshot: LiveSnapshot, clock = new RunClock()) {
    this.id = snapshot.runId;
    this.#plan = $state.raw(snapshot.plan);
    this.environment = snapshot.environment;
    this.#totalMs = snapshot.totalMs;
    this.series = snapshot.series;
    this.lanes = snapshot.plan.lanes.map((lane, index) => new LaneView(lane, index));
    this.clock = clock;
    this.error = snapshot.error?.message ?? null;
    this.#state = snapshot.state;
    this.#tunings = snapshot.tunings;
    this.#take(snapshot);
    for (const { lane, error } of snapshot.failures) this.failLane(lane, error);
    if (snapshot.result) this.finish(snapshot.result);
    else if (snapshot.state !== 'running') clock.stop();
  }

  get plan(): Plan {
    return this.#plan;
  }

  get state(): RunState {
    return this.#state;
  }

  /** How long it is expected to take; `null`: it stops by count. */
  get totalMs(): number | null {
    return this.#totalMs;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  /** Whose turn it is. */
  get current(): LiveSnapshot['current'] {
    return this.#current;
  }

  get result(): Result | null {
    return this.#result;
  }

  /** Whether what stands of this lane is of settings that were changed since. */
  isStale(lane: LaneView): boolean {
    return this.running && lane.points > 0 && lane.revision < this.#tunings.length;
  }

  /** What was changed during the run, in order: the first made it revision 1. */
  get tunings(): LiveSnapshot['tunings'] {
    return this.#tunings;
  }

  /** Slots of a private cluster that were moved during the run. */
  get slotsMoved(): readonly SlotsMoved[] {
    return this.#slotsMoved;
  }

  /** Whether each lane that still runs has sent with the newest settings. */
  get settled(): boolean {
    return this.lanes.every((lane) => lane.error !== null || lane.revision >= this.#tunings.length);
  }

  get baseline(): LaneView | undefined {
    return this.lanes[0];
  }

  /** All that stands of a lane now. */
  figuresOf(lane: LaneView): LaneFigures {
    const { moment, estimate, counted } = lane;
    return {
      now: moment?.rate ?? null,
      ...{ estimate, counted },
      provisional: estimate === null && moment && this.#isOfNow(moment) ? moment.rate : null,
      ratio: this.#ratioOf(lane),
      isFinal: this.#result !== null,
    };
  }

  /** A turn with settings that were changed since is no figure of a run in progress. */
  #isOfNow({ revision }: LaneTurn): boolean {
    return !this.running || revision === this.#tunings.length;
  }

  /** The server says that the lanes compare; the ratio is made of the estimates beside it. */
  #ratioOf({ estimate, comparison }: LaneView): EstimatedRatio | null {
    const base = this.baseline?.estimate ?? null;
    if (comparison === null || estimate === null || base === null) return null;
    const { ci95, outcome, pairs } = comparison;
    const ratio = estimate / base;
    if (!isStatable({ ratio, ci95: null })) return null;
    return { ratio, ci95: ci95 && holding(ci95, ratio), outcome, pairs };
  }

  /** Of the bars of all lanes. It only grows, so that no bar becomes shorter because of another. */
  get bars(): BarScale {
    return this.#bars;
  }

  /** Where the bar of a lane ends; its interval comes with the result. */
  barOf(lane: LaneView): BarFigures {
    const { estimate, provisional, ratio } = this.figuresOf(lane);
    if (estimate === null)
      return { value: this.#provisionalBar(lane, provisional), interval: null, counts: false };
    const base = this.#bars.unit === 'ratio' ? (this.baseline?.estimate ?? NaN) : 1;
    const value = estimate / base;
    const interval =
      lane.result && (this.#bars.unit === 'rate' ? rateIntervalOf(lane.result) : (ratio?.ci95 ?? null));
    return { value: Number.isFinite(value) ? value : null, interval, counts: true };
  }

  /** The rate against the newest turn of the baseline, if that has the same settings. */
  #provisionalBar({ moment }: LaneView, rate: number | null): number | null {
    if (rate === null || this.#bars.unit === 'rate') return rate;
    const base = this.baseline?.moment;
    return base && base.rate > 0 && base.revision === moment?.revision ? rate / base.rate : null;
  }

  get warmingUp(): boolean {
    return this.running && this.#current?.phase === 'warmup';
  }

  /** The lane to name beside the baseline: while the run is in progress, the one with the largest ratio. */
  get best(): LaneView | undefined {
    if (this.#result)
      return bestLane(this.lanes, ({ plan, comparison }) => ({ strategy: plan.strategy, comparison }));
    const ratioOf = (lane: LaneView) => this.#ratioOf(lane)?.ratio ?? 0;
    return this.lanes
      .filter((lane) => isWayOfSending(lane.plan.strategy) && ratioOf(lane) > 0)
      .toSorted((one, other) => ratioOf(other) - ratioOf(one))[0];
  }

  lane(id: string): LaneView | undefined {
    return this.lanes.find((lane) => lane.id === id);
  }

  /** Whether it is this lane's turn now. */
  isCurrent(lane: LaneView): boolean {
    return this.running && this.#current !== null && this.#current.lanes.includes(lane.id);
  }

  tick(tick: Tick): void {
    if (tick.runId === this.id && this.running) this.#take(tick);
  }

  tune({ atMs, tuning, revision, totalMs }: Change): void {
    // One that a snapshot has told already comes again after it.
    if (revision !== this.#tunings.length + 1) return;
    this.#tunings = [...this.#tunings, { atMs, tuning }];
    this.#totalMs = totalMs;
    for (const lane of this.lanes) lane.resetStats();
  }

  failLane(lane: string, error: SerialisedError): void {
    this.lane(lane)?.fail(error);
    this.#growBars();
  }

  /** A name changes nothing of what was measured. Without one a lane goes by `usual`, that of its strategy. */
  rename(index: number, name: string | undefined, usual: string): void {
    this.#plan = withName(this.#plan, index, name);
    const named = this.#plan.lanes[index];
    if (!named) return;
    this.lanes[index]?.takeName(named);
    this.#result &&= {
      ...this.#result,
      plan: withName(this.#result.plan, index, name),
      lanes: this.#result.lanes.map((lane) =>
        lane.id === named.id ? { ...lane, label: name ?? usual } : lane,
      ),
    };
  }

  finish(result: Result): void {
    if (result.id !== this.id) return;
    for (const lane of this.lanes) {
      const own = result.lanes.find(({ id }) => id === lane.id);
      if (own) lane.finish(own);
      lane.compare(result.comparisons.find((one) => one.lane === lane.id) ?? null);
    }
    this.#result = result;
    // It knows which of them came in time to count.
    this.#tunings = result.tunings;
    if (result.slotsMoved) this.#slotsMoved = result.slotsMoved;
    this.#current = null;
    this.#state = result.state;
    // Early figures may have reached further than those that stay.
    this.#bars = { ...this.#bars, most: 0 };
    this.#growBars();
    this.clock.stop();
  }

  /** The server no longer knows this run. */
  lose(): void {
    this.#state = 'lost';
    this.#current = null;
    this.#growBars();
    this.clock.stop();
  }

  #take(
    news: Pick<
      Tick,
      'elapsedMs' | 'totalMs' | 'current' | 'samples' | 'standings' | 'comparisons' | 'slotsMoved'
    >,
  ): void {
    this.#totalMs = news.totalMs;
    if (news.slotsMoved) this.#slotsMoved = news.slotsMoved;
    this.clock.set(news.elapsedMs);
    this.#current = news.current;
    for (const sample of news.samples) this.lane(sample.lane)?.addSample(sample);
    this.#stand(news.standings, news.comparisons);
    this.#growBars();
  }

  #growBars(): void {
    const unit = this.lanes.length > 1 && this.#hasBase ? 'ratio' : 'rate';
    const counts = this.lanes.some(({ estimate }) => estimate !== null);
    // Bars of turns that do not count may be far longer than those that do.
    const isNew = unit !== this.#bars.unit || (counts && !this.#barsCount);
    this.#barsCount ||= counts;
    if (isNew) this.#bars = { unit, most: 0 };
    const reach = this.lanes.flatMap((lane) => {
      const { value, interval } = this.barOf(lane);
      return [value ?? 0, interval?.[1] ?? 0];
    });
    const most = axisEnd(largest(reach, 0));
    if (most > this.#bars.most) this.#bars = { unit, most };
  }

  /** Says if others can be drawn against the baseline: it has a rate, or may still get one. */
  get #hasBase(): boolean {
    const { baseline } = this;
    if (!baseline) return false;
    const rate = baseline.estimate ?? baseline.moment?.rate;
    return rate === undefined ? this.running && baseline.error === null : rate > 0;
  }

  /** Replaces standings and comparisons: a lane that the server no longer names loses its figure. */
  #stand(standings: readonly LiveStanding[], comparisons: readonly Comparison[]): void {
    if (standings.length === 0 && comparisons.length === 0) return;
    for (const lane of this.lanes) {
      if (standings.length > 0) lane.stand(standings.find((one) => one.lane === lane.id)?.throughput ?? null);
      lane.compare(comparisons.find((one) => one.lane === lane.id) ?? null);
    }
  }
}

const withName = (plan: Plan, index: number, name: string | undefined): Plan => ({
  ...plan,
  lanes: plan.lanes.map((lane, at) => {
    if (at !== index) return lane;
    const { label: _label, ...rest } = lane;
    return name === undefined ? rest : { ...rest, label: name };
  }),
});
