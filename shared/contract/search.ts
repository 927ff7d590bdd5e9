import * as z from 'zod/mini';
import { documentLimits, limits } from '../limits.ts';
import {
  boundedList,
  boundedText,
  count,
  describe,
  describeFields,
  flag,
  mention,
  orNull,
  real,
  text,
  texts,
} from './describe.ts';
import { clientIds, documentVersions, laneStates } from './enums.ts';
import { searchStrategies } from './strategies.ts';
import { intervalOf } from './figures.ts';
import { errorDetailsSchema, stateSchema } from './http.ts';
import { realWithin, wholeByDefault, wholeWithin } from './numbers.ts';
import { completeNetwork, completeServer, networkSchema, planSchema, serverSchema } from './plan.ts';
import { comparisonSchema, environmentSchema } from './result.ts';
import type { RunEvent } from './run-events.ts';
import { verdictSchema } from './verdict.ts';
import { warningSchema } from './warning.ts';
import { completeWorkload, laneWorkloadSchema } from './workload.ts';
import { sharedAs } from './sharing.ts';

/** Body of `POST /api/search`: what a search is asked, as a person or a program writes it. */
export const searchInputSchema = z.strictObject({
  target: planSchema.shape.target.clone(),
  server: z.optional(serverSchema),
  network: z.optional(networkSchema),
  workload: z.optional(laneWorkloadSchema),
  client: z.optional(z.enum(clientIds)),
  strategies: z.optional(
    boundedList(z.enum(searchStrategies), searchStrategies.length).check(z.minLength(1)),
  ),
  deepest: wholeByDefault(limits.deepest),
  p99BoundMs: z._default(z.nullable(realWithin(limits.p99BoundMs)), null),
  budgetMs: z.optional(wholeWithin(limits.budgetMs)),
});
describe(
  searchInputSchema,
  'Only what differs from the defaults has to be said; {} searches with all of them.',
);
describeFields(searchInputSchema, {
  target: 'Id of a target; where it is left out, the first of /api/targets.',
  server: 'How the private server runs; of the target embedded alone.',
  network: 'What lies between client and server; left out: nothing.',
  workload: 'What is sent; its batch size, times and counts are not used.',
  client: 'Client library that carries them out, as /api/clients lists them; left out: ioredis.',
  strategies: 'Ways of batching to try; left out: those that fit the workload and the library.',
  deepest: 'The largest batch that is tried, commands.',
  p99BoundMs: 'p99 has to stay under this, ms; null: as much throughput as there is.',
  budgetMs: 'How long the search may take, ms; left out: a minute, over a slow network what it needs.',
});
export type SearchInput = z.input<typeof searchInputSchema>;

const strategyName = describe(z.enum(searchStrategies), 'Id of the strategy.');

/** What is asked: the workload on the target over the network, and how far the search may go. */
export const searchOrderSchema = z.object({
  target: sharedAs('private', text('Id of the target.')),
  server: z.exactOptional(completeServer('How the private server runs; absent: as by default.')),
  network: z.exactOptional(completeNetwork('What lies between client and server; absent: nothing.')),
  workload: completeWorkload('What is sent; its batch size, times and counts are not used.'),
  client: z.exactOptional(
    describe(z.enum(clientIds), 'Client library that carries the strategies out; absent: ioredis.'),
  ),
  deepest: count('The largest batch that is tried, commands.'),
  strategies: describe(
    boundedList(strategyName),
    'Ways of batching that are tried, each against the baseline.',
  ),
  p99BoundMs: orNull(z.number(), 'p99 has to stay under this, ms; null: as much throughput as there is.'),
  budgetMs: real('How long the search may take, ms.'),
});
export type SearchOrder = z.output<typeof searchOrderSchema>;

const stageSchema = describe(
  z.enum(['survey', 'final']),
  'survey: one short slice, to see where to look; final: interleaved slices that are judged.',
);
export type SearchStage = z.output<typeof stageSchema>;

/** A strategy at a batch size. */
const candidateSchema = z.object({ strategy: strategyName, batchSize: count('Batch size, commands.') });
export type Candidate = z.output<typeof candidateSchema>;

const found = <Code extends string>(code: Code) => describe(z.literal(code), 'What was found.');

