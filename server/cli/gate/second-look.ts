import { planDifferences } from '../../../shared/comparison/differences.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { mostSlices, type LanePlan, type Plan } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { limits } from '../../../shared/limits.ts';
import type { Check } from '../../../shared/report/block.ts';
import { fitRates } from '../../../shared/statistics/lane-fit.ts';
import { ratioInRounds } from '../../../shared/statistics/ratios.ts';
import { summariseThroughput, withEstimate } from '../../../shared/statistics/throughput.ts';

/** A check of one measurement. */
export interface Look {
  check: Check;
  /** True where another measurement may judge it otherwise. */
  isOfChance: boolean;
  /** True where it does not fail unjudged, also with --strict. */
  mayStayOpen?: true;
}

/** The outcome of a second measurement. */
export interface MeasuredAgain {
  /** A result with the plan of the first one, whose lanes it has. */
  result: Result;
  /** The lanes of the baseline’s plan, in turns with those; `null`: they were not measured. */
  was: Result | null;
}

/** A second measurement that is to be made. */
export interface SecondPlan {
  plan: Plan;
  /** Names of the checks that it is for. */
  checks: string[];
  /** True where the lanes of the baseline’s plan take turns with those of the run. */
  isInterleaved: boolean;
  /** Tells what is of the run from what is of the baseline’s plan. */
  parts: (result: Result) => MeasuredAgain;
}

const timesLonger = 2;

/**
 * The plan once more, twice as long. Where the plan of the baseline differs in settings that a lane can have, its lanes
 * take turns with those of the run, so that both are measured in the same minutes; code of lanes is that of today, and
 * is not measured under earlier settings. `code`: whether there are such lanes.
 */
export function secondPlan(plan: Plan, was: Plan | null, code: boolean): Omit<SecondPlan, 'checks'> {
  const alone = longer(plan);
  const twins = was && !code ? twinsOf(was, plan) : null;
  if (!twins || !was)
    return {
      plan: alone,
      isInterleaved: false,
      parts: (result) => ({ result: { ...result, plan }, was: null }),
    };
  const ofBaseline = longer({ ...plan, lanes: twins.map(({ twin }) => twin) }).lanes;
  const ids = new Map(twins.map(({ id, twin }) => [twin.id, id]));
  return {
    plan: { ...alone, lanes: [...alone.lanes, ...ofBaseline] },
    isInterleaved: true,
    parts: (result) => {
      const part = (lanes: LaneResult[], of: Plan): Result => {
        const named = lanes.map((lane) => ({ ...lane, id: ids.get(lane.id) ?? lane.id }));
        return { ...result, plan: of, lanes: named, comparisons: comparisonsOf(named) };
      };
      return {
        result: part(
          result.lanes.filter(({ id }) => !ids.has(id)),
          plan,
        ),
        was: part(
          result.lanes.filter(({ id }) => ids.has(id)),
          was,
        ),
      };
    },
  };
}

/** The plan with twice its time or commands, as far as bounds let it. */
function longer(plan: Plan): Plan {
  const { sliceMs, maxDurationMs } = plan.schedule;
  const times = (value: number, most: number) => Math.max(value, Math.min(value * timesLonger, most));
  const workload = <Of extends Plan['workload']>(one: Of): Of => ({
    ...one,
    durationMs: times(one.durationMs, Math.min(limits.durationMs.max, mostSlices * sliceMs)),
    ...(one.requests === undefined ? {} : { requests: times(one.requests, limits.requests.max) }),
  });
  return {
    ...plan,
    workload: workload(plan.workload),
    lanes: plan.lanes.map((lane) => ({ ...lane, workload: workload(lane.workload) })),
    schedule: {
      ...plan.schedule,
      ...(maxDurationMs === undefined
        ? {}
        : { maxDurationMs: times(maxDurationMs, limits.maxDurationMs.max) }),
    },
  };
}

/** Settings that each lane of a plan may have for itself. */
const ofLane = /^(lanes\.[^.]+\.)?(workload|network)(\.|$)/;

/** The lanes of the baseline as lanes of the run, under ids of their own; `null`: they cannot be, or need not. */
function twinsOf(was: Plan, plan: Plan): { id: string; twin: LanePlan }[] | null {
  const differences = planDifferences(was, plan);
  const isPossible =
    differences.length > 0 &&
    differences.every(({ field }) => ofLane.test(field)) &&
    plan.agents === undefined &&
    plan.lanes.every(({ id }) => !id.startsWith('was-')) &&
    was.lanes.length + plan.lanes.length <= limits.lanes.max;
  if (!isPossible) return null;
  const noNetwork = plan.network && { rttMs: 0, jitterMs: 0 };
  return was.lanes.map((lane, place) => {
    const network = lane.network ?? was.network ?? noNetwork;
    return { id: lane.id, twin: { ...lane, id: `was-${place + 1}`, ...(network && { network }) } };
  });
}

/** Two measurements of the same lanes as one: all slices of both, and one fit over them. */
export function pooled(one: Result, other: Result): Result {
  const sides = other.lanes.map((lane) => ({
    lane,
    before: one.lanes.find(({ id }) => id === lane.id)?.throughput ?? null,
  }));
  const all = sides.map(({ lane: { throughput }, before }) => ({
    slices: [...(before?.slices ?? []), ...(throughput?.slices ?? [])],
    // Slices of one start each are as independent as those of one run.
    starts: before?.starts && throughput?.starts ? [...before.starts, ...throughput.starts] : undefined,
  }));
  const rates = fitRates(all);
  const lanes = sides.map(({ lane }, place): LaneResult => {
    const { slices = [], starts } = all[place] ?? {};
    const throughput = summariseThroughput(slices, starts);
    return { ...lane, throughput: throughput && withEstimate(throughput, rates[place] ?? NaN) };
  });
  return { ...other, plan: one.plan, lanes, comparisons: comparisonsOf(lanes) };
}

/** Each lane against the first. */
const comparisonsOf = ([first, ...others]: readonly LaneResult[]): Result['comparisons'] =>
  others.flatMap(({ id, throughput }) => {
    const found = first?.throughput && throughput ? ratioInRounds(throughput, first.throughput) : null;
    return first && found ? [{ lane: id, baseline: first.id, ...found }] : [];
  });

const outcomeOf = (passed: boolean | null) => (passed === null ? 'not judged' : passed ? 'passed' : 'failed');

/**
 * A check after two measurements: the second decides. Where it cannot judge by itself, all slices of both together do.
 */
export function checkOfBoth(first: Check, second: Check, both: Check): Check {
  const { passed } = second.passed === null ? both : second;
  const words =
    first.passed === false && second.passed === false
      ? 'failed, and again in a second run'
      : first.passed === second.passed
        ? `${outcomeOf(first.passed)}, and again in a second run`
        : `${outcomeOf(first.passed)} at first, ${outcomeOf(second.passed)} in a second run`;
  const together = second.passed === null ? `; both together: ${both.message}` : '';
  return {
    name: first.name,
    passed,
    message: `${words}: first ${first.message}; then ${second.message}${together}`,
    tookTwo: true,
  };
}
