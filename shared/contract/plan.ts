import * as z from 'zod/mini';
import { agentsInRun, limits } from '../limits.ts';
import { boundedList, count, describe, describeFields, flag, real, text } from './describe.ts';
import {
  accesses,
  clientIds,
  networkMakers,
  persistences,
  scheduleModes,
  serverPrograms,
  sliceOrders,
} from './enums.ts';
import { failure } from './parse.ts';
import type { ProblemReason } from './problem-reason.ts';
import { realByDefault, realWithin, wholeByDefault, wholeWithin } from './numbers.ts';
import { serverPlanTarget, defaultServer } from './private-server.ts';
import { completeWorkload, laneWorkloadSchema, workloadMeanings, workloadSchema } from './workload.ts';

/** What lies between client and server. */
export const networkSchema = z.strictObject({
  rttMs: realByDefault(limits.rttMs),
  /** Never further than `rttMs` itself. */
  jitterMs: realByDefault(limits.jitterMs),
  bandwidthMbit: z.optional(realWithin(limits.bandwidthMbit)),
  by: z.optional(z.enum(networkMakers)),
});
describeFields(networkSchema, {
  rttMs: 'Added to every round trip, ms.',
  jitterMs: 'Maximum deviation from the added round trip, ms.',
  bandwidthMbit: 'In each direction, Mbit/s; absent: no limit.',
  by: 'proxy: Roundtrip’s own TCP proxy (absent: this); kernel: a link of Linux to a private server, packets of at most 1500 bytes.',
});
export type NetworkPlan = z.output<typeof networkSchema>;

/** How the private server differs from the usual. With TLS it has a throw-away certificate. */
export const serverSchema = z.strictObject({
  program: z.optional(z.enum(serverPrograms)),
  persistence: z._default(z.enum(persistences), defaultServer.persistence),
  ioThreads: z._default(wholeWithin(limits.ioThreads), defaultServer.ioThreads),
  maxMemoryBytes: z.optional(wholeWithin(limits.maxMemoryBytes)),
  tls: z._default(z.boolean(), defaultServer.tls),
  /** Passwords are drawn at each start of the server and known to nobody else. */
  access: z._default(z.enum(accesses), defaultServer.access),
});
describeFields(serverSchema, {
  program: 'Which program it is, as /api/servers lists them; absent: the first that is installed.',
  persistence: 'Whether and how it writes to disk.',
  ioThreads: 'Threads that read and write sockets.',
  maxMemoryBytes: 'Most memory it may use, bytes; absent: half of the machine’s memory, at most 4 GiB.',
  tls: 'Whether connections are encrypted.',
  access: 'What a client has to show.',
});
export type ServerPlan = z.output<typeof serverSchema>;
/** As it is written: what is left out is as usual. */
export type ServerInput = z.input<typeof serverSchema>;

const targetId = z.string().check(z.minLength(1), z.maxLength(80));

/** What a lane may change of the shared workload; everything else is the same for all lanes. */
const laneSchema = z.strictObject({
  id: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and -, at most 40')),
  ),
  strategy: z.string().check(z.minLength(1), z.maxLength(40)),
  client: z.optional(z.enum(clientIds)),
  label: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  target: z.optional(targetId),
  server: z.optional(serverSchema),
  network: z.optional(networkSchema),
  workload: z.optional(laneWorkloadSchema),
});
describeFields(laneSchema, {
  id: 'Name of the lane in results; left out: made from its strategy.',
  strategy: 'Id of a strategy, as /api/strategies lists them.',
  client: 'Client library that carries it out, as /api/clients lists them; left out: ioredis.',
  label: 'Name for people.',
  target:
    'Id of the target that this lane measures, in place of the plan’s. Lanes with the same target and server share it.',
  server:
    'How the private server of this lane runs, in place of the plan’s; of the target embedded alone. Lanes with equal settings share one.',
  network: 'Of this lane, in place of the plan’s.',
  workload: 'Fields of the workload that differ in this lane; names and bounds are those of the plan’s.',
});

