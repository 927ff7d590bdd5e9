import * as z from 'zod/mini';
import { historyLimits } from '../limits.ts';
import { count, describe, describeFields, mention, orNull, text, texts } from './describe.ts';
import { entryKinds, exportFormats, laneStates } from './enums.ts';
import { keptLessonSchema } from './guesses.ts';
import { resultSchema } from './result.ts';
import { sampleSchema } from './run-events.ts';
import { searchResultSchema } from './search.ts';

/** A line in the list of what was kept, newest first. */
export const historyEntrySchema = z.object({
  id: text('Of the run, the lesson or the search.'),
  kind: describe(z.enum(entryKinds), 'What was measured.'),
  name: orNull(z.string(), 'What its reader called it; null: nothing yet.'),
  tags: texts('Tags that its reader gave it.'),
  startedAt: text('ISO 8601, UTC.'),
  finishedAt: text('ISO 8601, UTC.'),
  state: describe(z.enum(laneStates), 'How it ended.'),
  about: text('Id of the target; of a lesson its own.'),
  summary: text('One line made of its figures.'),
  lanes: describe(
    z.array(
      z.object({
        id: text('Name of the lane.'),
        label: text('Name for people.'),
        strategy: text('Id of the strategy.'),
        throughput: orNull(z.number(), 'Median, commands per second; null: none.'),
        p99Ms: orNull(z.number(), 'p99 of its latency, ms; null: none.'),
      }),
    ),
    'Of a run all, of a search what was compared, of a lesson none.',
  ),
  bytes: count('Size of its document and samples as they are stored, bytes.'),
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

export const exportFormatSchema = z.enum(exportFormats);
