import type { LaneResult } from '../contract/lane-result.ts';
import type { LatencyComparison, Result } from '../contract/result.ts';
import { rateOf } from '../statistics/figures.ts';
import { optionOf } from '../settings/options.ts';
import { PlanPath } from '../settings/paths.ts';
import { isStatable, leastRate } from '../statistics/paired-ratio.ts';
import { scatterOver } from '../statistics/scatter.ts';
import { compareLatency, type LatencyOf } from './compare-latency.ts';
import { compareSides, type SliceValues } from './compare-sides.ts';
import {
  planDifferences,
  environmentDifferences,
  serverDifferences,
  type Difference,
} from './differences.ts';

/**
 * throughput: a lane against the same lane of the other run.
 * ratios: how much faster than the first lane it is, against how much faster it was. Both lanes ran on the same
 * machine in the same minutes, so this survives another machine, and much of a noisy one.
 */
export const comparedFigures = ['throughput', 'ratios'] as const;
export type ComparedFigure = (typeof comparedFigures)[number];

export type ComparedLane =
  | {
      state: 'compared';
      lane: string;
      /** Commands per second, or ratios to the first lane. */
      was: number;
      is: number;
      /** is / was; above 1 is better. */
      ratio: number;
      ci95: [number, number] | null;
      /** `inconclusive` when the interval includes 1, or there is none. */
      outcome: 'better' | 'worse' | 'inconclusive';
      /** Of its p50, as is / was; above 1 is worse. Without an interval where a file has no p50 of each slice. */
      latency: LatencyComparison | null;
    }
  | { state: 'not compared'; lane: string; reason: string };

export interface ResultComparison {
  /** The name of the later run; absent: it has none. */
  name?: string;
  figure: ComparedFigure;
  lanes: ComparedLane[];
  environment: Difference[];
  /**
   * What share of the CPU time that a lane wanted others had, where that differs by much: the speed of lanes may have
   * changed for that alone. `null`: it does not, or is not known.
   */
  pressure: { lane: string; was: number; is: number } | null;
  /** What makes the comparison weaker than it looks. */
  warnings: string[];
}

/** Two results that are not of the same thing. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
  readonly differences: readonly Difference[];
  constructor(message: string, differences: readonly Difference[] = []) {
    super(message);
    this.differences = differences;
  }
}

/**
 * Every lane of a result against the same lane of an earlier one. The plans may differ in the settings whose options
 * `allowed` names, as in `pipeline`. Throws NotComparable.
 */
export function compareResults(
  was: Result,
  is: Result,
  figure: ComparedFigure,
  allowed: readonly string[] = [],
): ResultComparison {
  const [meant, plans] = allowedDifferences(planDifferences(was.plan, is.plan), allowed);
  if (plans.length > 0) throw new NotComparable('The plans differ', plans);
  for (const [result, which] of [
    [was, 'earlier'],
    [is, 'later'],
  ] as const)
    if (result.tunings.length > 0)
      throw new NotComparable(`Settings were changed during the ${which} run: it did not measure its plan`);
  const pressure = pressureOf(was, is, meant.length > 0);
  const lanes = is.lanes.slice(figure === 'ratios' ? 1 : 0);
  if (lanes.length === 0) throw new NotComparable('Ratios need a second lane: this plan has one');
  return {
    ...(is.name === undefined ? {} : { name: is.name }),
    figure,
    pressure,
    lanes: lanes.map(({ id }) => compareLane(id, was, is, figure)),
    environment: [
      ...environmentDifferences(was.environment, is.environment),
      ...serverDifferences(was.lanes, is.lanes),
    ],
    warnings: [
      ...(pressure ? [pressureInWords(pressure)] : []),
      ...(was.name === is.name
        ? []
        : [`the earlier run is named ${said(was.name)}, the later one ${said(is.name)}`]),
      ...meant.map(
        (one) =>
          `the plans differ in ${optionNameAt(one)}, as allowed: ${said(one.was)}, now ${said(one.is)}`,
      ),
      ...[was, is].flatMap((result, index) => weaknesses(result, index === 0 ? 'earlier' : 'later', figure)),
    ],
  };
}

/** By so much the shares may differ. On two cores 0.01 to 0.25 is quiet; beside two busy loops it is 0.5. */
const mostPressure = 0.15;

/** Of the lane whose share differs most. One whose settings were changed may want another share by itself. */
function pressureOf(was: Result, is: Result, onlyFirst: boolean): ResultComparison['pressure'] {
  const lanes = is.lanes.slice(0, onlyFirst ? 1 : undefined).flatMap((lane) => {
    const [before, after] = [was.lanes.find(({ id }) => id === lane.id), lane].map(shareOfOthers);
    return before == null || after == null ? [] : [{ lane: lane.id, was: before, is: after }];
  });
  const [most] = lanes.sort((one, other) => Math.abs(other.is - other.was) - Math.abs(one.is - one.was));
  return most && Math.abs(most.is - most.was) > mostPressure ? most : null;
}

