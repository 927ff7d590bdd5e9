import { Draw } from '../../calibration/draw.ts';
import { syntheticLane } from '../../calibration/synthetic-result.ts';
import { compareLanes, fitLanes, type SlicesToCompare } from '../../server/engine/run/comparisons.ts';
import { SampleLog, type Cursor } from '../../server/http/activity/sample-log.ts';
import { reduceRun } from '../../server/http/activity/types/run-snapshot.ts';
import type { NotCounted } from '../../shared/contract/enums.ts';
import type { LiveSnapshot, RunSnapshot, Tick } from '../../shared/contract/live.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { RunEvent, Sample } from '../../shared/contract/run-events.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { summariseThroughput, withEstimate } from '../../shared/statistics/throughput.ts';
import { anEnvironment, aResult } from './a-result.ts';
import { sampleOf } from './fake-engine.ts';

const anyResult = aResult();

/** The events of the run, in order. */
export const feedSteps = [
  'warm-up',
  'round',
  'void',
  'tune',
  'tune-in-round',
  'fail',
  'keys-gone',
  'look',
  'join',
] as const;
export type FeedStep = (typeof feedSteps)[number];
export const feedEnds = ['completed', 'stopped', 'broke-off', 'lost', 'none'] as const;

export interface FeedShape {
  seed: number;
  lanes: number;
  mode: 'turns' | 'race';
  untilStopped: boolean;
  steps: readonly FeedStep[];
  end: (typeof feedEnds)[number];
}

/** The messages that reach a page, in order; `looked`: it has all of them. */
export type FeedNews =
  | { type: 'snapshot'; snapshot: LiveSnapshot | null; looked: LiveSnapshot | null }
  | { type: 'tick'; tick: Tick; looked: LiveSnapshot }
  | { type: 'tuned'; event: Extract<RunEvent, { type: 'tuned' }> }
  | { type: 'failed'; event: Extract<RunEvent, { type: 'lane-failed' }> }
  | { type: 'finished'; result: Result; samples: Sample[] };

/** Rate of samples that a change has cut: no figure may be of them. */
export const cutRate = 7;
/** The counted rounds of a run without an end. */
const mostStanding = 3;
const strategies = ['one-by-one', 'concurrent', 'pipeline', 'noop', 'lua'];

interface FeedLane {
  id: string;
  level: number;
  slices: number[];
  countedFrom: number;
  failed: boolean;
  /** It has rates, and is compared no more. */
  keysGone: boolean;
}

/** A run as engine and server send it to a page that looks now and then, and connects again now and then. */
export class DrawnFeed {
  readonly #draw: Draw;
  readonly #shape: FeedShape;
  readonly #lanes: FeedLane[];
  readonly #log = new SampleLog();
  readonly #deliver: (news: FeedNews) => void;
  #run: RunSnapshot | null = null;
  #cursor: Cursor | null = null;
  #atMs = 0;
  #slice = 0;
  #revision = 0;

