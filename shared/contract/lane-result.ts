import * as z from 'zod/mini';
import { agentsInRun, documentLimits } from '../limits.ts';
import { laneStates } from './enums.ts';
import {
  bystanderFiguresSchema,
  clientFiguresSchema,
  failuresOf,
  intervalOf,
  latencySchemaOf,
  latencySlicesSchema,
  linkCutSchema,
  linkFiguresSchema,
  proxyFiguresSchema,
  roundTripOf,
  serialisedErrorSchema,
  serverFiguresSchema,
  throughputSchema,
  writeBooksSchema,
} from './figures.ts';
import { verdictSchema } from './verdict.ts';
import { warningSchema } from './warning.ts';
import { boundedList, boundedText, count, describe, flag, orNull, real, text } from './describe.ts';
import { sharedAs } from './sharing.ts';

const hdr = (what: string) =>
  orNull(
    sharedAs('open', boundedText(documentLimits.histogram)),
    `${what} as HdrHistogram V2, compressed, base64; values in ns. null when nothing was recorded.`,
  );

const factor = (what: string) =>
  describe(
    z.object({ ratio: real('Quotient of the estimates of two lanes.'), ci95: intervalOf('as a ratio') }),
    what,
  );

const gainSchema = z.object({
  waiting: factor('Not waiting for each reply: concurrent ÷ one-by-one.'),
  batching: factor('Batching: this lane ÷ concurrent, at equal commands in flight.'),
  concurrent: sharedAs('name', text('Id of the concurrent lane.', documentLimits.name)),
});
export type LaneGain = z.output<typeof gainSchema>;

const commandLatencySchema = z.object({
  command: sharedAs('open', text('As on the wire: GET.', documentLimits.name)),
  answered: count('Of this command that were answered, failed ones included.'),
  latencyMs: orNull(
    latencySchemaOf('From the call of this command to its reply, ms.'),
    'From the call of this command to its reply, ms; null when none was answered.',
  ),
});
export type CommandLatency = z.output<typeof commandLatencySchema>;

/** Where a lane was measured, in a run with several servers. */
const laneTargetSchema = z.object({
  id: sharedAs('private', text('Id of the target.', documentLimits.name)),
  name: sharedAs('open', text('Name of the server, such as valkey.')),
  version: sharedAs('open', orNull(boundedText(), 'Its version; null when it does not tell.')),
  mode: sharedAs('open', orNull(boundedText(), 'Its mode, such as standalone; null when it does not tell.')),
  allocator: sharedAs('open', orNull(boundedText(), 'Its memory allocator; null when it does not tell.')),
  ioThreads: orNull(z.int(), 'Threads that read and write its sockets; null when it does not tell.'),
  persistence: sharedAs(
    'open',
    orNull(boundedText(), 'What it writes to disk, as in off or aof-always; null when it does not tell.'),
  ),
  sharedMachine: orNull(z.boolean(), 'Whether it runs on the client’s machine; null when not known.'),
  pingMs: orNull(z.number(), 'Median of 100 bare PINGs before the run, ms; null when not measured.'),
});
export type LaneTarget = z.output<typeof laneTargetSchema>;

const agentShareSchema = z.object({
  agent: text('Its name.'),
  commands: count('Counted commands that succeeded.'),
  failed: count('Counted commands that failed.'),
  throughput: real('Its commands by its own time, commands per second.'),
  latencyMs: orNull(
    latencySchemaOf('Of its commands alone, ms.'),
    'Of its commands alone: at a rate from when they were due, else from their call, ms; null when none was answered.',
  ),
  cpu: orNull(z.number(), 'CPU of its threads, as a share of one core; null when not known.'),
  coreWait: orNull(
    z.number(),
    'Time in which they were ready and had no core, likewise; null when not known.',
  ),
  eventLoopUtilisation: real('Of its event loops, 0 to 1.'),
});
export type AgentShare = z.output<typeof agentShareSchema>;

