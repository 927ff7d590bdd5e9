import * as z from 'zod/mini';
import {
  bystander,
  client,
  error,
  failures,
  latency,
  server,
  throughput,
} from '../../../../shared/contract/result-schema/figures.ts';
import {
  comparison,
  environment,
  resultSchema,
  slotsMoved,
  tuned,
} from '../../../../shared/contract/result-schema/index.ts';
import { bounds, lane } from '../../../../shared/contract/result-schema/lane.ts';
import {
  count,
  is,
  mention,
  orNull,
  real,
  text,
} from '../../../../shared/contract/result-schema/meanings.ts';
import { plan } from '../../../../shared/contract/result-schema/plan.ts';
import { laneStates } from '../../../../shared/contract/terms.ts';

export const state = is(
  z.enum(['running', ...laneStates]),
  'failed: something in it failed; stopped: it was ended early.',
);
const phase = is(z.enum(['warmup', 'counted']), 'Whether it counts: warm-up does not.');

export const started = z.object({ id: text('Of the run, lesson or search that was started.') });

export const stopped = z.object({
  id: text('Of the run, lesson or search that was stopped.'),
  ended: is(z.boolean(), 'false: it still drains.'),
});

const runSummary = z.object({
  id: text('Id of the run.'),
  startedAt: text('ISO 8601, UTC.'),
  state,
  lanes: is(
    z.array(
      z.object({
        id: text('Name of the lane.'),
        strategy: text('Id of the strategy.'),
        throughput: orNull(
          z.number(),
          'Median of the counted slices so far, commands per second; null: none yet.',
        ),
        bound: orNull(z.enum(bounds), 'What bounds it; null while it goes on.'),
      }),
    ),
    'In the order of the plan.',
  ),
});

export const sample = z.object({
  lane: text('Name of the lane.'),
  slice: count('Counted from 0 over the whole run, warm-up included; the same for all lanes of a round.'),
  phase,
  endsSlice: is(z.boolean(), 'Whether it is the last of its slice.'),
  atMs: real('When it ended, ms since the run began.'),
  laneMs: real('How long this lane itself had been running at its end, ms.'),
  elapsedMs: real('What it spans, ms.'),
  completed: count('Commands that succeeded.'),
  failed: count('Commands that failed.'),
  failures: failures('Failed commands by class: the first word of a Redis error, timeout, connection lost.'),
  throughput: real('Completed commands per second.'),
  bytesOut: count('Sent, bytes.'),
  bytesIn: count('Received, bytes.'),
  writes: count('Socket writes.'),
  effectiveBatch: orNull(z.number(), 'Commands per socket write; null when nothing was written.'),
  hits: count('Reads that found something.'),
  misses: count('Reads that found nothing.'),
  latencyMs: is(
    z.object({
      command: latencyOrNull('From the call of a command to its reply'),
      batch: latencyOrNull('From the flush of a batch to its last reply'),
      response: latencyOrNull('Open loop: from the moment a command was due to its reply'),
    }),
    'Latencies, ms.',
  ),
  offered: orNull(z.number(), 'Open loop: commands that were due in it; null for a closed loop.'),
  backlog: orNull(z.number(), 'Open loop: commands due and not answered at its end; null for a closed loop.'),
  client: mention(client, 'What the lane took of the client machine.'),
  server: orNull(server, 'What the server said; null but at the end of a slice.'),
  roundTripMs: z.exactOptional(
    real('The newest PING over the lane’s own network, ms; absent where nothing is in between.'),
  ),
  bystanderP99Ms: z.exactOptional(
    orNull(
      z.number(),
      'p99 of another client’s GETs meanwhile, ms; null: none was answered; absent: nobody watched.',
    ),
  ),
  settings: is(
    z.object({
      revision: count('Number of live changes so far.'),
      pipeline: count('Batch size, commands.'),
      dataSize: count('Payload, bytes.'),
      clients: count('Connections.'),
      rps: orNull(z.number(), 'Open loop: commands per second; null for a closed loop.'),
    }),
    'The settings that it was measured with.',
  ),
});

function latencyOrNull(words: string) {
  return orNull(latency(`${words}, ms.`), `${words}, ms; null when there was none.`);
}

const liveLatency = (words: string) =>
  orNull(
    z.object({
      mean: real('Mean, ms.'),
      p50: real('Median, ms.'),
      p99: real('99 of 100 took no longer, ms.'),
    }),
    `${words}, ms; null when there was none.`,
  );

const { lane: ofLane, slice, phase: ofPhase, atMs, laneMs, elapsedMs, settings, ...figures } = sample.shape;

