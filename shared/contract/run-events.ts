import * as z from 'zod/mini';
import { count, describe, flag, mention, orNull, real, text, texts } from './describe.ts';
import { phases } from './enums.ts';
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

/** One lane over one second, or over a slice that is shorter. */
export const sampleSchema = z.object({
  lane: text('Name of the lane.'),
  slice: count('Counted from 0 over the whole run, warm-up included; the same for all lanes of a round.'),
  phase: phaseSchema,
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
  effectiveBatch: orNull(z.number(), 'Commands per socket write; null when nothing was written.'),
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
      'How response times spread in an open loop, command latencies elsewhere; absent when there were none, and in older runs.',
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

/** Everything that can be known of a run comes out of it as one of these, in order; `--ndjson` writes them. */
export const runEventSchema = z.discriminatedUnion('type', [
  event('run-started', {
    runId: z.string(),
    startedAt: z.string(),
    plan: completePlanSchema,
    environment: environmentSchema,
    totalMs: z.nullable(z.number()),
  }),
  event('slice-started', { slice: z.number(), phase: phaseSchema, lanes: texts('Lanes whose turn it is.') }),
  event('sample', { sample: sampleSchema }),
  event('standing', {
    standings: z.array(standingSchema),
    comparisons: z.array(comparisonSchema),
    /** Instead of what was said before: rounds on a busy machine take longer than planned. */
    totalMs: z.exactOptional(z.nullable(z.number())),
  }),
  event('tuned', {
    atMs: z.number(),
    tuning: z.object(tuningSchema.shape),
    revision: z.number(),
    /** Instead of what was said at the start: a round that begins again makes the run longer. */
    totalMs: z.nullable(z.number()),
  }),
  event('slots-moved', { moved: slotsMovedSchema }),
  event('lane-failed', { lane: z.string(), error: serialisedErrorSchema }),
  event('run-finished', { result: resultSchema }),
]);
export type RunEvent = z.output<typeof runEventSchema>;
