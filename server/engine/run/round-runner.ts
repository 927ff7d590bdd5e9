import type { Comparison } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { withEstimate } from '../../../shared/statistics/throughput.ts';
import { isLevel } from '../../../shared/statistics/trend.ts';
import { compareLanes, fitLanes, widestInterval } from './comparisons.ts';
import type { LiveChanges } from './live-changes.ts';
import { LiveComparisons } from './live-comparisons.ts';
import type { MeasuredLane } from './measured-lane.ts';
import { roundsOf, warmUpAgain, type Round, type Step } from './schedule.ts';
import { StepRunner, type StepRunnerParts } from './step-runner.ts';

interface RoundRunnerParts extends Omit<StepRunnerParts, 'isCutShort'> {
  changes: LiveChanges;
  /** The run is being stopped. */
  signal: AbortSignal;
  /** Resolves when a change of the network has taken effect. */
  networkTuned: () => Promise<unknown>;
  /** How long these steps take by plan, ms; `null` where they stop by count. */
  plannedMs: (steps: readonly Step[]) => number | null;
  warn: (warning: Warning) => void;
}

/** Figures of a run without an end are those of its newest minute: so many parts of ten seconds. */
const window = { parts: 6, partMs: 10_000 } as const;

/** Longest time of a run without an end, ms. It is short on a server that others use. */
const longestMs = { private: 30 * 60_000, others: 2 * 60_000 } as const;

/** Runs the rounds of a schedule, and compares the lanes after each. */
export class RoundRunner {
  readonly #parts: RoundRunnerParts;
  readonly #steps: StepRunner;
  /** Number of the round in progress. */
  #slice = -1;
  #voidRounds = 0;
  #again: () => Step[] = () => [];
  /** Of all counted rounds that ended, ms: how long they took, and by plan. */
  #took = 0;
  #planned = 0;
  /** Of what stands after the newest round. */
  #comparisons: readonly Comparison[] = [];
  readonly #live: LiveComparisons;
  /** Start of the newest part of the window, ms since the run began. */
  #partSince = 0;

