import type { Tuned } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { tuningFor } from '../../../shared/plan/lane-differences.ts';
import type { Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { RunningLane } from './running-lane.ts';
import type { Step } from './schedule.ts';

/** Where in a run a change is made. */
interface Moment {
  /** Since the run began. */
  atMs: number;
  /** The round in progress. */
  slice: number;
  /** Lanes that have their turn just now. */
  running: readonly RunningLane[];
}

/** Changes of settings during a run: who follows them, and whose figures are from after them. */
export class LiveChanges {
  readonly #plan: Plan;
  readonly #lanes: readonly RunningLane[];
  readonly #lastRounds: readonly number[];
  readonly #made: { atMs: number; tuning: Tuning }[] = [];
  /** Lanes under which the network changed in the midst of their last turn. */
  readonly #disturbed = new Set<RunningLane>();

  constructor(plan: Plan, steps: readonly Step[], lanes: readonly RunningLane[]) {
    this.#plan = plan;
    this.#lanes = lanes;
    this.#lastRounds = lanes.map(
      (_, index) => steps.findLast(({ turns }) => turns.some(({ lane }) => lane === index))?.slice ?? -1,
    );
  }

  /** Lanes follow it from their next turn on, and count from the next round on. Returns its number, from 1. */
  make(tuning: Tuning, { atMs, slice, running }: Moment): number {
    this.#made.push({ atMs, tuning });
    const revision = this.#made.length;
    for (const [index, one] of this.#lanes.entries()) {
      const { plan } = one.lane;
      one.lane.tune(tuningFor(plan, this.#plan.workload, tuning), revision);
      // What a lane has that will have no other turn is all there will ever be of it.
      if ((this.#lastRounds[index] ?? -1) > slice) one.account.countFrom(slice + 1);
      else if (tuning.network && !plan.network && running.includes(one)) this.#disturbed.add(one);
    }
    return revision;
  }

  /** Whether what each lane of this round has so far is from after every change, so that it stands for all that holds. */
  areIn(slice: number): boolean {
    return this.#lanes.every(({ lane, account: { revisions } }, index) => {
      const hadNoTurn = (this.#lastRounds[index] ?? -1) < slice;
      return lane.error || hadNoTurn || !revisions || revisions.first >= this.#made.length;
    });
  }

  /** All of them, with the lanes whose figures are from after each. */
  told(): Tuned[] {
    return this.#made.map(({ atMs, tuning }, index) => ({
      atMs,
      tuning,
      countedIn: this.#lanes
        .filter(({ account: { revisions } }) => revisions !== null && revisions.first > index)
        .map(({ id }) => id),
    }));
  }

  /** What a reader has to know of figures that are not, or not all, from after the last change. */
  warnings(): Warning[] {
    const measured = this.#lanes.flatMap((one) => {
      const { revisions, countedFrom } = one.account;
      // What broke off before a change is told as broken off.
      return revisions && !one.lane.error
        ? [{ ...revisions, countedFrom, disturbed: this.#disturbed.has(one) }]
        : [];
    });
    const mixed = measured.some(
      ({ first, last, countedFrom, disturbed }) =>
        disturbed ||
        first !== last ||
        measured.some((other) => other.countedFrom === countedFrom && other.first !== first),
    );
    if (mixed) return [{ code: 'changed-in-last-round' }];
    const before = measured.filter(({ first }) => first < this.#made.length);
    if (before.length === 0) return [];
    return [{ code: before.length === measured.length ? 'changed-too-late' : 'changed-after-some' }];
  }
}
