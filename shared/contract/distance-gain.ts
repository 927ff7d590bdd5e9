import * as z from 'zod/mini';
import { boundedList, count, describe, flag, mention, orNull, real } from './describe.ts';
import { completePlanSchema } from './plan.ts';
import { sweptLane } from './swept-lane.ts';

const distancePointSchema = z.object({
  rttMs: real('Round trip that was added, ms; 0: nothing.'),
  rate: orNull(z.number(), 'Estimate of the lane’s rate, commands per second; null: none.'),
  ratio: orNull(
    z.number(),
    'Its rate ÷ that of the first lane at this distance; null: they were not compared.',
  ),
  ci95: orNull(
    z.tuple([z.number(), z.number()]),
    '95 % interval of the ratio; null: of the first lane, or of a single round.',
  ),
  pairs: count('Rounds that the ratio rests on.'),
  isProvisional: flag('The interval is wide, or there is none: more rounds may give another ratio.'),
});
export type DistancePoint = z.output<typeof distancePointSchema>;

const distanceLaneSchema = z.object({
  ...sweptLane,
  inFlight: count('Commands, or units, that it has in flight at once, at most.'),
  tripsPerUnit: z.exactOptional(
    real('Round trips of one unit, where lanes count units and one was measured.'),
  ),
  limit: real(
    'Commands in flight ÷ those of the first lane, of units also the round trips of its unit ÷ those here: the ratio of lanes that only wait for round trips of one length.',
  ),
  points: describe(
    boundedList(distancePointSchema),
    'One for each distance that was begun, from near to far.',
  ),
});
export type DistanceLane = z.output<typeof distanceLaneSchema>;

/** How much each lane gains on the first, over the round trip. */
export const distanceGainSchema = z.object({
  plan: mention(completePlanSchema, 'What was measured, without its round trips.'),
  distances: describe(boundedList(z.number()), 'Round trips that were asked for, ms, from near to far.'),
  lanes: describe(boundedList(distanceLaneSchema), 'In the order of the plan; the first is the baseline.'),
});
export type DistanceGain = z.output<typeof distanceGainSchema>;
