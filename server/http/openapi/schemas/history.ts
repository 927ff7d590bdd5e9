import * as z from 'zod/mini';
import { entryKinds } from '../../../../shared/contract/history.ts';
import { count, is, mention, orNull, text } from '../../../../shared/contract/result-schema/meanings.ts';
import { resultSchema } from '../../../../shared/contract/result-schema/index.ts';
import { laneStates } from '../../../../shared/contract/terms.ts';
import { keptLesson } from './lessons.ts';
import { sample } from './runs.ts';
import { advice } from './searches.ts';

const historyEntry = z.object({
  id: text('Of the run, the lesson or the search.'),
  kind: is(z.enum(entryKinds), 'What was measured.'),
  name: orNull(z.string(), 'What its reader called it; null: nothing yet.'),
  tags: is(z.array(z.string()), 'Tags that its reader gave it.'),
  startedAt: text('ISO 8601, UTC.'),
  finishedAt: text('ISO 8601, UTC.'),
  state: is(z.enum(laneStates), 'How it ended.'),
  about: text('Id of the target; of a lesson its own.'),
  summary: text('One line made of its figures.'),
  lanes: is(
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

const historyPage = z.object({
  entries: is(z.array(historyEntry), 'Newest first.'),
  total: count('Entries that match, on all pages.'),
  tags: is(z.array(z.string()), 'All tags in use, in alphabetical order.'),
  off: z.exactOptional(text('Why what is measured now is not kept; absent: it is.')),
});

const historyRecord = z.union([
  z.object({
    ...historyEntry.shape,
    kind: is(z.literal('run'), 'A single run.'),
    document: mention(resultSchema, 'Its result.'),
    samples: is(z.array(sample), 'Its seconds, the newest 600 of each lane.'),
  }),
  z.object({
    ...historyEntry.shape,
    kind: is(z.literal('lesson'), 'A lesson.'),
    document: mention(keptLesson, 'Its outcome, with the results of its steps and the guesses about it.'),
  }),
  z.object({
    ...historyEntry.shape,
    kind: is(z.literal('search'), 'A search for a batch size.'),
    document: mention(advice, 'Its answer, with all points.'),
  }),
]);

export const historySchemas = {
  HistoryEntry: historyEntry,
  HistoryPage: historyPage,
  HistoryRecord: historyRecord,
};
