import type { LatencySlices } from '../../../shared/contract/figures.ts';
import type { Comparison, LatencyComparison, Precision } from '../../../shared/contract/result.ts';
import { concludeFamily, pairedRatio, type PairedRatio } from '../../../shared/statistics/paired-ratio.ts';
import { chanceOverStarts } from '../../../shared/statistics/starts.ts';
import type { LaneGain } from '../../../shared/contract/lane-result.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { sameValue } from '../../../shared/plan/defaults.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
export interface SlicesToCompare {
  id: string;
  countedFrom: number;
  slices: readonly number[];
  latencySlices?: LatencySlices | undefined;
  /** How many of them each start has. */
  starts?: readonly number[];
  /** Share of the commands that found what they asked for; `null`: they ask for nothing. */
  hitRate?: number | null;
  mostlyFailed?: boolean;
}

/** Every lane against the first, as far as both have slices of the same rounds, and did the same work in them. */
export function compareLanes(lanes: readonly SlicesToCompare[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  const measured = others.flatMap((lane) => {
    const comparable =
      lane.countedFrom === baseline.countedFrom &&
      [lane, baseline].every(didAnything) &&
      sameWork(lane, baseline);
    const ratio = comparable ? ratioOverStarts(lane.slices, baseline.slices, baseline.starts) : null;
    return ratio ? [{ lane, ratio }] : [];
  });
  const latencies = compareLatencies(
    measured.map(({ lane }) => lane),
    baseline,
  );
  return concludeFamily(measured.map(({ ratio }) => ratio)).map((outcome, index) => {
    const id = measured[index]?.lane.id ?? '';
    const latency = latencies.get(id);
    return { lane: id, baseline: baseline.id, ...outcome, ...(latency ? { latency } : {}) };
  });
}

function ratioOverStarts(
  slices: readonly number[],
  baseline: readonly number[],
  starts: readonly number[] | undefined,
): PairedRatio | null {
  const ratio = pairedRatio(slices, baseline, starts);
  return ratio && { ...ratio, chance: chanceOverStarts(ratio, starts) };
}

/** What mostly fails is quick, and no measure of anything. */
const didAnything = ({ slices, mostlyFailed = false }: SlicesToCompare) =>
  !mostlyFailed && slices.some((rate) => rate > 0);

/** The p50s of these lanes against the baseline's, by lane: a family of their own. */
function compareLatencies(
  lanes: readonly SlicesToCompare[],
  baseline: SlicesToCompare,
): Map<string, LatencyComparison> {
  const measured = lanes.flatMap(({ id, latencySlices }) => {
    const ratio = latencyRatio(latencySlices, baseline.latencySlices, baseline.starts);
    return ratio ? [{ id, ...ratio }] : [];
  });
  return new Map(
    concludeFamily(measured).map(({ ratio, ci95, outcome }, index) => {
      const { id = '', kind = 'command' } = measured[index] ?? {};
      return [id, { kind, ratio, ci95, outcome: latencyOutcomes[outcome] }];
    }),
  );
}

/** A larger p50 is worse. */
const latencyOutcomes = { faster: 'worse', slower: 'better', inconclusive: 'inconclusive' } as const;

function latencyRatio(
  ours: LatencySlices | undefined,
  theirs: LatencySlices | undefined,
  starts: readonly number[] | undefined,
): (PairedRatio & Pick<LatencySlices, 'kind'>) | null {
  if (!ours || ours.kind !== theirs?.kind) return null;
  // A round in which either has none is left out, as one in which neither did anything.
  const pairs = ours.p50Ms.map((own, round) => {
    const other = theirs.p50Ms[round] ?? null;
    return own === null || other === null ? { own: 0, other: 0 } : { own, other };
  });
  const ratio = ratioOverStarts(
    pairs.map(({ own }) => own),
    pairs.map(({ other }) => other),
    starts,
  );
  return ratio && { kind: ours.kind, ...ratio };
}

/** A lane that finds less is answered sooner: its keys are used up, or others have them. */
const mostDifferenceInHits = 0.05;

export function sameWork(
  { hitRate: one = null }: Pick<SlicesToCompare, 'hitRate'>,
  { hitRate: other = null }: Pick<SlicesToCompare, 'hitRate'>,
): boolean {
  // Lanes that send other commands do so by their plan.
  return one === null || other === null || Math.abs(one - other) <= mostDifferenceInHits;
}

/** An interval of fewer pairs may be narrow by luck, and would end the run by it. */
const leastPairs = 10;

/**
 * How far the ends of the widest interval are from its ratio, a share. An interval that was drawn out to 1, because its
 * lanes cannot be told apart, counts by its other end. `null`: a ratio has too few pairs for it, or there is none.
 */
export function widestInterval(comparisons: readonly Comparison[]): number | null {
  const widths = comparisons.map(({ ratio, ci95, pairs }) => {
    if (!ci95 || pairs < leastPairs) return Infinity;
    const ends = ci95.filter((end) => end !== 1);
    return Math.max(1, ...ends.map((end) => Math.max(end / ratio, ratio / end))) - 1;
  });
  const widest = Math.max(...widths);
  return Number.isFinite(widest) ? widest : null;
}

/** Why a run that was to last until its ratios are so precise has ended. */
export function precisionReached(
  asked: number,
  comparisons: readonly Comparison[],
  stopped: boolean,
): Precision {
  const reached = widestInterval(comparisons);
  const isReached = reached !== null && reached <= asked;
  return { asked, reached, ended: isReached ? 'precise' : stopped ? 'stopped' : 'max-duration' };
}

/** Neither waits for each reply nor batches: what lies between one-by-one and the strategies that batch. */
const concurrent = 'concurrent';
/** Strategies whose lead over `concurrent` is not that of batching alone. */
const notBatching = new Set([concurrent, 'one-by-one', 'wire', 'noop']);

/**
 * The gain of each batching lane over one-by-one, as two factors: `concurrent` ÷ one-by-one, and the lane ÷
 * `concurrent`. By lane id; lanes without an entry differ in more than the strategy. Empty where
 * something other than the strategy limits or disturbs the lanes: a requested rate, a race, a new connection for each
 * command. `plan` has the settings that the figures are of, `lanes` those that have not failed.
 */
export function gainsOf(
  { lanes: plans, schedule }: Pick<Plan, 'lanes' | 'schedule'>,
  lanes: readonly SlicesToCompare[],
  comparisons: readonly Comparison[],
): Map<string, LaneGain> {
  const [first] = plans;
  if (first?.strategy !== 'one-by-one' || schedule.mode === 'race') return new Map();
  if (first.workload.rps !== undefined || !first.workload.keepalive) return new Map();
  const strategyOf = new Map(
    plans.filter((plan) => differsInStrategyAlone(plan, first)).map(({ id, strategy }) => [id, strategy]),
  );
  const alike = lanes.filter(({ id }) => strategyOf.has(id));
  const between = alike.find(({ id }) => strategyOf.get(id) === concurrent);
  const waiting = comparisons.find(({ lane }) => lane === between?.id);
  if (!between || !waiting || !alike.some(({ id }) => id === first.id)) return new Map();
  const batching = alike.filter(({ id }) => !notBatching.has(strategyOf.get(id) ?? ''));
  return new Map(
    compareLanes([between, ...batching]).map((over) => [
      over.lane,
      { waiting: factorOf(waiting), batching: factorOf(over), concurrent: between.id },
    ]),
  );
}

const factorOf = ({ ratio, ci95 }: Comparison) => ({ ratio, ci95 });

function differsInStrategyAlone(plan: LanePlan, first: LanePlan): boolean {
  const settings = ({ id: _id, label: _label, strategy: _strategy, ...rest }: LanePlan) => rest;
  return sameValue(settings(plan), settings(first));
}
