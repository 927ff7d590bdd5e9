import * as z from 'zod/mini';
import { answerSchema } from './answer.ts';
import { historyLimits } from '../limits.ts';
import { count, describe, describeFields, mention, orNull, real, text, texts } from './describe.ts';
import { doubtSchema } from './doubt.ts';
import { clientIds, entryKinds, laneStates } from './enums.ts';
import { keptLessonSchema } from './guesses.ts';
import { claimOutcomeSchema, recipeFormSchema } from './recipe.ts';
import { comparisonSchema, resultSchema } from './result.ts';
import { sampleSchema } from './run-events.ts';
import { completeNetwork } from './plan.ts';
import { searchResultSchema, worthSchema } from './search.ts';
import { completeWorkload } from './workload.ts';

const depthOf = (description: string) => orNull(z.number(), `${description}; null: it has none.`);
const waySchema = z.object({
  strategy: text('Id of the strategy.'),
  batchSize: depthOf('Batch size, commands'),
});
const gainOf = {
  ratio: real('Quotient of what is shown of both.'),
  ci95: orNull(z.tuple([z.number(), z.number()]), 'Its 95 % interval; null: too few pairs.'),
};
const sent = {
  workload: completeWorkload('What every lane sends unless it says otherwise.'),
  network: z.exactOptional(completeNetwork('What lies in between; absent: nothing.')),
};

const doubtful = {
  doubts: z.exactOptional(
    describe(z.array(doubtSchema), 'What makes its figures doubtful; absent: nothing, or it is not known.'),
  ),
};

/** What the summary of an entry says, for words in a language of the reader's. */
const summarySchema = z.discriminatedUnion('code', [
  z.object({
    code: describe(z.literal('run'), 'Of a run.'),
    ...sent,
    units: z.exactOptional(
      text('What lanes carried out in place of commands: the name of written units, or files of code.'),
    ),
    before: z.exactOptional(describe(z.object(sent), 'As it was before it was changed; absent: it was not.')),
    overriding: z.exactOptional(
      describe(
        z.array(text('Id of the lane.')),
        'Lanes with settings of their own; absent: none, or not known.',
      ),
    ),
    ...doubtful,
    best: orNull(
      z.object({
        lane: text('Id of the lane.'),
        ...gainOf,
        outcome: comparisonSchema.shape.outcome,
        latency: comparisonSchema.shape.latency,
      }),
      'The lane that the page names; null: none was compared.',
    ),
    answer: mention(answerSchema, 'What the run answers.'),
  }),
  z.object({
    code: describe(z.literal('lesson'), 'Of a lesson.'),
    form: recipeFormSchema,
    steps: count('That were begun.'),
    claims: describe(
      z.array(z.object({ outcome: claimOutcomeSchema.shape.outcome, count: count('How many.') })),
      'The published claims.',
    ),
    ...doubtful,
  }),
  z.object({
    code: describe(z.literal('load-curve'), 'Of a load curve.'),
    rates: describe(z.tuple([z.number(), z.number()]), 'Lowest and highest rate, commands per second.'),
    lanes: describe(
      z.array(
        z.object({
          id: text('Name of the lane.'),
          label: text('Name for people.'),
          strategy: text('Id of the strategy.'),
          keptRps: orNull(z.number(), 'Highest rate that it kept, commands per second; null: none of them.'),
          isUnclear: z.exactOptional(
            describe(z.boolean(), 'True where it kept none for certain, and some are inconclusive.'),
          ),
        }),
      ),
      'What each lane keeps.',
    ),
    ...doubtful,
  }),
  z.object({
    code: describe(z.literal('distances'), 'Of gain over distance.'),
    distances: describe(z.tuple([z.number(), z.number()]), 'Shortest and longest round trip, ms.'),
    lanes: describe(
      z.array(
        z.object({
          id: text('Name of the lane.'),
          label: text('Name for people.'),
          strategy: text('Id of the strategy.'),
          ratios: describe(
            z.tuple([z.nullable(z.number()), z.nullable(z.number())]),
            'Its rate ÷ that of the first lane at the nearest and the farthest distance; null: not compared.',
          ),
        }),
      ),
      'What each lane gains.',
    ),
    ...doubtful,
  }),
  z.object({
    code: describe(z.literal('search'), 'Of a search.'),
    ...sent,
    client: z.exactOptional(describe(z.enum(clientIds), 'Client library; absent: ioredis.')),
    p99BoundMs: orNull(z.number(), 'What p99 had to stay under, ms; null: no bound.'),
    answer: orNull(
      z.object({
        worth: worthSchema,
        baseline: describe(waySchema, 'What batching is compared with.'),
        candidate: describe(waySchema, 'What would be advised.'),
        gain: orNull(z.object(gainOf), 'The candidate against the baseline; null: not compared.'),
        sizeUnsure: z.exactOptional(
          describe(
            z.literal(true),
            'Batching pays, the best batch size is uncertain; absent: not so, or not known.',
          ),
        ),
      }),
      'null: stopped before there was one.',
    ),
    ...doubtful,
  }),
]);
export type EntrySummary = z.output<typeof summarySchema>;

