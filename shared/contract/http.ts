import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { networkManual } from '../settings/network.ts';
import { moveSlotsManual } from '../settings/plan.ts';
import { scheduleManual } from '../settings/schedule.ts';
import { serverManual } from '../settings/server.ts';
import type { Manual, SettingRows } from '../settings/setting.ts';
import { workloadManual } from '../settings/workload.ts';
import { count, describe, flag, mention, orNull, real, text, texts } from './describe.ts';
import {
  activityKinds,
  bounds,
  clientIds,
  installations,
  laneStates,
  serverPrograms,
  unusableReasons,
} from './enums.ts';
import { problemSchema } from './problem-reason.ts';

export const stateSchema = describe(
  z.enum(['running', ...laneStates]),
  'failed: something in it failed; stopped: it was ended early.',
);

/** What is in progress. */
const currentRunSchema = z.object({
  id: text('Of the run, lesson, search or load curve.'),
  kind: describe(z.enum(activityKinds), 'All but a run are series of runs.'),
  startedAt: text('ISO 8601, UTC.'),
  remainingMs: orNull(
    z.number(),
    'How long it still takes, ms; null when it stops by count, or is being set up.',
  ),
});
export type CurrentRun = z.output<typeof currentRunSchema>;

export const errorDetailsSchema = z.object({
  code: text('For programs, such as invalid_input or run_in_progress.'),
  message: text('For people: what was wrong, and what would be right.'),
  problems: z.exactOptional(
    describe(z.array(problemSchema), 'With invalid_input: each field that is wrong.'),
  ),
  run: z.exactOptional(mention(currentRunSchema, 'With run_in_progress: what is in the way.')),
  retryAfterSeconds: z.exactOptional(
    count('When it is worth another try; the header Retry-After says it too.'),
  ),
  agents: z.exactOptional(
    describe(
      z.object({ wanted: count('By the plan.'), free: count('That could take part.') }),
      'With too_few_agents: how many there are.',
    ),
  ),
  target: z.exactOptional(
    describe(
      z.object({
        reason: describe(z.enum(unusableReasons), 'Why it cannot be measured.'),
        address: text('Where it is, without secrets.'),
      }),
      'With run_failed: the target, where it is what cannot be measured.',
    ),
  ),
});
export type ErrorDetails = z.output<typeof errorDetailsSchema>;

/** Body of every answer that is not a success. */
export const errorBodySchema = z.object({ error: mention(errorDetailsSchema, 'Why it was not done.') });
export type ErrorBody = z.output<typeof errorBodySchema>;

/** `GET /api/health`. */
export const healthSchema = z.object({
  status: describe(z.literal('ok'), 'The server answers.'),
  version: text('Version of Roundtrip.'),
  running: flag('Whether a run, a lesson or a search is in progress.'),
  targets: describe(
    z.array(
      z.object({
        id: text('Id of the target.'),
        answers: orNull(
          z.boolean(),
          'Whether it answered a PING, as of the last look; nobody looks during a run. null: not looked yet.',
        ),
      }),
    ),
    'Whether the targets can be reached; without private clusters, which are started for their first run.',
  ),
});
export type Health = z.output<typeof healthSchema>;

/** `GET /api/session`. */
export const sessionSchema = z.object({
  mayControl: flag('Whether the one who asks may start, stop and change.'),
  needsToken: flag('Whether the presenter’s token would give that right.'),
  keepsRuns: flag('Whether what is measured is kept in the history.'),
  installation: describe(
    z.enum(installations),
    'How Roundtrip came to the machine of the server: how its commands are called there.',
  ),
  hasControl: z.exactOptional(
    flag('Whether runs may have agents, which /api/agents lists; absent: this server has no control Redis.'),
  ),
});
export type Session = z.output<typeof sessionSchema>;

const semanticsSchema = z.object({
  atomic: flag('Whether nobody sees a batch half done.'),
  onFailure: text('What becomes of a batch when one of its commands fails.'),
  blocksOthers: text('Whether other clients wait while a batch runs.'),
  cluster: text('What a cluster demands.'),
  writes: text('Socket writes per command at batch size n, in words.'),
  bytes: text('Bytes on the wire per command, in words.'),
});
export type StrategySemantics = z.output<typeof semanticsSchema>;

/** How commands are put on the wire, as the registry describes a strategy to users. */
export const strategyDescriptionSchema = z.object({
  id: text('Id, as a plan names it.'),
  label: text('Name for people.'),
  summary: text('One sentence: what the client does.'),
  batching: describe(
    z.enum(['none', 'in-flight', 'batch']),
    'What the batch size means to it: nothing, commands in flight per connection, or commands in a batch.',
  ),
  commands: orNull(z.array(z.string()), 'Commands that it can send; null: all.'),
  clients: describe(
    z.array(z.enum(clientIds)),
    'Client libraries that can carry it out, the default first; empty: it uses none.',
  ),
  semantics: describe(semanticsSchema, 'What it promises, and what it costs.'),
  hidden: z.exactOptional(flag('Measures the harness; not listed.')),
});
export type StrategyDescription = z.output<typeof strategyDescriptionSchema>;

