import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { networkManual, networkSettings } from '../settings/network.ts';
import {
  bystanderManual,
  bystanderSettings,
  laneManual,
  laneSettings,
  moveSlotsManual,
  moveSlotsSettings,
  planManual,
  planSettings,
} from '../settings/plan.ts';
import { scheduleManual, scheduleSettings } from '../settings/schedule.ts';
import { liveShapeOf, shapeOf } from '../settings/schema.ts';
import { serverManual, serverSettings } from '../settings/server.ts';
import { workloadManual, workloadSettings } from '../settings/workload.ts';
import { boundedList, describe, mention } from './describe.ts';
import { failure } from './parse.ts';
import type { ProblemReason } from './problem-reason.ts';
import { writtenSchema } from './written.ts';
import { completeWorkload, laneWorkloadSchema, workloadSchema } from './workload.ts';

/** What lies between client and server. */
export const networkSchema = z.strictObject(shapeOf(networkSettings, networkManual()));
export type NetworkPlan = z.output<typeof networkSchema>;

/** How the private server differs from the usual. */
export const serverSchema = z.strictObject(shapeOf(serverSettings, serverManual()));
export type ServerPlan = z.output<typeof serverSchema>;
/** As it is written: what is left out is as usual. */
export type ServerInput = z.input<typeof serverSchema>;

const lane = shapeOf(laneSettings, laneManual());
/** What a lane may change of what all share; everything else is the same for all lanes. */
const laneSchema = z.strictObject({
  ...lane,
  server: mention(
    z.optional(serverSchema),
    'How the private server of this lane runs, in place of the plan’s; of the target embedded alone. Lanes with equal settings share one.',
  ),
  network: mention(z.optional(networkSchema), 'Of this lane, in place of the plan’s.'),
  workload: mention(
    z.optional(laneWorkloadSchema),
    'Fields of the workload that differ in this lane; names and bounds are those of the plan’s.',
  ),
});

const scheduleShape = shapeOf(scheduleSettings, scheduleManual());
export const scheduleSchema = z.strictObject(scheduleShape);
const bystanderShape = shapeOf(bystanderSettings, bystanderManual());
const moveSlotsShape = shapeOf(moveSlotsSettings, moveSlotsManual());

/** Of a lane: statistics are kept for each. */
export const mostSlices = 3600;

/** What is wrong when a lane would have more slices than are kept; `null`: nothing, or it ends by a count. */
export function tooManySlices(
  { requests, durationMs }: { requests?: number | undefined; durationMs: number },
  { sliceMs }: { sliceMs?: number | undefined },
): ProblemReason | null {
  const slices = sliceMs === undefined ? 0 : durationMs / sliceMs;
  return requests === undefined && slices > mostSlices
    ? { code: 'too-many-slices', slices: Math.ceil(slices), most: mostSlices }
    : null;
}

type Fault = { path: PropertyKey[]; reason: ProblemReason };

interface ScheduleToCheck {
  mode: string;
  starts?: number | undefined;
  precision?: number | undefined;
  maxDurationMs?: number | undefined;
  untilStopped?: boolean | undefined;
}

interface CountedWork {
  workload: { requests?: number | undefined };
  lanes: readonly { workload?: { requests?: number | undefined } | undefined }[];
}

const stopsByCount = ({ workload, lanes }: CountedWork): boolean =>
  [workload, ...lanes.map((lane) => lane.workload)].some((one) => one?.requests !== undefined);

/** Lists the settings that do not fit a run without an end. */
function untilStoppedFaults({
  schedule: { untilStopped = false, mode, precision, starts = 1 },
  agents,
  ...work
}: CountedWork & { agents?: number | undefined; schedule: ScheduleToCheck }): Fault[] {
  if (!untilStopped) return [];
  const needs = (what: 'turns' | 'no-requests' | 'no-precision' | 'one-start' | 'no-agents'): Fault => ({
    path: ['schedule', 'untilStopped'],
    reason: { code: 'until-stopped-needs', what },
  });
  return [
    ...(mode === 'race' ? [needs('turns')] : []),
    ...(stopsByCount(work) ? [needs('no-requests')] : []),
    ...(precision === undefined ? [] : [needs('no-precision')]),
    ...(starts > 1 ? [needs('one-start')] : []),
    ...(agents === undefined ? [] : [needs('no-agents')]),
  ];
}

/** What a run that is to last until its ratios are precise lacks, or has too much. */
function precisionFaults({
  workload,
  lanes,
  schedule,
}: CountedWork & {
  schedule: ScheduleToCheck;
}): Fault[] {
  const { precision, maxDurationMs, mode, starts = 1 } = schedule;
  if (precision === undefined)
    return maxDurationMs === undefined
      ? []
      : [{ path: ['schedule', 'maxDurationMs'], reason: { code: 'max-duration-without-precision' } }];
  const needs = (what: 'two-lanes' | 'turns' | 'duration' | 'one-start'): Fault => ({
    path: ['schedule', 'precision'],
    reason: { code: 'precision-needs', what },
  });
  return [
    ...(lanes.length < 2 ? [needs('two-lanes')] : []),
    ...(mode === 'race' ? [needs('turns')] : []),
    ...(starts > 1 ? [needs('one-start')] : []),
    ...(stopsByCount({ workload, lanes }) ? [needs('duration')] : []),
  ];
}

