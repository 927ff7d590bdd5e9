import { rateOf, shownLatency } from '../../../../shared/statistics/figures.ts';
import {
  environmentDifferences,
  planDifferences,
  type Difference,
} from '../../../../shared/comparison/differences.ts';
import { compareLatency } from '../../../../shared/comparison/compare-latency.ts';
import { compareSides } from '../../../../shared/comparison/compare-sides.ts';
import type { UnpairedRatio } from '../../../../shared/comparison/ratio-of-medians.ts';
import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { LatencyComparison, Result } from '../../../../shared/contract/result.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import { sorted } from '../../plan/in-order.ts';
import { rateOfLane, type RateName } from '../../../../shared/plan/program-lane.ts';
import { tunedPlan } from '../../../../shared/plan/tuned-plan.ts';

interface SideCell {
  /** A second, of what `counts` names. */
  rate: number;
  counts: RateName;
  p99Ms: number | null;
  /** Whether it sends other commands or payloads than the same lane of the first run: their ratio would mean nothing. */
  isUnlike: boolean;
  /** Of throughput, against the same lane of the first run; `null` in that one, and where it has no such lane, or an unlike one. */
  against: (UnpairedRatio & { toldApart: boolean; latency: LatencyComparison | null }) | null;
}

export interface SideBySide {
  /** A row for each lane that any of the runs has, a cell for each run; `null`: it has no such lane, or no figure. */
  rows: { lane: string; label: string; cells: (SideCell | null)[] }[];
  /** In what each run differs from the first. */
  differences: Difference[][];
  /** Of each run, true where no setting of its plan differs from the first one's. */
  samePlan: boolean[];
  /** Of each run, the lanes that were sent as in the first one: no setting that differs is theirs. */
  alike: string[][];
  /** Of each run, whether such a lane is told apart from that of the first all the same. */
  moved: boolean[];
  /** Of each run, the settings in which any of them differs from the first: what tells the columns apart. */
  settings: Setting[][];
}

interface Setting {
  /** As in `workload.clients`. */
  field: string;
  value: unknown;
}

/** Several runs, lane by lane, each against the first. `nameOf` names a lane for its reader. */
export function sideBySide(results: readonly Result[], nameOf: (lane: LaneResult) => string): SideBySide {
  const [first] = results;
  const plans = results.map(({ plan, tunings }) => tunedPlan(plan, tunings));
  const differing = plans.map((plan) => planDifferences(plans[0] ?? plan, plan));
  const labels = new Map(results.flatMap(({ lanes }) => lanes.map((lane) => [lane.id, nameOf(lane)])));
  const rows = [...labels].map(([lane, label]) => {
    const base = first && laneOf(first, lane);
    const cells = results.map((result, index) => {
      const isUnlike = plans[0] !== undefined && workOf(plans[index], lane) !== workOf(plans[0], lane);
      return cellOf(laneOf(result, lane), base, isUnlike, plans[index]);
    });
    return { lane, label, cells };
  });
  const isAlike = (plan: Plan, lane: string) =>
    plan !== plans[0] && sentAs(plan, lane) === sentAs(plans[0], lane);
  return {
    rows,
    differences: results.map((result, index) =>
      first && result !== first
        ? [...(differing[index] ?? []), ...environmentDifferences(first.environment, result.environment)]
        : [],
    ),
    samePlan: differing.map((differences, run) => run > 0 && differences.length === 0),
    alike: plans.map((plan) => rows.flatMap(({ lane, label }) => (isAlike(plan, lane) ? [label] : []))),
    moved: plans.map((plan, run) =>
      rows.some(({ lane, cells }) => isAlike(plan, lane) && cells[run]?.against?.toldApart),
    ),
    settings: plans.map((plan) =>
      distinguishingFields(differing.flat()).flatMap((field) => settingOf(plan, field)),
    ),
  };
}