/** A line in the list of what was kept, newest first. */
export const historyEntrySchema = z.object({
  id: text('Of the run, the lesson, the search or the load curve.'),
  kind: describe(z.enum(entryKinds), 'What was measured.'),
  name: orNull(z.string(), 'What its reader called it; null: nothing yet.'),
  tags: texts('Tags that its reader gave it.'),
  startedAt: text('ISO 8601, UTC.'),
  finishedAt: text('ISO 8601, UTC.'),
  state: describe(z.enum(laneStates), 'How it ended.'),
  schema: count('Version of its document.'),
  about: text(
    'Id of the target; of a lesson its own, of a load curve always load-curve, of gain over distance distances.',
  ),
  summary: text('One line made of its figures, in English.'),
  said: z.exactOptional(
    describe(summarySchema, 'The same as data; absent where it is damaged, or of schema 1.'),
  ),
  lanes: describe(
    z.array(
      z.object({
        id: text('Name of the lane.'),
        label: text('Name for people.'),
        strategy: text('Id of the strategy.'),
        batchSize: z.exactOptional(depthOf('Of a search: batch size, commands')),
        throughput: orNull(z.number(), 'Its rate, commands per second; null: none.'),
        units: z.exactOptional(describe(z.literal(true), 'Its rate is of units.')),
        p99Ms: orNull(z.number(), 'p99 of its latency, ms; null: none.'),
      }),
    ),
    'Of a run all, of a search what was compared, of others none.',
  ),
  bytes: count('Size of its document, samples and card as they are stored, bytes.'),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** `GET /api/history`. */
export const historyPageSchema = z.object({
  entries: describe(z.array(historyEntrySchema), 'Newest first.'),
  total: count('Entries that match, on all pages.'),
  tags: texts('All tags in use, in alphabetical order.'),
  off: z.exactOptional(text('Why what is measured now is not kept; absent: it is.')),
});
export type HistoryPage = z.output<typeof historyPageSchema>;

/** `GET /api/history/:id`: an entry with all that is known of it. */
export const historyRecordSchema = z.union([
  z.object({
    ...historyEntrySchema.shape,
    kind: describe(z.literal('run'), 'A single run.'),
    document: mention(resultSchema, 'Its result.'),
    samples: describe(z.array(sampleSchema), 'Its seconds, the newest 600 of each lane.'),
  }),
  z.object({
    ...historyEntrySchema.shape,
    kind: describe(z.literal('lesson'), 'A lesson.'),
    document: mention(
      keptLessonSchema,
      'Its outcome, with the results of its steps and the guesses about it.',
    ),
  }),
  z.object({
    ...historyEntrySchema.shape,
    kind: describe(z.literal('load-curve'), 'Response time over load.'),
    document: mention(keptLessonSchema, 'Its curve, with the results of its steps.'),
  }),
  z.object({
    ...historyEntrySchema.shape,
    kind: describe(z.literal('distances'), 'Gain over distance.'),
    document: mention(keptLessonSchema, 'Its points, with the results of its steps.'),
  }),
  z.object({
    ...historyEntrySchema.shape,
    kind: describe(z.literal('search'), 'A search for a batch size.'),
    document: mention(searchResultSchema, 'Its answer, with all points.'),
  }),
]);
export type HistoryRecord = z.output<typeof historyRecordSchema>;

const { nameLength, tags, tagLength, searchLength, page } = historyLimits;

/** Words of a reader's: without line breaks and the like, and not only blanks. */
const words = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line'),
      z.minLength(1, 'must not be empty'),
      z.maxLength(longest, `must be at most ${longest} characters`),
    );

const tag = words(tagLength).check(z.regex(/^[^,]*$/, 'must hold no comma'));

/** `PATCH /api/history/:id`: what its reader may change. */
export const historyChangeSchema = z.strictObject({
  name: z.exactOptional(z.nullable(words(nameLength))),
  tags: z.exactOptional(
    z.pipe(
      z.array(tag).check(z.maxLength(tags, `must be at most ${tags}`)),
      z.transform((given: string[]) => [...new Set(given)]),
    ),
  ),
});
describe(historyChangeSchema, 'What is left out stays as it is.');
describeFields(historyChangeSchema, {
  name: 'What the entry is called, one line; null takes the name away.',
  tags: 'All its tags, one line each, without commas; they replace those that it has.',
});
export type HistoryChange = z.output<typeof historyChangeSchema>;

/** Query of `GET /api/history`. */
export const historyQuerySchema = z.strictObject({
  search: z.optional(
    z.string().check(z.maxLength(searchLength, `must be at most ${searchLength} characters`)),
  ),
  kind: z.optional(z.enum(entryKinds)),
  tag: z.optional(z.string().check(z.maxLength(tagLength, `must be at most ${tagLength} characters`))),
  before: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(
    z.coerce
      .number()
      .check(
        z.int(`must be a whole number`),
        z.minimum(1, 'must be at least 1'),
        z.maximum(page.max, `must be at most ${page.max}`),
      ),
    page.default,
  ),
});
describeFields(historyQuerySchema, {
  search: 'Words, each of which has to occur in name, tags, target, strategies, commands or summary.',
  kind: 'Only entries of this kind.',
  tag: 'Only entries with this tag.',
  before: 'Id of an entry: only older ones.',
  limit: 'Entries on a page.',
});