  constructor(parts: RoundRunnerParts) {
    this.#parts = parts;
    const { schedule } = parts.plan;
    this.#live = new LiveComparisons(schedule, schedule.untilStopped ? this.#longestMs / window.partMs : 0);
    this.#steps = new StepRunner({
      ...parts,
      isCutShort: () => parts.signal.aborted || parts.changes.voidsRound,
    });
  }

  async run(steps: readonly Step[]): Promise<void> {
    const { plan, signal, warn } = this.#parts;
    let level = false;
    const rounds = roundsOf(steps);
    for (const [index, round] of rounds.entries()) {
      const [{ phase, start, ifNotPrecise }] = round;
      if (signal.aborted || this.#isOver) break;
      if (start !== (rounds[index - 1]?.[0].start ?? 0)) {
        level = false;
        await this.#restart();
      }
      if (phase === 'warmup' && level) continue;
      if (ifNotPrecise && !this.#needsMore()) break;
      this.#again = () => [warmUpAgain(rounds, round), rounds.slice(index)].flat(2);
      await this.#runRound(round, rounds);
      if (phase === 'counted') this.#endRound(() => rounds.slice(index + 1).flat());
      else if (plan.schedule.untilLevel) {
        level = this.#lanes.every(({ lane, stats }) => lane.error || isLevel(stats.warmupSlices));
        const isLast = rounds[index + 1]?.[0].phase === 'counted';
        if (!level && isLast) warn({ code: 'warm-up-not-level' });
      }
    }
    const { stalls } = this.#steps;
    if (stalls.times > 0) warn({ code: 'server-stalled', ...stalls });
    const { long } = this.#steps.gaps;
    if (long) warn({ code: 'late-between-turns', ...long });
    if (this.#voidRounds > 0) warn({ code: 'rounds-void', rounds: this.#voidRounds });
  }

  /** Longest time of a run without an end, ms. */
  get #longestMs(): number {
    const isPrivate = this.#parts.resources.sessions.every(({ target }) => target.isPrivate);
    return isPrivate ? longestMs.private : longestMs.others;
  }

  get #isOver(): boolean {
    const { plan, now } = this.#parts;
    return plan.schedule.untilStopped === true && now() >= this.#longestMs;
  }

  /** What is still to run when the round in progress begins again. */
  get stepsAgain(): Step[] {
    return this.#again();
  }

  get #lanes(): readonly MeasuredLane[] {
    return this.#parts.resources.lanes;
  }

  /** After each change of settings in between, the lanes warm up again and the round begins again. */
  async #runRound(round: Round, rounds: readonly Round[]): Promise<void> {
    const { changes, signal, networkTuned } = this.#parts;
    let toRun: (readonly Step[])[] = [round];
    for (let next = toRun.shift(); next && !signal.aborted; next = toRun.shift()) {
      changes.beginRound(round[0].slice, ++this.#slice);
      await networkTuned();
      const since = this.#parts.now();
      await this.#runSteps(next);
      if (changes.voidsRound) toRun = [...warmUpAgain(rounds, round), round];
      else if (next === round && round[0].phase === 'counted') {
        this.#took += this.#parts.now() - since;
        this.#planned += this.#parts.plannedMs(round) ?? 0;
      }
    }
    changes.endRound();
  }

  /** As far as neither a stop nor a change of settings comes in between. */
  async #runSteps(steps: readonly Step[]): Promise<void> {
    const { changes, signal } = this.#parts;
    for (const step of steps) {
      if (signal.aborted || changes.voidsRound) return;
      const running = step.turns
        .flatMap(({ lane }) => this.#lanes[lane] ?? [])
        .filter(({ lane }) => !lane.error);
      if (running.length > 0) await this.#steps.run(step, this.#slice, running);
    }
  }

  /** Threads and connections are made anew; a lane that gets none takes no further part. */
  async #restart(): Promise<void> {
    const running = this.#lanes.filter(({ lane }) => !lane.error);
    await Promise.all(running.map((one) => one.restart()));
    for (const one of running) one.reportFailure(this.#parts.emit);
  }

  /** When the run ends if its last rounds take as much longer than planned as those before them. */
  #expectedMs(left: () => readonly Step[]): number | null {
    const { plannedMs, plan } = this.#parts;
    if (plan.schedule.untilStopped) return null;
    const leftMs = plannedMs(left());
    return leftMs === null || this.#planned === 0
      ? null
      : this.#parts.now() + leftMs * (this.#took / this.#planned);
  }

  /** `left`: the steps that follow. */
  #endRound(left: () => readonly Step[]): void {
    const lanes = this.#lanes;
    if (!this.#parts.signal.aborted) {
      const accounts = lanes.flatMap(({ lane, stats }) => (lane.error ? [] : stats));
      const isVoid = accounts.some(({ contradicts }) => contradicts);
      if (isVoid) this.#voidRounds++;
      for (const stats of accounts) stats.endRound(this.#slice, isVoid);
      this.#moveWindow();
    }
    // What there is now is of settings that no longer hold.
    if (lanes.some(({ lane, stats }) => !lane.error && stats.isBetween)) return;
    const standings = lanes.map(({ stats }) => stats.standing);
    const rates = fitLanes(standings);
    this.#comparisons = compareLanes(standings, rates);
    this.#parts.emit({
      type: 'standing',
      standings: standings.map(({ id, throughput }) => ({
        lane: id,
        throughput: throughput && withEstimate(throughput, rates.get(id) ?? NaN),
      })),
      comparisons: this.#live.of(this.#comparisons, standings),
      ...(this.#parts.plan.schedule.precision === undefined
        ? {}
        : { widest: widestInterval(this.#comparisons) }),
      totalMs: this.#expectedMs(left),
    });
  }

  #moveWindow(): void {
    const { plan, now } = this.#parts;
    if (!plan.schedule.untilStopped || now() - this.#partSince < window.partMs) return;
    this.#partSince = now();
    for (const { stats } of this.#lanes) stats.beginPart(this.#slice + 1, window.parts);
  }

  /** Whether another round can make the ratios as precise as was asked, and they are not. */
  #needsMore(): boolean {
    const { precision = Infinity } = this.#parts.plan.schedule;
    const [baseline, ...others] = this.#lanes.map(({ lane }) => lane.error === null);
    const widest = widestInterval(this.#comparisons);
    return baseline === true && others.includes(true) && (widest === null || widest > precision);
  }
}
