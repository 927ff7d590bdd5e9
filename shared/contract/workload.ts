import * as z from 'zod/mini';
import { bytesPerCommand, limits, maxBytesInFlight } from '../limits.ts';
import { commandIds, commands } from './commands.ts';
import { describe } from './describe.ts';
import { hashTags, keyPatterns } from './enums.ts';
import { failure } from './parse.ts';
import type { ProblemReason } from './problem-reason.ts';
import { realByDefault, wholeByDefault, wholeWithin } from './numbers.ts';

/** What the fields of a workload mean; `GET /api/limits` says it as well. */
export const workloadMeanings = {
  commands: 'Commands that are sent.',
  ratio: 'Weights of the commands; absent for one command.',
  customCommand: 'Line of the command "custom", with __key__, __data__ and __rand_int__.',
  clients: 'Connections of the lane.',
  threads: 'Worker threads of the lane.',
  pipeline: 'Batch size, commands; for the strategies that do not batch, commands in flight per connection.',
  dataSize: 'Payload, bytes.',
  dataSizeRange: 'Smallest and largest payload, bytes, drawn evenly; overrides dataSize.',
  data: 'What payloads are made of.',
  keyspace: 'Number of keys that are drawn from.',
  keyPrefix: 'Text in each key, behind the prefix of the run; absent: none.',
  keyPattern: 'How keys are drawn: R random, S sequential, Z Zipf, G Gaussian.',
  hashTag: 'Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot.',
  splitByNode: 'In a cluster: whether pipelines were split by node.',
  zipfExponent: 'Exponent of the pattern Z, no unit.',
  requests: 'Commands per lane; absent when the lane stops after durationMs.',
  durationMs: 'Counted time of the lane, ms; without meaning where requests is given.',
  warmupMs: 'Time of the lane before counting begins, ms.',
  rps: 'Open loop: commands per second for the whole lane; absent for a closed loop.',
  arrivals:
    'Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even.',
  backlog: 'Open loop: commands due but not answered at which the lane gives up.',
  ttlSeconds: 'Time to live that setex and expire set, s.',
  seed: 'The same seed draws the same commands, keys and payloads.',
  keepalive: 'Whether connections are kept; false: a new one for each command or batch.',
  resp: 'Version of the protocol.',
  timeoutMs: 'A lane without a reply for this long has failed, ms.',
  clientTimeout:
    'library: a client library keeps the timeout for each command that it has by default; absent: lanes have none.',
  readFrom: 'In a cluster: replica: reads go to replicas; absent: all commands go to masters.',
} as const satisfies Record<keyof typeof shape, string>;

/** Field names follow redis-benchmark and memtier_benchmark; sizes in bytes, times in ms. */
const shape = {
  commands: z._default(z.array(z.enum(commandIds)).check(z.minLength(1), z.maxLength(8)), ['set']),
  ratio: z.optional(z.array(wholeWithin(limits.weight)).check(z.maxLength(8))),
  customCommand: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  clients: wholeByDefault(limits.clients),
  threads: wholeByDefault(limits.threads),
  pipeline: wholeByDefault(limits.pipeline),
  dataSize: wholeByDefault(limits.dataSize),
  dataSizeRange: z.optional(z.tuple([wholeWithin(limits.dataSize), wholeWithin(limits.dataSize)])),
  data: z._default(z.enum(['text', 'random']), 'text'),
  keyspace: wholeByDefault(limits.keyspace),
  keyPrefix: z.optional(
    z.string().check(z.regex(/^[\w:.-]{1,200}$/, 'must be 1 to 200 letters, digits and : . _ -')),
  ),
  keyPattern: z._default(z.enum(keyPatterns), 'R'),
  hashTag: z._default(z.enum(hashTags), 'none'),
  splitByNode: z._default(z.boolean(), true),
  zipfExponent: realByDefault(limits.zipfExponent),
  requests: z.optional(wholeWithin(limits.requests)),
  durationMs: wholeByDefault(limits.durationMs),
  warmupMs: wholeByDefault(limits.warmupMs),
  rps: z.optional(wholeWithin(limits.rps)),
  arrivals: z.optional(z.enum(['even', 'poisson'])),
  backlog: wholeByDefault(limits.backlog),
  ttlSeconds: wholeByDefault(limits.ttlSeconds),
  seed: wholeByDefault(limits.seed),
  keepalive: z._default(z.boolean(), true),
  resp: z._default(z.union([z.literal(2), z.literal(3)]), 3),
  timeoutMs: wholeByDefault(limits.timeoutMs),
  clientTimeout: z.optional(z.literal('library')),
  readFrom: z.optional(z.literal('replica')),
};
for (const [name, field] of Object.entries(shape)) describe(field, workloadMeanings[name as keyof Workload]);

/**
 * What is sent: one command, or several with weights (`ratio`). A lane stops after `requests` commands where given,
 * else after `durationMs` of counted slices.
 */
export const workloadSchema = z.strictObject(shape).check((context) => {
  // A number that is out of range already is not worth a second complaint.
  if (context.issues.length > 0) return;
  const workload = context.value;
  const fail = (path: string, reason: ProblemReason) =>
    context.issues.push(failure([path], reason, workload));
  const largest = workload.dataSizeRange?.[1] ?? workload.dataSize;
  const payloads = Math.max(...workload.commands.map((id) => (commands[id].payload ? commands[id].keys : 1)));
  const inFlight = workload.clients * workload.pipeline * (largest * payloads + bytesPerCommand);
  if (inFlight > maxBytesInFlight)
    fail('pipeline', {
      code: 'too-many-bytes-in-flight',
      bytes: inFlight,
      most: maxBytesInFlight,
      perCommand: bytesPerCommand,
    });
  if (workload.threads > workload.clients)
    fail('threads', {
      code: 'more-threads-than-clients',
      threads: workload.threads,
      clients: workload.clients,
    });
  if (workload.dataSizeRange && workload.dataSizeRange[0] > workload.dataSizeRange[1])
    fail('dataSizeRange', { code: 'sizes-reversed', sizes: workload.dataSizeRange });
  if (workload.ratio && workload.ratio.length !== workload.commands.length)
    fail('ratio', {
      code: 'weights-unlike-commands',
      commands: workload.commands.length,
      weights: workload.ratio.length,
    });
  if (workload.commands.includes('custom') !== (workload.customCommand !== undefined))
    fail('customCommand', { code: 'custom-command-alone' });
  if (workload.arrivals === 'poisson' && workload.rps === undefined)
    fail('arrivals', { code: 'arrivals-without-rate' });
});
export type Workload = z.output<typeof workloadSchema>;

type Shape = typeof shape;
/** Each field as it is when somebody names it: without its default. */
type NamedFields = { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]['def']['innerType']> };

/** Fields of a workload that differ in one lane; the others are those of its plan. */
export const laneWorkloadSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      describe(z.optional(field.def.innerType), workloadMeanings[name as keyof Workload]),
    ]),
  ) as unknown as NamedFields,
);
export type LaneWorkload = z.output<typeof laneWorkloadSchema>;

/** A whole workload, every default filled in. Bounds that only a plan must keep are not checked again. */
export const completeWorkload = (description: string) => describe(z.object(shape), description);