const laneAgentsSchema = z.object({
  overlap: real('Least share of a counted slice in which all agents sent at the same time, 0 to 1.'),
  repeated: count('Slices that were void, because agents did not send at the same time, and were repeated.'),
  apart: count('Counted slices whose rate is not quoted, because agents did not send at the same time.'),
  each: describe(boundedList(agentShareSchema, agentsInRun.max), 'In the order of the environment.'),
});
export type LaneAgentFigures = z.output<typeof laneAgentsSchema>;

export const laneResultSchema = z.object({
  id: sharedAs('name', text('Name of the lane, as in the plan.', documentLimits.name)),
  strategy: sharedAs('open', text('Id of the strategy.', documentLimits.name)),
  label: sharedAs('name', text('Name for people.', documentLimits.name)),
  target: z.exactOptional(
    describe(
      laneTargetSchema,
      'The server that this lane measured; absent where all lanes measured that of the environment.',
    ),
  ),
  state: describe(z.enum(laneStates), 'How the lane ended.'),
  error: orNull(serialisedErrorSchema, 'Why it did not complete; null when it did.'),
  commands: count('Counted commands that succeeded.'),
  failed: count('Counted commands that failed.'),
  failures: failuresOf(
    'Failed commands by class: the first word of a Redis error, timeout, connection lost.',
  ),
  errors: z.exactOptional(
    describe(
      sharedAs('private', z.record(boundedText(documentLimits.name), boundedText())),
      'The first error of each class as it was given; absent where none failed.',
    ),
  ),
  warmupCommands: count('Commands sent before counting began: warm-up slices and settling moments.'),
  throughput: orNull(throughputSchema, 'Completed commands per second; null when no slice was counted.'),
  elapsedMs: real('Counted wall-clock time, ms.'),
  latencyMs: describe(
    z.object({
      command: orNull(
        latencySchemaOf('From the call of a command to its reply, ms.'),
        'From the call of a command to its reply, ms.',
      ),
      batch: orNull(
        latencySchemaOf('From the flush of a batch to its last reply, ms.'),
        'From the flush of a batch to its last reply, ms.',
      ),
      response: z.exactOptional(
        orNull(
          latencySchemaOf('From the moment a command was due to its reply, ms.'),
          'Open loop: from the moment a command was due to its reply, ms.',
        ),
      ),
    }),
    'Latencies, ms, recorded in µs.',
  ),
  byCommand: z.exactOptional(
    describe(
      boundedList(commandLatencySchema),
      'In a mix: latencies of each of its commands; absent for a single command.',
    ),
  ),
  latencySlices: z.exactOptional(
    describe(latencySlicesSchema, 'The p50 of each counted slice; absent where none was counted.'),
  ),
  effectiveBatch: orNull(
    z.number(),
    'Commands per socket write, as measured; null when nothing was written, or it cannot be counted.',
  ),
  writes: orNull(z.int(), 'Socket writes; null: the client library’s sockets are not Node’s.'),
  bytesOut: orNull(z.int(), 'Sent, bytes; null as for writes.'),
  bytesIn: orNull(z.int(), 'Received, bytes; null as for writes.'),
  perWrite: orNull(
    z.object({
      bytes: real('Of one socket write, bytes.'),
      segments: count('TCP segments that these bytes take at an MTU of 1500.'),
    }),
    'What one socket write puts on the wire; null when nothing was written, or it cannot be counted.',
  ),
  roundTrip: orNull(
    z.object({
      before: describe(roundTripOf('before the run'), 'Before the run.'),
      during: orNull(
        roundTripOf('during the lane’s slices'),
        'During the lane’s slices; null when not timed.',
      ),
    }),
    'Round trips of PINGs over this lane’s network; null when nothing is in between.',
  ),
  proxy: z.exactOptional(
    describe(
      proxyFiguresSchema,
      'Roundtrip’s own network while this lane had something to send; absent where nothing is in between.',
    ),
  ),
  link: z.exactOptional(
    describe(linkFiguresSchema, 'What passed the link that the kernel laid; absent where it laid none.'),
  ),
  perUnit: z.exactOptional(
    describe(
      z.object({
        commands: real(
          'Commands of one unit: as the server counted them, or of units that were carried out alone where others use it too.',
        ),
        trips: real(
          'Round trips of one unit that is carried out alone: its longest chain of commands each of which was sent after the reply to the one before it. Where units differ, few are: then as many a command as those have.',
        ),
      }),
      'Of code of the user, whose commands, rates and latencies above are of units: what a unit sends. Absent elsewhere.',
    ),
  ),
  cuts: z.exactOptional(
    describe(
      z.object({
        ...writeBooksSchema.shape,
        moments: describe(boundedList(linkCutSchema, documentLimits.slices), 'Each cut, in order.'),
      }),
      'Of a link that was cut: what became of the lane’s writes, as the server has them. Absent elsewhere.',
    ),
  ),
  hitRate: orNull(
    z.number(),
    'Share of reads that found something, 0 to 1; null when nothing was read, or when the replies do not show it.',
  ),
  cache: z.exactOptional(
    describe(
      z.object({
        answeredLocally: count('Counted commands that the cache answered, without the server.'),
        sent: count('Counted commands that the server was sent.'),
        hitRate: orNull(
          z.number(),
          'Share of the commands that the cache answered; null where none was counted.',
        ),
        invalidationsPerSecond: real('Messages of the server that a key has changed, over all connections.'),
      }),
      'Of the cache in the client; absent where the lane has none.',
    ),
  ),
  staleness: z.exactOptional(
    describe(
      z.object({
        writesPerSecond: real('Writes of the other client that were acknowledged.'),
        reads: count(
          'Counted reads whose version is known; 0 where the strategy does not look at its replies.',
        ),
        stale: count('Those that gave an older version than the newest acknowledged before their call.'),
        ageMicros: orNull(
          z.object({
            p50: real('Median.'),
            p99: real('99th percentile.'),
            max: real('Longest.'),
          }),
          'Of the stale reads, µs from the acknowledgement of the first write that they did not see to their call; null when none was stale.',
        ),
      }),
      'Reads while another client wrote; absent where none did.',
    ),
  ),
  rate: orNull(
    z.object({
      offered: real('Asked for, commands per second.'),
      achieved: real('Reached, commands per second.'),
      backlog: z.exactOptional(count('Commands that were due and not sent when its last slice ended.')),
      growing: z.exactOptional(
        flag(
          'Whether that number grew from slice to slice: response times then grow as long as the lane runs.',
        ),
      ),
    }),
    'Open loop only; null for a closed loop.',
  ),
  client: describe(clientFiguresSchema, 'What the lane took of the client machine.'),
  server: describe(
    serverFiguresSchema,
    'What the server said over the counted slices; null where it does not tell.',
  ),
  countsAgree: orNull(
    z.boolean(),
    'Whether the server counted just what this lane sent; null where it cannot be known.',
  ),
  rooflineShare: orNull(z.number(), 'Throughput as a share of the wire lane’s; null without one.'),
  gain: orNull(
    gainSchema,
    'Its gain over one-by-one as two factors; null where the lanes differ in more than the strategy.',
  ),
  bystander: orNull(bystanderFiguresSchema, 'What another client felt meanwhile; null when none watched.'),
  verdict: describe(verdictSchema, 'Which resource bounds the lane: a code with the figures that say so.'),
  warnings: describe(
    boundedList(warningSchema),
    'What a reader of the figures should know: each a code with its figures.',
  ),
  agents: z.exactOptional(
    describe(
      sharedAs('private', laneAgentsSchema),
      'Of each agent; absent where the client machine carried the lane out.',
    ),
  ),
  histograms: describe(
    z.object({
      command: hdr('Command latencies'),
      batch: hdr('Batch latencies'),
      response: hdr('Response times'),
    }),
    'All latencies that were recorded.',
  ),
});
export type LaneResult = z.output<typeof laneResultSchema>;
