import type { LaneResult } from '../contract/lane-result.ts';
import type { Environment } from '../contract/result.ts';
import type { Plan } from '../contract/plan.ts';
import { defaultSliceMs } from '../plan/default-slice.ts';

/** A field in which two documents differ. Values as JSON has them; `undefined`: not there. */
export interface Difference {
  /** As in `workload.clients` or `lanes.pipeline.strategy`. */
  field: string;
  was: unknown;
  is: unknown;
}

/**
 * A plan without what may differ between two measurements of the same: labels, what code of the user has become since,
 * and agents, which are of the place (`environmentDifferences`).
 */
export const planMeasured = ({ lanes, agents: _agents, ...rest }: Plan) => ({
  ...rest,
  lanes: lanes.map(({ label: _label, hash: _hash, ...lane }) => lane),
});

/**
 * Differences in what two plans measure (`planMeasured`). Turns that only follow the rest do not count. A lane is named by its id; what differs in all
 * lanes because the shared workload does is said once.
 */
export function planDifferences(was: Plan, is: Plan): Difference[] {
  const { lanes: lanesWere, ...restWas } = planMeasured(was);
  const { lanes: lanesAre, ...restIs } = planMeasured(is);
  const follows = [was, is].every((plan) => plan.schedule.sliceMs === defaultSliceMs(plan));
  const shared = differences(restWas, restIs, '').filter(
    ({ field }) => !(follows && field === 'schedule.sliceMs'),
  );
  const said = new Set(shared.map((one) => JSON.stringify([one.field, one.was, one.is])));
  const [idsWere, idsAre] = [lanesWere, lanesAre].map((lanes) => lanes.map(({ id }) => id));
  const order: Difference[] =
    JSON.stringify(idsWere) === JSON.stringify(idsAre) ? [] : [{ field: 'lanes', was: idsWere, is: idsAre }];
  const ofLanes = lanesWere.flatMap((lane) => {
    const other = lanesAre.find(({ id }) => id === lane.id);
    if (!other) return [];
    return differences(lane, other, '')
      .filter((one) => !said.has(JSON.stringify([one.field, one.was, one.is])))
      .map((one) => ({ ...one, field: `lanes.${lane.id}.${one.field}` }));
  });
  return [...shared, ...order, ...ofLanes];
}

/** What makes figures of one place unlike those of another. What was measured anew each time is not among it. */
const environmentFields = [
  'cpuModel',
  'cores',
  'memoryBytes',
  'platform',
  'sharedMachine',
  'node',
  'client',
  'server',
  'roundtrip',
] as const satisfies readonly (keyof Environment)[];

/** In what the places differ where two runs were measured: their figures may differ for that alone. */
export const environmentDifferences = (was: Environment, is: Environment): Difference[] => [
  ...environmentFields.flatMap((field) => differences(was[field], is[field], field)),
  ...differences(was.agents?.length, is.agents?.length, 'agents'),
];

type LaneOnServer = Pick<LaneResult, 'id' | 'target'>;

/** The same of the servers that lanes measured, in runs with several. */
export const serverDifferences = (was: readonly LaneOnServer[], is: readonly LaneOnServer[]): Difference[] =>
  was.flatMap(({ id, target: one }) => {
    const other = is.find((lane) => lane.id === id)?.target;
    if (!one || !other) return [];
    return (['name', 'version', 'allocator'] as const).flatMap((field) =>
      differences(one[field], other[field], `lanes.${id}.server.${field}`),
    );
  });

function differences(was: unknown, is: unknown, field: string): Difference[] {
  if (isRecord(was) && isRecord(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
      differences(was[key], is[key], field === '' ? key : `${field}.${key}`),
    );
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, was, is }];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
