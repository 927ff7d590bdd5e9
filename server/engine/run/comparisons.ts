import type { LatencySlices } from '../../../shared/contract/figures.ts';
import type { Comparison, LatencyComparison, Precision } from '../../../shared/contract/result.ts';
import { fitRates } from '../../../shared/statistics/lane-fit.ts';
import {
  concludeFamily,
  fittedRatio,
  pairedRatio,
  withRatio,
  type PairedRatio,
} from '../../../shared/statistics/paired-ratio.ts';
import { chanceOverStarts } from '../../../shared/statistics/starts.ts';
import type { LaneGain } from '../../../shared/contract/lane-result.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { sameValue } from '../../../shared/plan/defaults.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
export interface SlicesToCompare {
  id: string;
  countedFrom: number;
  slices: readonly number[];
  latencySlices?: LatencySlices | undefined;
  /** Of all these slices together, of the same kind, ms. */
  p50Ms?: number | null;
  /** How many of them each start has. */
  starts?: readonly number[];
  /** Share of the commands that found what they asked for; `null`: they ask for nothing. */
  hitRate?: number | null;
  mostlyFailed?: boolean;
  /** Its rate is of units of the user's code, not of commands. */
  countsUnits?: boolean;
  /** Commands that one unit sends; `null` where the lane has no units. */
  commandsPerUnit?: number | null;
  keysGone?: boolean;
}

/** Lanes by id, commands per second; NaN: no slice was counted. */
export type Rates = ReadonlyMap<string, number>;

/** The rate of each lane, from one fit over those whose first counted slice is of the same round. */
export function fitLanes(lanes: readonly SlicesToCompare[]): Rates {
  const rates = new Map<string, number>();
  for (const lane of lanes) {
    if (rates.has(lane.id)) continue;
    // What mostly fails is quick, and says nothing of the rounds.
    const isWith = (other: SlicesToCompare) =>
      other === lane || (other.countedFrom === lane.countedFrom && !other.mostlyFailed && !lane.mostlyFailed);
    const together = lanes.filter(isWith);
    for (const [index, rate] of fitRates(together).entries()) rates.set(together[index]?.id ?? '', rate);
  }
  return rates;
}

/** Every lane against the first, as far as both have slices of the same rounds, and did the same work in them. */
export function compareLanes(
  lanes: readonly SlicesToCompare[],
  rates: Rates = fitLanes(lanes),
): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  const fitted = ({ id, slices, starts }: SlicesToCompare) => ({
    estimate: rates.get(id) ?? NaN,
    slices,
    starts,
  });
  const measured = others.flatMap((lane) => {
    const comparable =
      lane.countedFrom === baseline.countedFrom &&
      [lane, baseline].every(didAnything) &&
      (lane.countsUnits ?? false) === (baseline.countsUnits ?? false) &&
      sameWork(lane, baseline) &&
      bothSend(lane, baseline);
    const ratio = comparable ? overStarts(fittedRatio(fitted(lane), fitted(baseline)), baseline) : null;
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

const overStarts = (ratio: PairedRatio | null, { starts }: SlicesToCompare): PairedRatio | null =>
  ratio && { ...ratio, chance: chanceOverStarts(ratio, starts) };

/** What mostly fails, or finds nothing, is quick, and no measure of anything. */
const didAnything = ({ slices, mostlyFailed = false, keysGone = false }: SlicesToCompare) =>
  !mostlyFailed && !keysGone && slices.some((rate) => rate > 0);

/** The p50s of these lanes against the baseline's, by lane: a family of their own. */
function compareLatencies(
  lanes: readonly SlicesToCompare[],
  baseline: SlicesToCompare,
): Map<string, LatencyComparison> {
  const measured = lanes.flatMap((lane) => {
    const ratio = latencyRatio(lane, baseline);
    return ratio ? [{ id: lane.id, ...ratio }] : [];
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

/** The p50s of two lanes by round. A round in which either has none counts as one in which neither did anything. */
export function latencyPairs(
  lane: SlicesToCompare,
  baseline: SlicesToCompare,
): { ours: readonly number[]; theirs: readonly number[] } {
  const pairs = (lane.latencySlices?.p50Ms ?? []).map((own, round) => {
    const other = baseline.latencySlices?.p50Ms[round] ?? null;
    return own === null || other === null ? { own: 0, other: 0 } : { own, other };
  });
  return { ours: pairs.map(({ own }) => own), theirs: pairs.map(({ other }) => other) };
}

/** The quotient of the p50s of all slices, with the interval of the rounds. */
function latencyRatio(
  lane: SlicesToCompare,
  baseline: SlicesToCompare,
): (PairedRatio & Pick<LatencySlices, 'kind'>) | null {
  const kind = lane.latencySlices?.kind;
  if (kind === undefined || kind !== baseline.latencySlices?.kind) return null;
  const { ours, theirs } = latencyPairs(lane, baseline);
  const paired = pairedRatio(ours, theirs, baseline.starts);
  const whole = (lane.p50Ms ?? NaN) / (baseline.p50Ms ?? NaN);
  const ratio = overStarts(paired && (whole > 0 ? withRatio(paired, whole) : paired), baseline);
  return ratio && { kind, ...ratio };
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

/** Fewer commands a unit: most units send nothing. */
const leastCommands = 0.5;

/** False where the units of one lane send commands, and most of the other's send none, as those of a cache. */
export function bothSend(
  { commandsPerUnit: one = null }: Pick<SlicesToCompare, 'commandsPerUnit'>,
  { commandsPerUnit: other = null }: Pick<SlicesToCompare, 'commandsPerUnit'>,
): boolean {
  return one === null || other === null || one < leastCommands === other < leastCommands;
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
    return (
      largest(
        ends.map((end) => Math.max(end / ratio, ratio / end)),
        1,
      ) - 1
    );
  });
  const widest = largest(widths);
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
const notBatching = new Set([concurrent, 'one-by-one', 'cached', 'wire', 'noop']);

/**
 * The gain of each batching lane over one-by-one, as two factors that multiply to it: `concurrent` ÷ one-by-one, and
 * the lane ÷ `concurrent`. By lane id; lanes without an entry differ in more than the strategy. Empty where
 * something other than the strategy limits or disturbs the lanes: a requested rate, a race, a new connection for each
 * command. `plan` has the settings that the figures are of, `lanes` those that have not failed.
 */
export function gainsOf(
  { lanes: plans, schedule }: Pick<Plan, 'lanes' | 'schedule'>,
  lanes: readonly SlicesToCompare[],
  comparisons: readonly Comparison[],
  rates: Rates,
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
    compareLanes([between, ...batching], rates).map((over) => [
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
