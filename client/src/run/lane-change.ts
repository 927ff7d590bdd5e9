import { atSeconds } from '../charts/series.ts';
import { compareSides } from '../../../shared/comparison/compare-sides.ts';
import type { UnpairedRatio } from '../../../shared/comparison/ratio-of-medians.ts';
import type { Tuning } from '../../../shared/contract/plan.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { ratioInWords } from '../../../shared/words/cell-text.ts';
import type { Messages } from '../messages/en.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { roundSegments } from './round-segments.ts';
import { describeTuning } from './tuning-marks.ts';

/** What the last change of the settings did to a lane. */
export interface LaneChange {
  from: Tuning;
  to: Tuning;
  /** With the settings before, commands/s. */
  before: number;
  /** The same of the baseline; `null`: it had no counted turn with these settings. */
  baselineBefore: number | null;
  /** Of the throughput; `null` until a turn with the new settings is counted. */
  ratio: UnpairedRatio | null;
}

type Workload = Omit<Tuning, 'network'>;

/** `null`: nothing that this lane sends with was changed, or nothing was counted before. `batches`: whether it has batches. */
export function laneChange(run: LiveRun, lane: LaneView, batches: boolean): LaneChange | null {
  if (run.tunings.length === 0) return null;
  const segments = roundSegments(run, lane, atSeconds);
  const newest = segments.at(-1);
  const isMeasured = run.result !== null || newest?.revision === run.tunings.length;
  const [before, after] = isMeasured ? [segments.at(-2), newest] : [newest, undefined];
  if (!before) return null;
  const settings = [before.revision, after?.revision ?? run.tunings.length].map((revision) =>
    tunedPlan(run.plan, run.tunings.slice(0, revision)),
  );
  const [was, is] = settings.map((plan) => plan.lanes[lane.index]?.workload);
  const changed = Object.keys(
    Object.assign({}, ...run.tunings.map(({ tuning }) => tuning)) as Workload,
  ).filter(
    (name): name is keyof Workload =>
      name !== 'network' &&
      (name !== 'pipeline' || batches) &&
      was?.[name as keyof Workload] !== is?.[name as keyof Workload],
  );
  const [from, to] = settings.map((plan): Tuning => {
    const workload: Tuning = Object.fromEntries(
      changed.map((name) => [name, plan.lanes[lane.index]?.workload[name]]),
    );
    const moved = settings[0]?.network !== settings[1]?.network && !lane.plan.network;
    return moved && plan.network ? { ...workload, network: plan.network } : workload;
  });
  if (!from || !to || Object.keys(to).length === 0) return null;
  const sideOf = (segment: { median: number; dots: readonly { rate: number }[] }) => ({
    shown: segment.median,
    values: segment.dots.map(({ rate }) => rate),
    starts: undefined,
  });
  const { ratio } = after ? compareSides(sideOf(before), sideOf(after), 1) : { ratio: null };
  // While it is looked at, an interval would promise too much.
  return {
    from,
    to,
    before: before.median,
    baselineBefore: baselineAt(run, before.revision),
    ratio: ratio && (run.result === null ? { ...ratio, ci95: null } : ratio),
  };
}

const baselineAt = (run: LiveRun, revision: number): number | null =>
  (run.baseline && roundSegments(run, run.baseline, atSeconds).find((one) => one.revision === revision))
    ?.median ?? null;

/** "batch 32 → batch 64: × 1.40 (1.30 – 1.50)". */
export function laneChangeInWords({ from, to, ratio }: LaneChange, messages: Messages): string {
  const { numbers } = messages.words;
  const change = `${describeTuning(from, messages)} → ${describeTuning(to, messages)}`;
  if (ratio === null) return change;
  return numbers.named(
    change,
    ratio.ci95 ? ratioInWords(ratio, numbers) : `× ${numbers.roughly(ratio.ratio)}`,
  );
}
