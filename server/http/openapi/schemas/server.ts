import * as z from 'zod/mini';
import { limits } from '../../../../shared/limits.ts';
import { is, mention, orNull, real, text } from '../../../../shared/contract/result-schema/meanings.ts';
import { workloadMeanings } from '../../../../shared/contract/result-schema/plan.ts';

export const health = z.object({
  status: is(z.literal('ok'), 'The server answers.'),
  version: text('Version of Roundtrip.'),
  running: is(z.boolean(), 'Whether a run, a lesson or a search goes on.'),
  targets: is(
    z.array(
      z.object({
        id: text('Id of the target.'),
        answers: orNull(
          z.boolean(),
          'Whether it answered a PING, as of the last look; nobody looks while a run goes on. null: not looked yet.',
        ),
      }),
    ),
    'Whether the targets can be reached; without private clusters, which are started for their first run.',
  ),
});

export const session = z.object({
  mayControl: is(z.boolean(), 'Whether the one who asks may start, stop and change.'),
  needsToken: is(z.boolean(), 'Whether the presenter’s token would give that right.'),
  keepsRuns: is(z.boolean(), 'Whether what is measured is kept in the history.'),
});

export const strategy = z.object({
  id: text('Id, as a plan names it.'),
  label: text('Name for people.'),
  summary: text('One sentence: what the client does.'),
  batching: is(
    z.enum(['none', 'in-flight', 'batch']),
    'What the batch size means to it: nothing, commands in flight per connection, or commands in a batch.',
  ),
  commands: orNull(z.array(z.string()), 'Commands that it can send; null: all.'),
  semantics: is(
    z.object({
      atomic: is(z.boolean(), 'Whether nobody sees a batch half done.'),
      onFailure: text('What becomes of a batch when one of its commands fails.'),
      blocksOthers: text('Whether other clients wait while a batch runs.'),
      cluster: text('What a cluster demands.'),
      writes: text('Socket writes per command at batch size n, in words.'),
      bytes: text('Bytes on the wire per command, in words.'),
    }),
    'What it promises, and what it costs.',
  ),
  hidden: z.exactOptional(is(z.boolean(), 'Measures the harness; not listed.')),
});

export const target = z.object({
  id: text('Id, as a plan names it.'),
  label: text('Name for people; never an address or a password.'),
  kind: is(
    z.enum(['embedded', 'cluster', 'url']),
    'A private server, a private cluster, or one that was named at the start.',
  ),
  isCluster: z.exactOptional(is(z.boolean(), 'A cluster, private or not; absent: it is none.')),
});

/** Of the numbers that no workload has. */
const furtherMeanings = {
  lanes: 'Lanes in one plan.',
  sliceMs: 'Time of one turn of a lane.',
  settleMs: 'Sent and drained before each slice and not counted.',
  weight: 'Weight of one command in a mix.',
  rttMs: 'Added to every round trip.',
  jitterMs: 'By which a round trip strays at most.',
  bandwidthMbit: 'In each direction; absent: no limit.',
  ioThreads: 'Of a private server: threads that read and write sockets.',
  maxMemoryBytes: 'Of a private server: most memory it may use.',
  afterMs: 'From the beginning of a run to the moving of slots.',
  deepest: 'Of a search: the largest batch that is tried.',
  p99BoundMs: 'Of a search: what p99 has to stay under; absent: no bound.',
  budgetMs: 'Of a search: what it may take.',
  guess: 'A guess at the outcome of a lesson, in the unit that it asks for.',
  guesses: 'Viewers whose guesses are gathered for one lesson.',
  bystanderRps: 'What the bystander sends.',
} as const satisfies Partial<Record<keyof typeof limits, string>>;

const limit = z.object({
  min: real('Least that is taken.'),
  max: real('Most that is taken.'),
  default: z.exactOptional(
    real('Used where nothing is said; absent where saying nothing has a meaning of its own.'),
  ),
  unit: text('Unit of all three; empty: none.'),
});

type LimitName = keyof typeof limits;
const limitMeanings: Record<LimitName, string> = { ...workloadMeanings, ...furtherMeanings };
const allLimits = z.object(
  Object.fromEntries(
    (Object.keys(limits) as LimitName[]).map((name) => [name, mention(limit, limitMeanings[name])]),
  ) as Record<LimitName, typeof limit>,
);

export const join = z.object({
  urls: is(
    z.array(z.string()),
    'Addresses by which others reach the page, the likeliest first; none: nobody else can.',
  ),
});

export const serverSchemas = {
  Health: health,
  Session: session,
  Strategy: strategy,
  Target: target,
  Limit: limit,
  Limits: allLimits,
  Join: join,
};
