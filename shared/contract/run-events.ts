import * as z from 'zod/mini';
import { count, describe, flag, mention, orNull, real, text, texts } from './describe.ts';
import { notCountedReasons, phases } from './enums.ts';
import {
  clientFiguresSchema,
  failuresOf,
  latencySchemaOf,
  latencySpreadSchema,
  serialisedErrorSchema,
  serverFiguresSchema,
  throughputSchema,
} from './figures.ts';
import { completePlanSchema, tuningSchema } from './plan.ts';
import { comparisonSchema, environmentSchema, resultSchema, slotsMovedSchema } from './result.ts';

export const phaseSchema = describe(z.enum(phases), 'Whether it counts: warm-up does not.');

const latencyOrNull = (words: string) =>
  orNull(latencySchemaOf(`${words}, ms.`), `${words}, ms; null when there was none.`);

/** The settings of a lane that can be changed live. */
const settingsSchema = z.object({
  revision: count('Number of live changes so far.'),
  pipeline: count('Batch size, commands.'),
  dataSize: count('Payload, bytes.'),
  clients: count('Connections.'),
  rps: orNull(z.number(), 'Open loop: commands per second; null for a closed loop.'),
});
export type Settings = z.output<typeof settingsSchema>;

/** One lane over a slice, or over 250 ms of a longer one (of agents, over a second). */
export const sampleSchema = z.object({
  lane: text('Name of the lane.'),
  slice: count('Counted from 0 over the whole run, warm-up included; the same for all lanes of a round.'),
  phase: phaseSchema,
  notCounted: orNull(
    z.enum(notCountedReasons),
    'Why it does not count: warm-up, a change of settings in its slice, a stop, or a void slice; null: it counts.',
  ),
  endsSlice: flag('Whether it is the last of its slice.'),
  atMs: real('When it ended, ms since the run began.'),
  laneMs: real('How long this lane itself had been running at its end, ms.'),
  elapsedMs: real('What it spans, ms.'),
  completed: count('Commands that succeeded.'),
  failed: count('Commands that failed.'),
  failures: failuresOf(
    'Failed commands by class: the first word of a Redis error, timeout, connection lost.',
  ),
  throughput: real('Completed commands per second.'),
  bytesOut: count('Sent, bytes.'),
  bytesIn: count('Received, bytes.'),
  writes: count('Socket writes.'),
  effectiveBatch: orNull(
    z.number(),
    'Commands per socket write over the slice; null before its end, and when nothing was written.',
  ),
  hits: count('Reads that found something.'),
  misses: count('Reads that found nothing.'),
  latencyMs: describe(
    z.object({
      command: latencyOrNull('From the call of a command to its reply'),
      batch: latencyOrNull('From the flush of a batch to its last reply'),
      response: latencyOrNull('Open loop: from the moment a command was due to its reply'),
    }),
    'Latencies, ms.',
  ),
  latencySpread: z.exactOptional(
    describe(
      latencySpreadSchema,
      'How response times spread in an open loop, command latencies elsewhere; absent when there were none.',
    ),
  ),
  offered: orNull(z.number(), 'Open loop: commands that were due in it; null for a closed loop.'),
  backlog: orNull(z.number(), 'Open loop: commands due and not answered at its end; null for a closed loop.'),
  client: mention(clientFiguresSchema, 'What the lane took of the client machine.'),
  server: orNull(serverFiguresSchema, 'What the server said; null but at the end of a slice.'),
  roundTripMs: z.exactOptional(
    real('The newest PING over the lane’s own network, ms; absent where nothing is in between.'),
  ),
  /** The settling moment before a slice included; absent too where several lanes ran at once. */
  bystanderP99Ms: z.exactOptional(
    orNull(
      z.number(),
      'p99 of another client’s GETs meanwhile, ms; null: none was answered; absent: nobody watched.',
    ),
  ),
  settings: describe(settingsSchema, 'The settings that it was measured with.'),
});
export type Sample = z.output<typeof sampleSchema>;

/** The figures of a lane so far, after each round of counted slices. */
const standingSchema = z.object({
  lane: text('Name of the lane.'),
  throughput: orNull(throughputSchema, 'Completed commands per second; null when no slice was counted.'),
});
export type Standing = z.output<typeof standingSchema>;

const event = <Name extends string, Shape extends z.core.$ZodLooseShape>(type: Name, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });

export const totalMs = () =>
  orNull(z.number(), 'Expected length of the run, ms; null when it stops by count.');

/** Everything that can be known of a run comes out of it as one of these, in order; `--ndjson` writes them. */
export const runEventSchema = z.discriminatedUnion('type', [
  event('run-started', {
    runId: text('Id of the run.'),
    startedAt: text('When, ISO 8601.'),
    plan: completePlanSchema,
    environment: environmentSchema,
    totalMs: totalMs(),
  }),
  event('slice-started', {
    slice: count('As in its samples.'),
    phase: phaseSchema,
    lanes: texts('Lanes whose turn it is.'),
  }),
  event('sample', {
    sample: describe(sampleSchema, 'One lane over a slice, or over 250 ms of a longer one.'),
  }),
  event('standing', {
    standings: describe(z.array(standingSchema), 'Each lane so far.'),
    comparisons: describe(
      z.array(comparisonSchema),
      'Each lane against the first, so far. Their intervals hold at every look; outcomes come with the result.',
    ),
    widest: z.exactOptional(
      orNull(
        z.number(),
        'With precision: how far the ends of the widest interval are from its ratio, a share; null: too few pairs.',
      ),
    ),
    /** Instead of what was said before: rounds on a busy machine take longer than planned. */
    totalMs: z.exactOptional(totalMs()),
  }),
  event('tuned', {
    atMs: real('When, ms since the run began.'),
    tuning: describe(z.object(tuningSchema.shape), 'The settings that were changed during the run.'),
    revision: count('Number of live changes so far.'),
    /** Instead of what was said at the start: a round that begins again makes the run longer. */
    totalMs: totalMs(),
  }),
  event('slots-moved', { moved: mention(slotsMovedSchema, 'Slots that went to another master.') }),
  event('lane-failed', {
    lane: text('Name of the lane.'),
    error: mention(serialisedErrorSchema, 'Why it ended.'),
  }),
  event('run-finished', { result: mention(resultSchema, 'All that was measured.') }),
]);
export type RunEvent = z.output<typeof runEventSchema>;