/** Why a point cannot be recommended. */
const unusableSchema = z.discriminatedUnion('code', [
  /** The search was stopped before it had a figure of it. */
  z.object({ code: found('not-measured') }),
  z.object({ code: found('no-replies') }),
  z.object({
    code: found('commands-failed'),
    failed: count('Commands that failed.'),
    classes: sharedAs('class', texts('Classes of their errors.')),
  }),
  z.object({
    code: found('broke-off'),
    message: sharedAs('private', text('As the library or the system said it.')),
  }),
]);
export type Unusable = z.output<typeof unusableSchema>;

/** What there is to know before the figures of a search are believed. */
const searchWarningSchema = z.union([
  warningSchema,
  z.object({
    code: found('out-of-time'),
    candidates: describe(
      boundedList(candidateSchema),
      'How deep each way was tried that there was no time to take deeper.',
    ),
  }),
  z.object({
    code: found('no-room-for-larger'),
    batchSize: count('The largest batch that a server that evicts keys had room for, commands.'),
  }),
]);
export type SearchWarning = z.output<typeof searchWarningSchema>;

/** A candidate as measured. */
export const searchPointSchema = z.object({
  ...candidateSchema.shape,
  stage: stageSchema,
  throughput: real('Its rate by the fit of its run, commands per second; 0 when nothing came back.'),
  ci95: intervalOf('commands per second'),
  slices: describe(
    boundedList(z.number(), documentLimits.slices),
    'Each slice, commands per second; final ones are paired by round.',
  ),
  p99Ms: orNull(z.number(), 'p99 of command latency, in an open loop of response time, ms.'),
  p99Slices: describe(boundedList(z.number(), documentLimits.slices), 'p99 of each slice, ms.'),
  p50Ms: orNull(z.number(), 'Median of the same latency, ms.'),
  effectiveBatch: orNull(z.number(), 'Commands per socket write, as measured.'),
  holdsMs: z.exactOptional(
    real(
      'CPU time of the server for what it carries out in one go, a batch or what one read brought of it, ms; absent: it does not tell.',
    ),
  ),
  failed: count('Commands that failed.'),
  keepsRate: flag('Open loop: whether at least 98 % of the rate were reached; closed loop: true.'),
  verdict: mention(verdictSchema, 'Which resource bounds the lane.'),
  unusable: orNull(unusableSchema, 'Why it cannot be advised; null: it can.'),
});
export type SearchPoint = z.output<typeof searchPointSchema>;

const pointOrNull = (words: string) => orNull(searchPointSchema, words);

const { lane: _lane, baseline: _baseline, ...gain } = comparisonSchema.shape;
/** Two points compared by slices of the same rounds. */
const gainSchema = z.object({
  ...gain,
  ratio: real('Quotient of the throughputs; in an open loop of the inverses of p99.'),
});
export type Gain = z.output<typeof gainSchema>;

/** Of the best throughput, in an open loop of the inverse of the best p99. */
const reachedSchema = z.object({
  ratio: real('Share of the best, at most 1.'),
  ci95: describe(z.tuple([z.number(), z.number()]), '95 % interval of the share.'),
});
export type Reached = z.output<typeof reachedSchema>;

const boundSchema = z.object({
  p99Ms: real('The bound, ms.'),
  best: pointOrNull('Most throughput of those that the candidate is chosen from; null: nothing keeps it.'),
  edge: pointOrNull('More throughput still, over the bound in some slices alone; null: none.'),
  least: mention(searchPointSchema, 'Least p99 of all.'),
  onEdge: flag('The p99 of some slices of the candidate was over the bound.'),
});
export type BoundOutcome = z.output<typeof boundSchema>;

/**
 * Whether batching is advised. `no`: the whole interval of the gain lies below what is worth code and latency.
 * `bound out of reach`: nothing that was tried keeps the p99 bound.
 */
export const worthSchema = describe(
  z.enum(['yes', 'no', 'inconclusive', 'bound out of reach']),
  'Whether batching is advised; inconclusive: the interval of the gain is too wide, or what gains was not compared, or kept the bound in some slices only.',
);
export type Worth = z.output<typeof worthSchema>;