/** Its figures are those that pages draw. */
const liveSample = z.object({
  lane: ofLane,
  slice,
  phase: ofPhase,
  atMs,
  laneMs,
  elapsedMs,
  completed: figures.completed,
  failed: figures.failed,
  throughput: figures.throughput,
  bytesOut: figures.bytesOut,
  bytesIn: figures.bytesIn,
  writes: figures.writes,
  effectiveBatch: figures.effectiveBatch,
  latencyMs: is(
    z.object({
      command: liveLatency('From the call of a command to its reply'),
      batch: orNull(
        z.object({ mean: real('Mean, ms.') }),
        'From the flush of a batch to its last reply, ms; null when there was none.',
      ),
      response: z.exactOptional(
        liveLatency('From the moment a command was due to its reply; absent in a closed loop'),
      ),
    }),
    'Latencies, ms.',
  ),
  client: is(
    z.object({ cpu: client.shape.cpu, eventLoopUtilisation: client.shape.eventLoopUtilisation }),
    'What the lane took of the client machine.',
  ),
  server: orNull(
    z.object({
      cpu: server.shape.cpu,
      cpuMicrosPerCommand: server.shape.cpuMicrosPerCommand,
      cluster: server.shape.cluster,
    }),
    'What the server said; null but at the end of a slice.',
  ),
  roundTripMs: figures.roundTripMs,
  bystanderP99Ms: figures.bystanderP99Ms,
  settings: is(
    z.object({
      revision: settings.shape.revision,
      pipeline: settings.shape.pipeline,
      rps: settings.shape.rps,
    }),
    'The settings that it was measured with.',
  ),
});

export const problem = z.object({
  field: text('Where, as in workload.clients or lanes[1].strategy.'),
  value: z.exactOptional(is(z.unknown(), 'What stood there; texts cut at 80 characters.')),
  message: text('What would be right.'),
  allowed: z.exactOptional(
    is(
      z.object({ min: real('Least, in the unit of the field.'), max: real('Most, likewise.') }),
      'The allowed range, for numbers.',
    ),
  ),
});

const currentRun = z.object({
  id: text('Of the run, lesson or search.'),
  kind: is(z.enum(['run', 'lesson', 'search']), 'A lesson and a search are series of runs.'),
  startedAt: text('ISO 8601, UTC.'),
  remainingMs: orNull(
    z.number(),
    'How long it still takes, ms; null when it stops by count, or is being set up.',
  ),
});

export const errorDetails = z.object({
  code: text('For programs, such as invalid_input or run_in_progress.'),
  message: text('For people: what was wrong, and what would be right.'),
  problems: z.exactOptional(is(z.array(problem), 'With invalid_input: each field that is wrong.')),
  run: z.exactOptional(mention(currentRun, 'With run_in_progress: what is in the way.')),
});

const errorBody = z.object({ error: mention(errorDetails, 'Why it was not done.') });

/** What viewers are sent on connecting, and when a run starts. */
const runSnapshot = z.object({
  runId: text('Id of the run.'),
  state,
  series: z.exactOptional(
    is(z.enum(['lesson', 'search']), 'Where it is one run of several that answer one question together.'),
  ),
  startedAt: text('ISO 8601, UTC.'),
  plan: mention(plan, 'What is carried out, with every default said.'),
  environment: mention(environment, 'Where it is measured.'),
  totalMs: orNull(z.number(), 'Expected length of the run, ms; null when it stops by count.'),
  elapsedMs: real('Since the start, by the server’s clock, at the moment of sending, ms.'),
  samples: is(z.array(liveSample), 'The newest of each lane, oldest first.'),
  current: orNull(
    z.object({
      slice: count('As in samples.'),
      phase,
      lanes: is(z.array(z.string()), 'Lanes whose turn it is.'),
    }),
    'The slice that goes on; null between slices and at the end.',
  ),
  standings: is(
    z.array(
      z.object({
        lane: text('Name of the lane.'),
        throughput: orNull(
          z.object({ median: real('Median of the counted slices so far, commands per second.') }),
          'null: no slice was counted yet.',
        ),
      }),
    ),
    'Figures so far.',
  ),
  comparisons: is(z.array(comparison), 'Each lane against the first, so far.'),
  tunings: is(z.array(tuned), 'Changes during the run, in order.'),
  slotsMoved: z.exactOptional(is(z.array(slotsMoved), 'Slots that were moved so far; absent: none.')),
  failures: is(
    z.array(z.object({ lane: text('Name of the lane.'), error: mention(error, 'Why it broke off.') })),
    'Lanes that broke off.',
  ),
  result: orNull(resultSchema, 'The result; null while it goes on.'),
  error: z.exactOptional(mention(errorDetails, 'Why it broke off without a result.')),
});

export const runSchemas = {
  CompletePlan: plan,
  Result: resultSchema,
  LaneResult: lane,
  Environment: environment,
  Comparison: comparison,
  Throughput: throughput,
  Bystander: bystander,
  ClientFigures: client,
  ServerFigures: server,
  Failure: error,
  Started: started,
  Stopped: stopped,
  RunSummary: runSummary,
  Sample: sample,
  LiveSample: liveSample,
  RunSnapshot: runSnapshot,
  ErrorDetails: errorDetails,
  Error: errorBody,
};
