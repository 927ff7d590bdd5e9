import type { ComparedFigure } from '../../../../shared/comparison/compare-results.ts';
import type { TrendLane, TrendLine } from '../../../../shared/contract/trend.ts';
import { againstEarlier, leastEarlier } from '../../../../shared/statistics/against-earlier.ts';
import { seriesKey } from '../../../../shared/report/trend.ts';
import { nameInRun } from '../../../../shared/words/lane-labels.ts';
import { counted } from '../../../../shared/words/workload.ts';
import { boundInWords, judgeRatio } from '../baseline.ts';
import type { Look } from '../second-look.ts';

export interface TrendBound {
  figure: ComparedFigure;
  /** A share, 0 to 1. */
  maxRegression: number;
  /** The number of last runs that count. */
  last: number;
}

/** The runs that a run may be held against: of the same name, plan and kind of machine, and not failed. */
const comparableRuns = (lines: readonly TrendLine[], present: TrendLine): TrendLine[] =>
  lines.filter((line) => !line.failed && seriesKey(line) === seriesKey(present));

/** Holds each lane of a run against the last runs of a trend. Too few of them are no failure, also strictly. */
export function trendChecks(
  lines: readonly TrendLine[],
  present: TrendLine,
  { figure, maxRegression, last }: TrendBound,
  file: string,
): Look[] {
  const earlier = comparableRuns(lines, present);
  const figureOf = (lane: TrendLane | undefined) => (figure === 'ratios' ? lane?.ratio : lane?.rate) ?? null;
  return present.lanes.slice(figure === 'ratios' ? 1 : 0).flatMap((lane): Look[] => {
    const is = figureOf(lane);
    const were = earlier
      .flatMap(({ lanes }) => figureOf(lanes.find(({ id }) => id === lane.id))?.value ?? [])
      .filter((value) => value > 0)
      .slice(-last);
    const found = is && againstEarlier(is, were);
    const name = boundInWords(
      nameInRun(lane.id, present),
      figure,
      maxRegression,
      `the last ${last} runs of ${file}`,
    );
    if (!found) {
      const message = `${file} has ${counted(were.length, 'earlier run')} of this plan on this kind of machine; ${leastEarlier} are needed`;
      return [{ check: { name, passed: null, message }, isOfChance: false, mayStayOpen: true }];
    }
    const words = {
      of: ` of the mean of ${were.length} runs`,
      doubt: 'a longer run, or more runs in the trend, can tell',
    };
    return [{ check: { name, ...judgeRatio(found, maxRegression, words) }, isOfChance: true }];
  });
}