export const scheduleSchema = z.strictObject({
  mode: z._default(z.enum(scheduleModes), 'turns'),
  sliceMs: z.optional(wholeWithin(limits.sliceMs)),
  precision: z.optional(realWithin(limits.precision)),
  maxDurationMs: z.optional(wholeWithin(limits.maxDurationMs)),
  starts: z.optional(wholeWithin(limits.starts)),
  /** None when there is no warm-up at all. */
  settleMs: wholeByDefault(limits.settleMs),
  untilLevel: z._default(z.boolean(), false),
  /** Turns only: A B C C B A, A B C A B C, or drawn in each round: then noise that outlasts a slice favours no lane. */
  order: z._default(z.enum(sliceOrders), 'random'),
});
describeFields(scheduleSchema, {
  mode: 'turns: one lane at a time; race: all at once, as a demo.',
  sliceMs:
    'Time of one turn of a lane, ms; left out: a twentieth of its time, at least 100 ms and ten round trips, at most 1 s.',
  precision:
    'The run lasts until the interval of every ratio is within this share of the ratio: at least durationMs a lane, at most maxDurationMs. Left out: it ends after durationMs.',
  maxDurationMs:
    'With precision: counted time of a lane at most, ms; left out: 60 s, or durationMs if that is longer.',
  starts:
    'How many times the threads and connections of a lane are started, and warmed up; its slices are divided among the starts. The intervals then include how starts differ. Left out: once.',
  settleMs: 'Sent and drained before each slice and not counted, ms.',
  untilLevel: 'Whether warm-up ends as soon as every lane is level; warmupMs is then the most it may take.',
  order: 'Order of the lanes from round to round: A B C C B A, A B C A B C, or random in each round.',
});

const bystanderSchema = z.strictObject({ rps: wholeByDefault(limits.bystanderRps) });
describeFields(bystanderSchema, { rps: 'GETs per second.' });

const moveSlotsSchema = z.strictObject({ afterMs: wholeWithin(limits.afterMs) });
describeFields(moveSlotsSchema, { afterMs: 'So long after the beginning, ms.' });

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

/** What a run that is to last until its ratios are precise lacks, or has too much. */
function precisionFaults({
  workload,
  lanes,
  schedule,
}: {
  workload: { requests?: number | undefined };
  lanes: readonly { workload?: { requests?: number | undefined } | undefined }[];
  schedule: {
    mode: string;
    starts?: number | undefined;
    precision?: number | undefined;
    maxDurationMs?: number | undefined;
  };
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
    ...([workload, ...lanes.map((lane) => lane.workload)].some((one) => one?.requests !== undefined)
      ? [needs('duration')]
      : []),
  ];
}

/**
 * A plan as a person or a program writes it: only what differs from the defaults has to be said.
 * `parsePlan` fills in the defaults.
 */
export const planSchema = z
  .strictObject({
    target: z._default(targetId, serverPlanTarget),
    agents: z.optional(wholeWithin(agentsInRun)),
    server: z.optional(serverSchema),
    network: z.optional(networkSchema),
    workload: z.prefault(workloadSchema, {}),
    lanes: z.array(laneSchema).check(z.minLength(limits.lanes.min), z.maxLength(limits.lanes.max)),
    schedule: z.prefault(scheduleSchema, {}),
    bystander: z.optional(bystanderSchema),
    moveSlots: z.optional(moveSlotsSchema),
  })
  .check((context) => {
    if (context.issues.length > 0) return;
    const { workload, lanes, schedule } = context.value;
    const fail = (path: PropertyKey[], reason: ProblemReason, input: unknown = context.value) =>
      context.issues.push(failure(path, reason, input));
    const tooMany = tooManySlices(workload, schedule);
    if (tooMany !== null) fail(['schedule', 'sliceMs'], tooMany);
    for (const { path, reason } of precisionFaults(context.value)) fail(path, reason);
    const ids = lanes.map((lane) => lane.id).filter((id) => id !== undefined);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) fail(['lanes'], { code: 'same-lane-id', id: twice }, lanes);
  });
describe(planSchema, 'Only what differs from the defaults has to be said.');
describeFields(planSchema, {
  target:
    'Id of a target; where it is left out, the first of /api/targets. Where no lane measures it, that of the first lane.',
  agents: 'Load machines that carry the lanes out, in equal parts; left out: this machine does.',
  server: 'How the private server runs; of the target embedded alone.',
  network: 'What Roundtrip’s proxy puts between client and server; left out: nothing.',
  workload: 'What every lane sends unless it says otherwise.',
  lanes: 'What is compared; the first is the baseline.',
  schedule: 'How the lanes take turns.',
  bystander: 'A separate client that watches; left out: none.',
  moveSlots: 'Slots that a private cluster moves to another master.',
});
export type PlanInput = z.input<typeof planSchema>;

