import type { Tuned } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { tuningFor } from '../../../shared/plan/lane-differences.ts';
import type { Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { MeasuredLane } from './measured-lane.ts';
import type { Step } from './schedule.ts';

/** Changes of settings during a run: which round they make void, and whose figures are from after them. */
export class LiveChanges {
  readonly #plan: Plan;
  readonly #lanes: readonly MeasuredLane[];
  readonly #lastRounds: readonly number[];
  readonly #made: { atMs: number; tuning: Tuning }[] = [];
  /** The newest round: its place in the schedule, and its number in the run. */
  #round = -1;
  #slice = -1;
  #inRound = false;
  #voidsRound = false;

  constructor(plan: Plan, steps: readonly Step[], lanes: readonly MeasuredLane[]) {
    this.#plan = plan;
    this.#lanes = lanes;
    this.#lastRounds = lanes.map(
      (_, index) => steps.findLast(({ turns }) => turns.some(({ lane }) => lane === index))?.slice ?? -1,
    );
  }

  beginRound(round: number, slice: number): void {
    this.#round = round;
    this.#slice = slice;
    this.#inRound = true;
    this.#voidsRound = false;
  }

  endRound(): void {
    this.#inRound = false;
  }

  /** Whether the round in progress is of settings that no longer hold: it is to begin again. */
  get voidsRound(): boolean {
    return this.#voidsRound;
  }

  /** Lanes follow it, and count, from the next round that begins. Returns its number, from 1. */
  make(tuning: Tuning, atMs: number): number {
    this.#made.push({ atMs, tuning });
    const revision = this.#made.length;
    this.#voidsRound = this.#inRound;
    const next = this.#inRound ? this.#round : this.#round + 1;
    for (const [index, { lane, stats }] of this.#lanes.entries()) {
      lane.tune(tuningFor(lane.plan, this.#plan.workload, tuning), revision);
      // A lane without further turns keeps its old segment.
      if ((this.#lastRounds[index] ?? -1) >= next) stats.countFrom(this.#slice + 1);
    }
    return revision;
  }

  /** All of them, with the lanes whose figures are from after each. */
  told(): Tuned[] {
    return this.#made.map(({ atMs, tuning }, index) => ({
      atMs,
      tuning,
      countedIn: this.#lanes
        .filter(({ stats }) => (stats.standing.revision ?? -1) > index)
        .map(({ id }) => id),
    }));
  }

  /** What a reader has to know of figures that are not all from after the last change. */
  warnings(): Warning[] {
    const measured = this.#lanes.flatMap(({ lane, stats }) =>
      // What broke off before a change is told as broken off.
      lane.error ? [] : (stats.standing.revision ?? []),
    );
    const before = measured.filter((revision) => revision < this.#made.length);
    if (before.length === 0) return [];
    return [{ code: before.length === measured.length ? 'changed-too-late' : 'changed-after-some' }];
  }
}