/** Where a whole part differs, such as a network that is there in one run alone, its fields are not said as well. */
function distinguishingFields(differences: readonly Difference[]): string[] {
  const fields = [...new Set(differences.map(({ field }) => field))];
  return fields.filter(
    (field) => !fields.some((whole) => field.startsWith(`${whole}.`) && whole !== 'lanes'),
  );
}

/** As `planDifferences` names a field; none where the plan has no such lane. */
function settingOf(plan: Plan, field: string): Setting[] {
  if (field === 'lanes') return [{ field, value: plan.lanes.map(({ id }) => id) }];
  const [, id, ofLane] = /^lanes\.([^.]+)\.(.+)$/.exec(field) ?? [];
  if (ofLane === undefined) return [{ field, value: valueAt(plan, field) }];
  const lane = plan.lanes.find((one) => one.id === id);
  return lane ? [{ field, value: valueAt(lane, ofLane) }] : [];
}

const valueAt = (part: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      part,
    );

export interface LaneTally {
  faster: number;
  slower: number;
  inconclusive: number;
}

/** Of each run, in how many of its lanes it differs from the first; `null`: no lane of it has a ratio. */
export const talliesOf = ({ rows, differences }: SideBySide): (LaneTally | null)[] =>
  differences.map((_, run) => {
    const against = rows.flatMap(({ cells }) => cells[run]?.against ?? []);
    const count = (is: (one: (typeof against)[number]) => boolean) => against.filter(is).length;
    return against.length === 0
      ? null
      : {
          faster: count(({ toldApart, ratio }) => toldApart && ratio > 1),
          slower: count(({ toldApart, ratio }) => toldApart && ratio < 1),
          inconclusive: count(({ toldApart }) => !toldApart),
        };
  });

const laneOf = ({ lanes }: Result, lane: string) => lanes.find(({ id }) => id === lane);

/** What a lane sends, however many at a time, from how many clients and over whatever network. */
function workOf(plan: Plan | undefined, lane: string): string {
  const workload = plan?.lanes.find(({ id }) => id === lane)?.workload;
  const { commands, ratio, customCommand, customCommands, dataSize, dataSizeRange } = workload ?? {};
  const { name: _, ...written } = plan?.written ?? {};
  if (plan?.written) return JSON.stringify(sorted(written));
  return JSON.stringify([commands, ratio, customCommands ?? customCommand, dataSizeRange ?? dataSize]);
}

/** All that a lane is sent with. One by one has the same batch in every run. */
function sentAs(plan: Plan | undefined, id: string): string {
  const lane = plan?.lanes.find((one) => one.id === id);
  const pipeline = lane?.strategy === 'one-by-one' ? 1 : lane?.workload.pipeline;
  const workload = { ...lane?.workload, pipeline };
  return JSON.stringify([plan?.target, plan?.server, plan?.network, { ...lane, workload }]);
}

function cellOf(
  lane: LaneResult | undefined,
  base: LaneResult | undefined,
  isUnlike: boolean,
  plan: Plan | undefined,
): SideCell | null {
  const rate = rateOf(lane);
  if (!lane || rate === null) return null;
  const sides = ({ throughput }: LaneResult) => ({
    shown: rateOf({ throughput }) ?? NaN,
    values: (throughput?.slices ?? []).filter((value) => value > 0),
    starts: throughput?.starts,
  });
  const against = base && base !== lane && !isUnlike ? compareSides(sides(base), sides(lane), 1).ratio : null;
  const planned = plan?.lanes.find(({ id }) => id === lane.id);
  return {
    ...{ rate, counts: plan && planned ? rateOfLane(planned, plan) : 'rate' },
    p99Ms: shownLatency(lane.latencyMs)?.p99 ?? null,
    isUnlike: isUnlike && base !== undefined,
    against: against && {
      ...against,
      toldApart: against.ci95 !== null && (against.ci95[0] > 1 || against.ci95[1] < 1),
      latency: base ? compareLatency({ lane: base }, { lane }) : null,
    },
  };
}