/** Parts of a complete plan: every default filled in, bounds not checked again. */
export const completeNetwork = (description: string) => describe(z.object(networkSchema.shape), description);
export const completeServer = (description: string) => describe(z.object(serverSchema.shape), description);

const completeLane = z.object({
  id: text('Name of the lane in results and assertions.'),
  strategy: text('Id of the strategy.'),
  client: z.exactOptional(
    describe(z.enum(clientIds), 'Client library that carries it out; absent: ioredis.'),
  ),
  label: z.exactOptional(text('Name for people; absent: that of the strategy.')),
  target: z.exactOptional(text('Id of the target of this lane; absent: the plan’s.')),
  server: z.exactOptional(completeServer('How the private server of this lane ran; absent: as the plan’s.')),
  network: z.exactOptional(completeNetwork('Of this lane, in place of the plan’s.')),
  workload: completeWorkload('The whole workload of this lane.'),
});
export type LanePlan = z.output<typeof completeLane>;

/** A complete plan: every default filled in, every lane with an id and its own whole workload. */
export const completePlanSchema = z.object({
  target: text('Id of the target: embedded, a named one, or url.'),
  agents: z.exactOptional(
    count('Load machines that carry the lanes out, in equal parts; absent: the client machine does.'),
  ),
  server: z.exactOptional(completeServer('How the private server ran; absent: as by default.')),
  network: z.exactOptional(completeNetwork('What Roundtrip’s proxy puts in between; absent: nothing.')),
  workload: completeWorkload('What every lane sends unless it says otherwise.'),
  lanes: describe(boundedList(completeLane, limits.lanes.max), 'The first is the baseline.'),
  schedule: describe(
    z.object({
      mode: describe(z.enum(scheduleModes), 'turns: one lane at a time; race: all at once, as a demo.'),
      sliceMs: count('Time of one turn of a lane, ms.'),
      precision: z.exactOptional(
        real(
          'The run lasted until the interval of every ratio was within this share of the ratio, or until maxDurationMs.',
        ),
      ),
      starts: z.exactOptional(count('How many times threads and connections were made; absent: once.')),
      maxDurationMs: z.exactOptional(count('With precision: counted time of a lane at most, ms.')),
      settleMs: count('Sent and drained before each slice and not counted, ms.'),
      untilLevel: flag('Whether warm-up ends as soon as every lane is level.'),
      order: describe(z.enum(sliceOrders), 'Order of the lanes from round to round.'),
    }),
    'How the lanes take turns.',
  ),
  bystander: z.exactOptional(
    describe(z.object({ rps: real('GETs per second.') }), 'A separate client that watches; absent: none.'),
  ),
  moveSlots: z.exactOptional(
    describe(
      z.object({ afterMs: real('So long after the beginning, ms.') }),
      'Slots that a private cluster moves to another master; absent: none.',
    ),
  ),
});
export type Plan = z.output<typeof completePlanSchema>;
export type Schedule = Plan['schedule'];

/** What may be changed while a run is in progress. At least one field. The round in progress begins again with it, after a warm-up. */
export const tuningSchema = z
  .strictObject({
    pipeline: z.optional(wholeWithin(limits.pipeline)),
    dataSize: z.optional(wholeWithin(limits.dataSize)),
    clients: z.optional(wholeWithin(limits.clients)),
    rps: z.optional(wholeWithin(limits.rps)),
    /** Only where the run has a network in between from its start. */
    network: z.optional(networkSchema),
  })
  .check((context) => {
    if (Object.values(context.value).every((value) => value === undefined))
      context.issues.push(failure([], { code: 'nothing-to-tune' }, context.value));
  });
describeFields(tuningSchema, {
  pipeline: workloadMeanings.pipeline,
  dataSize: workloadMeanings.dataSize,
  clients: workloadMeanings.clients,
  rps: workloadMeanings.rps,
  network: 'What lies in between from then on.',
});
export type Tuning = z.output<typeof tuningSchema>;
