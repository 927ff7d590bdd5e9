import * as z from 'zod/mini';
import { documentLimits, limits, spreadBuckets } from '../limits.ts';
import { comparedLatencies } from './enums.ts';
import { boundedList, boundedText, count, describe, orNull, real, text } from './describe.ts';
import { sharedAs } from './sharing.ts';

export const latencySchemaOf = (description: string) =>
  describe(
    z.object({
      mean: real('Mean, ms.'),
      min: real('Smallest, ms.'),
      p50: real('Median, ms.'),
      p95: real('95 of 100 took no longer, ms.'),
      p99: real('99 of 100 took no longer, ms.'),
      p999: real('999 of 1000 took no longer, ms.'),
      max: real('Largest, ms.'),
    }),
    description,
  );
export type LatencySummary = z.output<ReturnType<typeof latencySchemaOf>>;

/** Counts of writes: what their callers were told, and what the server has. */
export const writeBooksSchema = z.object({
  applied: count('Writes that the server has applied.'),
  reported: count('Writes that were reported to the caller as done.'),
  unknown: count('Writes for which the caller got an error, so that it cannot know.'),
  unknownApplied: count('Of these, those that the server has applied.'),
  missing: count('Writes that were reported as done and that the server has not applied.'),
  twice: count('Writes that the server has applied more than once: the client library sent them again.'),
  silenceMs: real('Longest time of a slice in which no reply came, ms.'),
});
export type WriteBooks = z.output<typeof writeBooksSchema>;

/** A moment in which the link was cut. */
export const linkCutSchema = z.object({
  atMs: real('When, on the lane’s own clock of counted time, ms.'),
  connections: count('That were cut.'),
  bytes: count('That were on their way in our proxy, both directions together.'),
});
export type LinkCut = z.output<typeof linkCutSchema>;

export const intervalOf = (unit: string) =>
  orNull(
    z.tuple([real(`Lower bound, ${unit}.`), real(`Upper bound, ${unit}.`)]),
    `95 % interval, ${unit}; null for a single slice.`,
  );

export const throughputSchema = z.object({
  estimate: real(
    'Rate of the lane from one fit over all lanes and rounds, commands per second: the figure to quote, since ratios are quotients of it.',
  ),
  median: real('Median of the counted slices, commands per second.'),
  mean: real('Mean of the counted slices, commands per second.'),
  stddev: real('Standard deviation of the counted slices, commands per second.'),
  cv: real('Coefficient of variation: stddev / mean, a share.'),
  ci95: intervalOf('commands per second'),
  slices: describe(
    boundedList(real('Commands per second.'), documentLimits.slices),
    'Each counted slice in order, commands per second.',
  ),
  starts: z.exactOptional(
    describe(
      boundedList(count('Counted slices of a start.'), limits.starts.max),
      'How many of the slices each start of the lane has, in order; absent: it was started once.',
    ),
  ),
});
export type Throughput = z.output<typeof throughputSchema>;

export const comparedLatencySchema = describe(
  z.enum(comparedLatencies),
  'command: from the call to the reply. response: open loop, from the moment a command was due.',
);

export const latencySlicesSchema = z.object({
  kind: comparedLatencySchema,
  p50Ms: describe(
    boundedList(z.nullable(real('Median of one slice, ms.')), documentLimits.slices),
    'Each counted slice, as in throughput.slices; null: nothing was answered in it.',
  ),
});
export type LatencySlices = z.output<typeof latencySlicesSchema>;

/** How the latencies of one sample spread: small enough to go with each of them. */
export const latencySpreadSchema = z.object({
  from: count(
    'Number of the first bucket. Bucket n begins at 2^(⌊n/4⌋ − 3) × (1 + (n mod 4)/4) µs, and ends where n + 1 begins.',
  ),
  perMille: describe(
    boundedList(
      real('Share of the commands, per mille; at least 1 where there is any.'),
      spreadBuckets.count,
    ),
    'Each bucket from there to the slowest command, without gaps.',
  ),
});
export type LatencySpread = z.output<typeof latencySpreadSchema>;

const fewKeys = z.refine<object>(
  (counts) => Object.keys(counts).length <= documentLimits.list,
  `must have at most ${documentLimits.list} fields`,
);

/** Failures by class: the first word of a Redis error (`WRONGTYPE`, `OOM`), or `timeout`, `connection lost`. */
export const failuresOf = (description: string) =>
  describe(
    z.record(sharedAs('class', boundedText(documentLimits.name)), z.int()).check(fewKeys),
    description,
  );
export type FailureCounts = z.output<ReturnType<typeof failuresOf>>;

/** Measured, not asked for. */
export const roundTripOf = (description: string) =>
  z.object({
    medianMs: real(`Median round trip ${description}, ms.`),
    p99Ms: real(`99th percentile of the round trip ${description}, ms.`),
    samples: count('PINGs that were timed.'),
  });
export type RoundTripFigures = z.output<ReturnType<typeof roundTripOf>>;