const shareOfOthers = (lane: LaneResult | undefined): number | null => {
  const { cpu, coreWait } = lane?.client ?? {};
  return cpu == null || coreWait == null || cpu + coreWait === 0 ? null : coreWait / (cpu + coreWait);
};

export const pressureInWords = ({ lane, was, is }: NonNullable<ResultComparison['pressure']>): string => {
  const [before, after] = [was, is].map((share) => `${Math.round(share * 100)} %`);
  return `other programs had ${after ?? ''} of the CPU time that ${lane} wanted, and ${before ?? ''} in the earlier run`;
};

/** Differences of plans: those in settings that may differ, and the others. */
export function allowedDifferences(
  found: readonly Difference[],
  allowed: readonly string[],
): [allowed: Difference[], others: Difference[]] {
  const isAllowed = (one: Difference) => allowed.includes(optionNameAt(one));
  return [found.filter(isAllowed), found.filter((one) => !isAllowed(one))];
}

/** The name of its option, also for that of a single lane; a field without one has its own. */
export const optionNameAt = ({ field }: Difference): string =>
  optionOf(new PlanPath(field).setting)?.name ?? field;

const said = (value: unknown) =>
  value === undefined ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);

function compareLane(lane: string, was: Result, is: Result, figure: ComparedFigure): ComparedLane {
  const sides = compareSides(
    valuesOf(lane, was, figure),
    valuesOf(lane, is, figure),
    figure === 'ratios' ? 2 : 1,
  );
  const { was: before, is: after } = sides;
  if (before === null) return { state: 'not compared', lane, reason: missing(lane, was, 'earlier', figure) };
  if (after === null) return { state: 'not compared', lane, reason: missing(lane, is, 'later', figure) };
  if (!sides.ratio || !isStatable(sides.ratio))
    return { state: 'not compared', lane, reason: `slices of ${lane} scatter too much for a ratio` };
  const { ratio, ci95 } = sides.ratio;
  const outcome = ci95 && ci95[0] > 1 ? 'better' : ci95 && ci95[1] < 1 ? 'worse' : 'inconclusive';
  const latency = latencyOf(lane, was, is, figure);
  return { state: 'compared', lane, was: before, is: after, ratio, ci95, outcome, latency };
}

function latencyOf(id: string, was: Result, is: Result, figure: ComparedFigure): LatencyComparison | null {
  const [before, after] = [was, is].map(({ lanes }): LatencyOf | null => {
    const lane = lanes.find((one) => one.id === id);
    return lane ? { lane, over: figure === 'ratios' ? lanes[0] : undefined } : null;
  });
  return before && after ? compareLatency(before, after) : null;
}

/** The slices of a lane, or their ratios to those of the first lane in the same rounds. */
function valuesOf(id: string, { lanes }: Result, figure: ComparedFigure): SliceValues {
  const lane = lanes.find((one) => one.id === id);
  const [slices, starts] = [usable(lane), lane?.throughput?.starts];
  const shown = shownRate(lane);
  if (figure === 'throughput') return { shown, values: slices, starts };
  const first = usable(lanes[0]);
  return {
    shown: shown / shownRate(lanes[0]),
    values: slices.slice(0, first.length).map((value, round) => value / (first[round] ?? NaN)),
    starts,
  };
}

const shownRate = (lane: LaneResult | undefined) => Math.max(rateOf(lane) ?? NaN, leastRate);

/** A slice in which nothing came back is as slow as can be told, and not left out. */
const usable = (lane: LaneResult | undefined): number[] =>
  lane === undefined || lane.state === 'failed'
    ? []
    : (lane.throughput?.slices ?? []).map((value) => Math.max(value, leastRate));

function missing(id: string, { lanes }: Result, which: string, figure: ComparedFigure): string {
  const bad = [id, ...(figure === 'ratios' ? [lanes[0]?.id ?? ''] : [])].find(
    (one) => usable(lanes.find((lane) => lane.id === one)).length === 0,
  );
  const failed = lanes.find((lane) => lane.id === bad)?.state === 'failed';
  return `in the ${which} run, ${bad ?? id} ${failed ? 'failed' : 'measured nothing'}`;
}

function weaknesses(result: Result, which: string, figure: ComparedFigure): string[] {
  const unsteady = result.lanes.filter(
    ({ throughput }) => throughput !== null && scatterOver(mostCv, throughput.slices) !== null,
  );
  return [
    ...(result.state === 'stopped' ? [`the ${which} run was stopped early`] : []),
    ...(figure === 'throughput' && result.lanes.some(({ rate }) => rate !== null) && which === 'later'
      ? ['at a requested rate, throughput is what was asked for: hold latency with --assert instead']
      : []),
    ...(unsteady.length > 0
      ? [
          `in the ${which} run, slices of ${unsteady.map(({ id }) => id).join(', ')} disagree: over 10 % variation`,
        ]
      : []),
  ];
}

const mostCv = 0.1;