/** What the final points say. Figures of an open loop are judged by p99, those of a closed one by throughput. */
export const recommendationSchema = z.object({
  baseline: mention(searchPointSchema, 'What batching is compared with.'),
  best: mention(searchPointSchema, 'Most throughput, in an open loop least p99, whatever the bound.'),
  indistinguishable: describe(
    boundedList(searchPointSchema),
    'Those that are not told apart from the best, itself left out.',
  ),
  smallest: mention(searchPointSchema, 'Smallest batch that is found to reach 95 % of the best.'),
  knee: mention(searchPointSchema, 'Of the strategy that is advised: most throughput for its p99.'),
  bound: orNull(boundSchema, 'What the bound on p99 means; null: none was asked for.'),
  /** Of those that keep the bound in every slice, where there are such. The baseline only without any batch. */
  candidate: mention(
    searchPointSchema,
    'The smallest batch that is found to reach 95 % of the best of those that keep the bound; where none does, the least p99.',
  ),
  reached: orNull(
    reachedSchema,
    'What the candidate reaches of the best that it is chosen from; null where it is the baseline or breaks the bound, and in answers of versions that did not know it.',
  ),
  advised: pointOrNull(
    'The answer: the candidate, or the baseline where batching is not worth it; null where it cannot be told.',
  ),
  gain: orNull(
    gainSchema,
    'The candidate against the baseline; null where it is the baseline, or nothing of both was measured.',
  ),
  worth: worthSchema,
  alternatives: describe(
    boundedList(searchPointSchema),
    'The best of each other strategy; where nothing keeps the bound, that with its least p99.',
  ),
  stillClimbing: flag('Whether the deepest that was tried is told to be better than all below it.'),
});
export type Recommendation = z.output<typeof recommendationSchema>;

/** The answer, complete: plain JSON, in no language. */
export const searchResultSchema = z.object({
  schema: describe(z.literal(documentVersions.search), 'Version of this format.'),
  startedAt: sharedAs('open', text('ISO 8601, UTC.')),
  elapsedMs: real('How long it took, ms.'),
  state: describe(z.enum(laneStates), 'How it ended.'),
  order: mention(searchOrderSchema, 'What was asked, with every default said.'),
  environment: mention(environmentSchema, 'Where it was measured.'),
  points: describe(
    boundedList(searchPointSchema),
    'What was measured; where both stages measured a batch size, both are here.',
  ),
  recommendation: orNull(
    recommendationSchema,
    'What the points say; null when it was stopped before its final round.',
  ),
  snippet: orNull(
    sharedAs('private', boundedText(documentLimits.code)),
    'Code for the client library with the advised settings; null where nothing is advised.',
  ),
  warnings: describe(
    boundedList(searchWarningSchema),
    'What there is to know before the figures are believed.',
  ),
});
export type SearchResult = z.output<typeof searchResultSchema>;

const { points: _points, ...ending } = searchResultSchema.shape;

/** What happens on the way, in order. */
export type SearchEvent =
  | { type: 'search-started'; order: SearchOrder; baseline: string; totalMs: number }
  | { type: 'stage-started'; stage: SearchStage; candidates: Candidate[] }
  | { type: 'run-event'; event: RunEvent }
  | { type: 'point'; point: SearchPoint }
  | { type: 'search-finished'; result: SearchResult };

/** The search that is in progress, or the one that ended last: all that a page needs to show it. */
export const searchSnapshotSchema = z.object({
  id: sharedAs('open', text('Id of the search.')),
  state: stateSchema,
  startedAt: sharedAs('open', text('ISO 8601, UTC.')),
  order: mention(searchOrderSchema, 'What was asked, with every default said.'),
  elapsedMs: real('Since the start, by the server’s clock, at the moment of sending, ms.'),
  stage: orNull(stageSchema, 'What is in progress; null while it is set up, and when it is over.'),
  candidates: describe(
    boundedList(candidateSchema),
    'What is being measured now, in the order of the run’s lanes.',
  ),
  points: describe(boundedList(searchPointSchema), 'What was measured so far.'),
  advice: orNull(z.object(ending), 'At the end, but for its points; null where it broke off before.'),
  error: sharedAs('private', orNull(errorDetailsSchema, 'Why it broke off; null: it did not.')),
});
export type SearchSnapshot = z.output<typeof searchSnapshotSchema>;
