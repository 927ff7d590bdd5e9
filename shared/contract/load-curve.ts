import * as z from 'zod/mini';
import { boundedList, count, describe, mention, orNull, real } from './describe.ts';
import { loadStates } from './enums.ts';
import { completePlanSchema } from './plan.ts';
import { sweptLane } from './swept-lane.ts';

const loadPointSchema = z.object({
  offeredRps: real('Asked for, commands per second.'),
  state: describe(
    z.enum(loadStates),
    'kept: at least 98 % of what was due was answered, and the queue did not grow; grows: the queue grew, or the lane gave up because of its length; short: less than 98 %, and no growth is told; failed, stopped: it did not end its time.',
  ),
  achievedRps: orNull(
    z.number(),
    'What was answered of what was due, commands per second; null: nothing was.',
  ),
  p50Ms: orNull(z.number(), 'Median of response time, from the moment a command was due, ms.'),
  p99Ms: orNull(z.number(), 'p99 of response time, ms.'),
  backlog: orNull(
    count(''),
    'Commands that were due and not sent when the last slice ended; null: nothing was answered.',
  ),
});
export type LoadPoint = z.output<typeof loadPointSchema>;

const loadLaneSchema = z.object({
  ...sweptLane,
  points: describe(boundedList(loadPointSchema), 'One for each rate that was begun, from low to high.'),
  keptRps: orNull(z.number(), 'Highest rate that it kept, commands per second; null: none.'),
  growsRps: orNull(
    z.number(),
    'First rate above that at which the queue grows, commands per second; null: none.',
  ),
});
export type LoadLane = z.output<typeof loadLaneSchema>;

/** Response time over offered rate. */
export const loadCurveSchema = z.object({
  plan: mention(completePlanSchema, 'What was measured, without its rates.'),
  rates: describe(
    boundedList(z.number()),
    'Rates that were asked for, commands per second, from low to high.',
  ),
  lanes: describe(boundedList(loadLaneSchema), 'In the order of the plan.'),
});
export type LoadCurve = z.output<typeof loadCurveSchema>;