const plan = shapeOf(planSettings, planManual());

/**
 * A plan as a person or a program writes it: only what differs from the defaults has to be said.
 * `parsePlan` fills in the defaults.
 */
export const planSchema = describe(
  z
    .strictObject({
      target: plan.target,
      agents: plan.agents,
      allowEviction: plan.allowEviction,
      prefix: plan.prefix,
      server: describe(
        z.optional(serverSchema),
        'How the private server runs; of the target embedded alone.',
      ),
      network: describe(
        z.optional(networkSchema),
        'What Roundtrip’s proxy puts between client and server; left out: nothing.',
      ),
      workload: describe(z.prefault(workloadSchema, {}), 'What every lane sends unless it says otherwise.'),
      written: mention(
        z.optional(writtenSchema),
        'Units that all lanes carry out in place of the commands of the workload; rates are then units a second.',
      ),
      lanes: describe(
        z.array(laneSchema).check(z.minLength(limits.lanes.min), z.maxLength(limits.lanes.max)),
        'What is compared; the first is the baseline.',
      ),
      schedule: describe(z.prefault(scheduleSchema, {}), 'How the lanes take turns.'),
      bystander: describe(
        z.optional(z.strictObject(bystanderShape)),
        'A separate client that watches; left out: none.',
      ),
      moveSlots: describe(
        z.optional(z.strictObject(moveSlotsShape)),
        'Slots that a private cluster moves to another master.',
      ),
    })
    .check((context) => {
      if (context.issues.length > 0) return;
      const { workload, lanes, schedule } = context.value;
      const fail = (path: PropertyKey[], reason: ProblemReason, input: unknown = context.value) =>
        context.issues.push(failure(path, reason, input));
      const tooMany = tooManySlices(workload, schedule);
      if (tooMany !== null) fail(['schedule', 'sliceMs'], tooMany);
      for (const { path, reason } of [
        ...precisionFaults(context.value),
        ...untilStoppedFaults(context.value),
      ])
        fail(path, reason);
      const ids = lanes.map((lane) => lane.id).filter((id) => id !== undefined);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) fail(['lanes'], { code: 'same-lane-id', id: twice }, lanes);
    }),
  'Only what differs from the defaults has to be said.',
);
export type PlanInput = z.input<typeof planSchema>;

/** Parts of a complete plan: every default filled in. */
export const completeNetwork = (description: string) => describe(z.object(networkSchema.shape), description);
export const completeServer = (description: string) => describe(z.object(serverSchema.shape), description);

const completeLane = z.object({
  ...lane,
  id: mention(lane.id.def.innerType, 'Name of the lane in results and assertions.'),
  server: z.optional(completeServer('How the private server of this lane ran; absent: as the plan’s.')),
  network: z.optional(completeNetwork('Of this lane, in place of the plan’s.')),
  workload: completeWorkload('The whole workload of this lane.'),
});
export type LanePlan = z.output<typeof completeLane>;

/** A complete plan: every default filled in, every lane with an id and its own whole workload. */
export const completePlanSchema = z.object({
  ...plan,
  server: z.optional(completeServer('How the private server ran; absent: as by default.')),
  network: z.optional(completeNetwork('What Roundtrip’s proxy puts in between; absent: nothing.')),
  workload: completeWorkload('What every lane sends unless it says otherwise.'),
  written: z.optional(
    mention(
      writtenSchema,
      'Units that lanes carried out in place of the commands of the workload; absent: none.',
    ),
  ),
  lanes: describe(boundedList(completeLane, limits.lanes.max), 'The first is the baseline.'),
  schedule: describe(
    z.object({
      ...scheduleShape,
      sliceMs: mention(scheduleShape.sliceMs.def.innerType, 'Time of one turn of a lane, ms.'),
    }),
    'How the lanes take turns.',
  ),
  bystander: z.optional(describe(z.object(bystanderShape), 'A separate client that watches; absent: none.')),
  moveSlots: z.optional(
    describe(z.object(moveSlotsShape), 'Slots that a private cluster moves to another master; absent: none.'),
  ),
});
export type Plan = z.output<typeof completePlanSchema>;
export type Schedule = Plan['schedule'];

/** What may be changed while a run is in progress. At least one field. The round in progress begins again with it, after a warm-up. */
export const tuningSchema = z
  .strictObject({
    ...liveShapeOf(workloadSettings, workloadManual()),
    /** Only where the run has a network in between from its start. */
    network: describe(z.optional(networkSchema), 'What lies in between from then on.'),
  })
  .check((context) => {
    if (Object.values(context.value).every((value) => value === undefined))
      context.issues.push(failure([], { code: 'nothing-to-tune' }, context.value));
  });
export type Tuning = z.output<typeof tuningSchema>;
