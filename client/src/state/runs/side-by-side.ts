import {
  environmentDifferences,
  planDifferences,
  type Difference,
} from '../../../../shared/comparison/differences.ts';
import { ratioOfMedians } from '../../../../shared/comparison/ratio-of-medians.ts';
import type { LaneResult, Result } from '../../../../shared/events.ts';

export interface SideCell {
  /** Commands per second. */
  median: number;
  p99Ms: number | null;
  /** Of throughput, against the same lane of the first run; `null` in that one, and where it has no such lane. */
  against: { ratio: number; ci95: [number, number] | null; toldApart: boolean } | null;
}

export interface SideBySide {
  /** A row for each lane that any of the runs has, a cell for each run; `null`: it has no such lane, or no figure. */
  rows: { lane: string; label: string; cells: (SideCell | null)[] }[];
  /** In what each run differs from the first. */
  differences: Difference[][];
}

/** Several runs, lane by lane, each against the first. */
export function sideBySide(results: readonly Result[]): SideBySide {
  const [first] = results;
  const labels = new Map(results.flatMap(({ lanes }) => lanes.map(({ id, label }) => [id, label])));
  return {
    rows: [...labels].map(([lane, label]) => {
      const base = first && laneOf(first, lane);
      return { lane, label, cells: results.map((result) => cellOf(laneOf(result, lane), base)) };
    }),
    differences: results.map((result) =>
      first && result !== first
        ? [
            ...planDifferences(first.plan, result.plan),
            ...environmentDifferences(first.environment, result.environment),
          ]
        : [],
    ),
  };
}

const laneOf = ({ lanes }: Result, lane: string) => lanes.find(({ id }) => id === lane);

function cellOf(lane: LaneResult | undefined, base: LaneResult | undefined): SideCell | null {
  if (!lane?.throughput) return null;
  const positive = (slices: readonly number[]) => slices.filter((value) => value > 0);
  const against =
    base?.throughput && base !== lane
      ? ratioOfMedians(positive(lane.throughput.slices), positive(base.throughput.slices))
      : null;
  return {
    median: lane.throughput.median,
    p99Ms: lane.latencyMs.command?.p99 ?? null,
    against: against && {
      ...against,
      toldApart: against.ci95 !== null && (against.ci95[0] > 1 || against.ci95[1] < 1),
    },
  };
}