export const proxyFiguresSchema = z.object({
  cpu: orNull(
    z.number(),
    'CPU of the busiest thread of the network between, as a share of one core; null where not told.',
  ),
  coreWait: orNull(
    z.number(),
    'Time in which that thread was ready and had no core, as a share; null where not told.',
  ),
});
export type ProxyFigures = z.output<typeof proxyFiguresSchema>;

export const linkFiguresSchema = z.object({
  packetsOutPerCommand: real('Packets to the server for each command, acknowledgements included.'),
  packetsInPerCommand: real('Packets from the server for each command, acknowledgements included.'),
  mbitOut: real('To the server while the lane had something to send, headers included, Mbit/s.'),
  mbitIn: real('From the server, headers included, Mbit/s.'),
});
export type LinkFigures = z.output<typeof linkFiguresSchema>;

export const bystanderFiguresSchema = z.object({
  rps: real('GETs per second that it sent.'),
  latencyMs: orNull(
    latencySchemaOf('From the moment a GET was due to its reply, ms.'),
    'From the moment a GET was due to its reply, ms; null when none came back.',
  ),
  sendLagMs: orNull(
    latencySchemaOf('How late its own thread was in writing a GET, ms.'),
    'From the moment a GET was due until its own thread had written it, ms; null when none came back.',
  ),
  waitMs: orNull(
    latencySchemaOf('From writing a GET to its reply, ms.'),
    'From writing a GET to its reply, ms; null when none came back.',
  ),
});
export type BystanderFigures = z.output<typeof bystanderFiguresSchema>;

export const clientFiguresSchema = z.object({
  library: z.exactOptional(
    sharedAs('open', orNull(z.string(), 'Client library; null: the lane uses none; absent in samples.')),
  ),
  version: z.exactOptional(
    sharedAs('open', orNull(z.string(), 'Its version; null: the lane uses none; absent in samples.')),
  ),
  cpu: orNull(
    z.number(),
    'CPU of the lane’s threads, as a share of one core (1.5 is one and a half cores); null where not told.',
  ),
  coreWait: z.exactOptional(
    orNull(
      z.number(),
      'Time in which the lane’s threads were ready and had no core, as a share of one core; null where not told; absent in samples.',
    ),
  ),
  eventLoopUtilisation: real('Mean over the lane’s threads, a share from 0 to 1.'),
  memoryBytes: count('Largest that the lane’s threads took for their heaps and buffers, bytes.'),
});

const clusterNode = z.object({
  name: text('Address, HOST:PORT.'),
  calls: orNull(z.int(), 'Calls of the lane’s commands that it counted.'),
  cpu: orNull(z.number(), 'CPU, a share of one core.'),
});

const redirections = z.object({
  moved: count('MOVED: the slot is another master’s.'),
  ask: count('ASK: the slot is on its way to another master, and the key there already or nowhere.'),
  tryAgain: count('TRYAGAIN: the slot is on its way, and the keys of one command are in two places.'),
  crossSlot: count('CROSSSLOT: the keys of one command are in several slots.'),
});

const clusterFigures = z.object({
  nodes: describe(boundedList(clusterNode), 'The masters.'),
  redirections: orNull(redirections, 'Answers that sent a client elsewhere, or refused it for its keys.'),
});
export type ClusterFigures = z.output<typeof clusterFigures>;

/** What the server said over one slice; `null` where this server does not tell. */
export const serverFiguresSchema = z.object({
  cpu: orNull(
    z.number(),
    'CPU of the server while the lane had something to send, as a share of one core; its main thread where told.',
  ),
  reads: orNull(z.int(), 'Reads from sockets, a count.'),
  writes: orNull(z.int(), 'Writes to sockets, a count.'),
  calls: orNull(z.int(), 'Calls that commandstats counted, without Roundtrip’s own bookkeeping.'),
  cpuMicrosPerCommand: orNull(z.number(), 'CPU per command, µs.'),
  commandsPerRead: orNull(z.number(), 'Commands that one read from a socket brought, a count.'),
  usedMemoryBytes: orNull(z.int(), 'Memory in use at the end, bytes; of a cluster’s fullest master.'),
  evictedKeys: z.exactOptional(count('Keys that it evicted meanwhile, whosever they were; absent: none.')),
  cycleMicros: z.exactOptional(
    real(
      'Mean turn of its event loop, µs: others wait so long; absent where it does not tell (before Redis 7.2).',
    ),
  ),
  cluster: z.exactOptional(
    describe(
      sharedAs('private', clusterFigures),
      'What each master of a cluster did; absent where there is none.',
    ),
  ),
});
export type ServerFigures = z.output<typeof serverFiguresSchema>;

export const serialisedErrorSchema = z.object({
  name: sharedAs('class', text('Kind of error.')),
  code: sharedAs(
    'class',
    orNull(boundedText(), 'Code of the system or of Redis, such as ECONNREFUSED; null when it has none.'),
  ),
  message: sharedAs('private', text('What was wrong.')),
  stack: sharedAs('private', orNull(boundedText(), 'Where in the program; null when not known.')),
});
export type SerialisedError = z.output<typeof serialisedErrorSchema>;