/** A client library that lanes may use. */
export const clientDescriptionSchema = z.object({
  id: describe(z.enum(clientIds), 'Id, as a lane of a plan names it.'),
  label: text('Name for people.'),
  package: text('Name in the npm registry.'),
  version: orNull(z.string(), 'The version that is installed; null: it is not installed here.'),
  cluster: flag('Whether its lanes can measure a cluster.'),
  unixSocket: flag('Whether it can connect to a Unix socket.'),
});
export type ClientDescription = z.output<typeof clientDescriptionSchema>;

/** A program that a private server can be. */
export const serverProgramSchema = z.object({
  id: describe(z.enum(serverPrograms), 'Id, as the server of a plan or of a lane names it.'),
  version: orNull(z.string(), 'Its version; null: it is not installed here.'),
  allocator: orNull(
    z.string(),
    'Its memory allocator, as in jemalloc-5.3.0; null: it does not say, or is not installed.',
  ),
});
export type ServerProgramDescription = z.output<typeof serverProgramSchema>;

/** A Redis that may be measured. Never carries a URL or a password: this is what the browser sees. */
export const targetDescriptionSchema = z.object({
  id: text('Id, as a plan names it.'),
  label: text('Name for people; never an address or a password.'),
  kind: describe(
    z.enum(['embedded', 'cluster', 'url']),
    'A private server, a private cluster, or one that was named at the start.',
  ),
  version: z.exactOptional(text('Of a private server, as 7.0.15; absent: not known, or not ours.')),
  /** Keys need a common hash tag where commands go together. */
  isCluster: z.exactOptional(flag('A cluster, private or not; absent: it is none.')),
  /** See `by` of a plan's network. */
  kernelNetwork: z.exactOptional(
    describe(
      z.enum(['bandwidth', 'delay']),
      'What the kernel can give a link to it: a bandwidth, or a delay as well; absent: it lays none.',
    ),
  ),
});
export type TargetDescription = z.output<typeof targetDescriptionSchema>;

type LimitName = keyof typeof limits;

const meaningsIn = <S extends SettingRows>(manual: Manual<S>) =>
  Object.fromEntries(Object.entries(manual).map(([name, { meaning }]) => [name, meaning])) as Record<
    keyof S,
    string
  >;
const limitMeanings: Record<LimitName, string> = {
  lanes: 'Lanes in one plan.',
  ...meaningsIn(workloadManual()),
  weight: 'Weight of one command in a mix, and of a written unit or command.',
  times: 'How often a written command is sent.',
  pauseMs: 'Before a stage of a written unit.',
  ...meaningsIn(scheduleManual()),
  ...meaningsIn(networkManual()),
  ...meaningsIn(serverManual()),
  ...meaningsIn(moveSlotsManual()),
  bystanderRps: 'What the bystander sends.',
  loadPoints: 'Of a load curve: its rates.',
  deepest: 'Of a search: the largest batch that is tried.',
  p99BoundMs: 'Of a search: what p99 has to stay under; absent: no bound.',
  budgetMs: 'Of a search: what it may take.',
  guess: 'A guess at the outcome of a lesson that asks how many times as fast.',
  guessedShare: 'A guess at the outcome of a lesson that asks for a share.',
  guesses: 'Viewers whose guesses are gathered for one lesson.',
};

export const limitSchema = z.object({
  min: real('Least that is taken.'),
  max: real('Most that is taken.'),
  default: z.exactOptional(
    real('Used where nothing is said; absent where saying nothing has a meaning of its own.'),
  ),
  unit: text('Unit of all three; empty: none.'),
});

/** `GET /api/limits`. */
export const limitsSchema = z.object(
  Object.fromEntries(
    (Object.keys(limits) as LimitName[]).map((name) => [name, mention(limitSchema, limitMeanings[name])]),
  ) as Record<LimitName, typeof limitSchema>,
);

/** Whatever was started, 201. */
export const startedSchema = z.object({
  id: text('Of the run, lesson, load curve or search that was started.'),
});
export type Started = z.output<typeof startedSchema>;

/** Whatever was stopped, 200. */
export const stoppedSchema = z.object({
  id: text('Of the run, lesson, load curve or search that was stopped.'),
  ended: flag('false: it still drains.'),
});
export type Stopped = z.output<typeof stoppedSchema>;

/** A line in the list of runs. */
export const runSummarySchema = z.object({
  id: text('Id of the run.'),
  startedAt: text('ISO 8601, UTC.'),
  state: stateSchema,
  lanes: describe(
    z.array(
      z.object({
        id: text('Name of the lane.'),
        strategy: text('Id of the strategy.'),
        throughput: orNull(
          z.number(),
          'Its rate by the counted slices so far, commands per second; null: none yet.',
        ),
        bound: orNull(z.enum(bounds), 'What bounds it; null until it ends.'),
      }),
    ),
    'In the order of the plan.',
  ),
});
export type RunSummary = z.output<typeof runSummarySchema>;

/** `GET /api/join`. */
export const joinSchema = z.object({
  urls: texts('Addresses by which others reach the page, the likeliest first; none: nobody else can.'),
});
export type Join = z.output<typeof joinSchema>;

/** Longer ones are no address of ours, and their code could not be read from the back row. */
const longestUrl = 200;
/** Query of `GET /api/join.svg`. */
export const qrCodeQuerySchema = z.object({
  url: describe(z.string().check(z.maxLength(longestUrl)), 'One of the addresses that GET /api/join lists.'),
});