  constructor(shape: FeedShape, deliver: (news: FeedNews) => void) {
    this.#shape = shape;
    this.#deliver = deliver;
    this.#draw = new Draw(shape.seed);
    const base = 10 ** this.#between(0.5, 5);
    this.#lanes = strategies.slice(0, shape.lanes).map((id) => ({
      ...{
        id,
        level: base * 10 ** this.#between(-0.5, 1.5),
        slices: [],
        countedFrom: 0,
        failed: false,
        keysGone: false,
      },
    }));
  }

  run(): void {
    const { lanes, mode, untilStopped, steps, end } = this.#shape;
    const plan = parsePlan({
      lanes: strategies.slice(0, lanes).map((strategy) => ({ strategy })),
      schedule: { mode },
    });
    const totalMs = untilStopped ? null : 10_000;
    this.#emit({
      type: 'run-started',
      runId: 'run-1',
      startedAt: anyResult.startedAt,
      plan,
      environment: anEnvironment,
      totalMs,
    });
    this.#join();
    for (const step of steps) this.#take(step);
    this.#finish(end);
  }

  #between(low: number, high: number): number {
    return low + (high - low) * this.#draw.uniform();
  }

  #chance(share: number): boolean {
    return this.#draw.uniform() < share;
  }

  #take(step: FeedStep): void {
    switch (step) {
      case 'warm-up':
        this.#round('warmup', 'warm-up');
        break;
      case 'round':
        this.#round('counted', null);
        this.#stand();
        break;
      case 'void':
        this.#round('counted', 'void');
        break;
      case 'tune':
        this.#tune();
        break;
      case 'tune-in-round':
        this.#round('counted', 'change');
        break;
      case 'fail':
        this.#fail();
        break;
      case 'keys-gone':
        this.#laneOf().keysGone = true;
        break;
      case 'look':
        this.#look();
        break;
      case 'join':
        this.#join();
    }
  }

  #emit(event: RunEvent): void {
    this.#run = reduceRun(this.#run, event);
    this.#log.append(event);
  }

  /** A round of all lanes that have not failed: in turns, or at once. A change comes in one of its turns. */
  #round(phase: Sample['phase'], why: NotCounted | null): void {
    const running = this.#lanes.filter(({ failed }) => !failed);
    const cutAt = why === 'change' ? Math.floor(this.#between(0, running.length)) : -1;
    const counted = new Map<FeedLane, number>();
    for (const [index, lane] of running.entries()) {
      if (this.#chance(0.5))
        this.#emit({ type: 'slice-started', slice: this.#slice, phase, lanes: [lane.id] });
      const rate = this.#rateOf(lane);
      const parts = index === cutAt ? 1 : 1 + Math.floor(this.#between(0, 3));
      for (let part = 0; part < parts; part++) {
        const isLast = part === parts - 1;
        const isCut = index === cutAt && isLast;
        this.#sample(
          lane,
          phase,
          isCut ? cutRate : rate,
          isCut ? 'change' : why === 'void' && !isLast ? null : why === 'change' ? null : why,
        );
        if (this.#chance(0.2)) this.#look();
      }
      if (index === cutAt) {
        this.#tune();
        this.#slice++;
        return;
      }
      counted.set(lane, rate);
    }
    this.#slice++;
    if (why === null) for (const [lane, rate] of counted) lane.slices.push(rate);
    if (this.#shape.untilStopped)
      for (const lane of this.#lanes) lane.slices.splice(0, lane.slices.length - mostStanding);
  }

  /** Now and then nothing comes back, or orders of magnitude more than usual. */
  #rateOf({ level }: FeedLane): number {
    const roll = this.#draw.uniform();
    const rate =
      roll < 0.06 ? 0 : level * 10 ** (roll < 0.16 ? this.#between(-4, 4) : this.#between(-0.1, 0.1));
    // Figures are rounded before they are sent.
    return Math.abs(rate - cutRate) < 1 ? rate + 2 : rate;
  }

  #sample(lane: FeedLane, phase: Sample['phase'], throughput: number, notCounted: NotCounted | null): void {
    const elapsedMs = this.#between(20, 300);
    if (this.#shape.mode === 'turns' || lane === this.#lanes[0]) this.#atMs += elapsedMs;
    else this.#atMs += 0.01;
    const settings = { ...sampleOf(lane.id).settings, revision: this.#revision };
    const sample = sampleOf(lane.id, {
      ...{ slice: this.#slice, phase, notCounted, elapsedMs, throughput, settings },
      ...{ atMs: this.#atMs, laneMs: this.#atMs, completed: Math.round((throughput * elapsedMs) / 1000) },
    });
    this.#emit({ type: 'sample', sample });
  }

  #standings(): SlicesToCompare[] {
    return this.#lanes.map(({ id, slices, countedFrom, keysGone }) => ({
      ...{ id, slices: [...slices], countedFrom, keysGone },
    }));
  }

  #stand(): void {
    const standings = this.#standings();
    const rates = fitLanes(standings);
    this.#emit({
      type: 'standing',
      standings: standings.map(({ id, slices }) => {
        const throughput = summariseThroughput(slices);
        return { lane: id, throughput: throughput && withEstimate(throughput, rates.get(id) ?? NaN) };
      }),
      comparisons: compareLanes(standings, rates),
    });
  }

  /** A lane that has failed keeps what it counted before. */
  #tune(): void {
    this.#revision++;
    for (const lane of this.#lanes)
      if (!lane.failed) {
        lane.slices = [];
        lane.countedFrom = this.#slice + 1;
        lane.level *= 10 ** this.#between(-0.7, 0.7);
      }
    const event = {
      type: 'tuned',
      atMs: this.#atMs,
      tuning: { pipeline: 16 + this.#revision },
      revision: this.#revision,
      totalMs: this.#run?.totalMs ?? null,
    } as const;
    this.#emit(event);
    this.#deliver({ type: 'tuned', event: asSent(event) });
  }

  #laneOf(): FeedLane {
    const lane = this.#lanes[Math.floor(this.#between(0, this.#lanes.length))];
    if (!lane) throw new Error('a run has lanes');
    return lane;
  }

  #fail(): void {
    const lane = this.#laneOf();
    if (lane.failed) return;
    lane.failed = true;
    const error = { name: 'LaneFailed', code: null, message: 'It broke off.', stack: null };
    const event = { type: 'lane-failed', lane: lane.id, error } as const;
    this.#emit(event);
    this.#deliver({ type: 'failed', event });
  }

  #join(): void {
    const run = this.#run;
    if (!run) return;
    const snapshot = asSent(this.#log.snapshot(run));
    this.#cursor = this.#log.end(run);
    this.#deliver({ type: 'snapshot', snapshot, looked: snapshot });
  }

  #look(): void {
    const [run, cursor] = [this.#run, this.#cursor];
    if (!run || !cursor) return;
    const tick = this.#log.tickSince(cursor, run);
    if (!tick) {
      this.#join();
      return;
    }
    this.#cursor = this.#log.end(run);
    this.#deliver({ type: 'tick', tick: asSent(tick), looked: asSent(this.#log.snapshot(run)) });
  }

  #finish(end: FeedShape['end']): void {
    const run = this.#run;
    if (!run || end === 'none') return;
    if (end === 'lost') {
      this.#deliver({ type: 'snapshot', snapshot: null, looked: null });
      return;
    }
    if (end === 'broke-off') {
      const details = { code: 'internal', message: 'It broke off.' } as const;
      this.#run = { ...run, state: 'failed', current: null, error: details };
      this.#join();
      return;
    }
    if (end === 'stopped') {
      const lane = this.#lanes.find(({ failed }) => !failed);
      if (lane) this.#sample(lane, 'counted', this.#rateOf(lane), 'stopped');
    }
    const result = this.#result(end, run);
    this.#emit({ type: 'run-finished', result });
    if (this.#chance(0.7)) this.#look();
    this.#deliver({ type: 'finished', result: asSent(result), samples: asSent(run.samples) });
    if (this.#chance(0.5)) this.#join();
  }

  #result(state: 'completed' | 'stopped', { plan, tunings }: RunSnapshot): Result {
    const standings = this.#standings();
    const rates = fitLanes(standings);
    const lanes = standings.map(({ id, slices }, index) => {
      const throughput = summariseThroughput(slices);
      const isFailed = this.#lanes[index]?.failed === true;
      const error = { name: 'LaneFailed', code: null, message: 'It broke off.', stack: null };
      return syntheticLane(id, slices, {
        ...{ strategy: id, label: id, state: isFailed ? 'failed' : state },
        ...(isFailed ? { error } : {}),
        throughput: throughput && withEstimate(throughput, rates.get(id) ?? NaN),
      });
    });
    const comparisons = compareLanes(standings, rates);
    return { ...anyResult, id: 'run-1', state, plan, lanes, comparisons, tunings };
  }
}

/** The same value after it has passed a socket. */
const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
