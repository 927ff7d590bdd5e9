import type { Comparison, Environment, Result, SlotsMoved } from '../../../shared/contract/result.ts';
import type {
  LiveStanding,
  LiveSnapshot,
  ServerToClientEvents,
  Tick,
} from '../../../shared/contract/live.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import { bestLane } from '../../../shared/statistics/best-lane.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { rateIntervalOf } from '../../../shared/statistics/figures.ts';
import { axisEnd, type BarFigures, type BarScale } from './bar-scale.ts';
import { RunClock } from './run-clock.svelte.ts';
import { LaneView } from './lane-view.svelte.ts';

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

  /** Whether a whole round is counted: before, the lane that comes first would seem to be the fastest. */
  get hasRound(): boolean {
    return (
      this.#result !== null ||
      this.lanes.every(({ error, countedRate }) => error !== null || countedRate !== null)
    );
  }

  /** Of the bars of all lanes. It only grows, so that no bar becomes shorter because of another. */
  get bars(): BarScale {
    return this.#bars;
  }

  /** Where the bar of a lane ends; its interval comes with the result. */
  barOf(lane: LaneView): BarFigures {
    if (!this.hasRound) return { value: null, interval: null };
    const base = this.#bars.unit === 'ratio' ? (this.baseline?.countedRate ?? NaN) : 1;
    const value = lane.countedRate === null ? null : lane.countedRate / base;
    const ci95 = lane.result
      ? this.#bars.unit === 'rate'
        ? rateIntervalOf(lane.result)
        : (lane.comparison?.ci95 ?? null)
      : null;
    return { value, interval: ci95 };
  }

  get warmingUp(): boolean {
    return this.running && this.#current?.phase === 'warmup';
  }

  /** The lane to name beside the baseline. */
  get best(): LaneView | undefined {
    return bestLane(this.lanes, ({ plan, comparison }) => ({ strategy: plan.strategy, comparison }));
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
    for (const lane of result.lanes) this.lane(lane.id)?.finish(lane);
    this.#compare(result.comparisons);
    this.#result = result;
    this.#growBars();
    // It knows which of them came in time to count.
    this.#tunings = result.tunings;
    if (result.slotsMoved) this.#slotsMoved = result.slotsMoved;
    this.#current = null;
    this.#state = result.state;
    this.clock.stop();
  }

  /** The server no longer knows this run. */
  lose(): void {
    this.#state = 'lost';
    this.#current = null;
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
    this.#stand(news.standings);
    this.#compare(news.comparisons);
    this.#growBars();
  }

  #growBars(): void {
    if (!this.hasRound) return;
    const unit = this.lanes.length > 1 && (this.baseline?.countedRate ?? 0) > 0 ? 'ratio' : 'rate';
    if (unit !== this.#bars.unit) this.#bars = { unit, most: 0 };
    const reach = this.lanes.flatMap((lane) => {
      const { value, interval } = this.barOf(lane);
      return [value ?? 0, interval?.[1] ?? 0];
    });
    const most = axisEnd(Math.max(0, ...reach));
    if (most > this.#bars.most) this.#bars = { unit, most };
  }

  #stand(standings: readonly LiveStanding[]): void {
    for (const { lane, throughput } of standings) this.lane(lane)?.stand(throughput);
  }

  #compare(comparisons: readonly Comparison[]): void {
    for (const comparison of comparisons) this.lane(comparison.lane)?.compare(comparison);
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
