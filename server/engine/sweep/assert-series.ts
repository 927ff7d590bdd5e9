import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { smallest } from '../../../shared/statistics/extremes.ts';
import { leastSlices } from '../run/lane-warnings.ts';
import { makeSchedule } from '../run/schedule.ts';

/** A series of runs of one plan. */
type Series = 'a load curve' | 'several round trips';

/** A part of a plan that does not go with a series, and why. */
type Rule = readonly [field: string, what: string, why: string, isIn: (plan: Plan) => boolean];

const disturb = 'lanes that run at once disturb one another';
const isRace = ({ schedule }: Plan) => schedule.mode === 'race';
const hasCount = ({ lanes }: Plan) => lanes.some(({ workload }) => workload.requests !== undefined);
const hasRate = ({ lanes }: Plan) => lanes.some(({ workload }) => workload.rps !== undefined);
const hasOwnNetwork = ({ lanes }: Plan) => lanes.some(({ network }) => network !== undefined);

const rules: Readonly<Record<Series, readonly Rule[]>> = {
  'a load curve': [
    ['schedule.mode', 'race', disturb, isRace],
    ['workload.requests', 'a count', 'each rate is measured for a time', hasCount],
  ],
  'several round trips': [
    ['schedule.mode', 'race', disturb, isRace],
    ['workload.rps', 'a rate', 'at a rate that is given no lane gains anything', hasRate],
    ['workload.requests', 'a count', 'each distance is measured for a time', hasCount],
    ['lanes', 'a network of one lane', 'the round trips are those of all', hasOwnNetwork],
    [
      'agents',
      'a run by agents',
      'no network can be put before agents',
      ({ agents }) => agents !== undefined,
    ],
    ['lanes', 'a single lane', 'a gain needs a second', ({ lanes }) => lanes.length < 2],
  ],
};

/** `within`: the place of the plan in its document. Throws InvalidInput for a plan that this series cannot be made of. */
export function assertSeries(series: Series, plan: Plan, within = ''): void {
  const [field, what, why] = rules[series].find(([, , , isIn]) => isIn(plan)) ?? [];
  if (field !== undefined)
    throw invalid(within + field, `${what ?? ''} does not go with ${series}: ${why ?? ''}`);
  const slices = series === 'a load curve' ? slicesOfLane(plan) : leastSlices;
  if (slices < leastSlices)
    throw invalid(
      `${within}workload.durationMs`,
      `a load curve needs at least ${leastSlices} slices a lane to tell whether its queue grows, and these settings give ${slices}: a longer time, or shorter slices`,
    );
}

const invalid = (field: string, message: string) => new InvalidInput([{ field, value: undefined, message }]);

/** Counted slices of the lane that has the fewest. */
function slicesOfLane(plan: Plan): number {
  const counted = makeSchedule(plan).filter(({ phase }) => phase === 'counted');
  return smallest(
    plan.lanes.map(
      (_, lane) => counted.filter(({ turns }) => turns.some((turn) => turn.lane === lane)).length,
    ),
  );
}
