import * as z from 'zod/mini';
import { recipeForms } from '../../recipes/recipe.ts';
import { laneStates } from '../terms.ts';
import { error } from './figures.ts';
import { resultSchema, resultVersion } from './index.ts';
import { count, is, orNull, real, text } from './meanings.ts';

export const recipeForm = is(z.enum(recipeForms), 'quick: shortened to at most a minute; full: everything.');

const cell = z.union([z.string(), z.number(), z.tuple([z.number(), z.number()]), z.null()]);
export const recipeTable = z.object({
  title: text('Title.'),
  columns: is(
    z.array(
      z.object({
        label: text('Its heading.'),
        unit: is(
          z.enum(['text', 'commands/s', 'ms', 'share', 'ratio', 'count', 'bytes']),
          'Unit of its figures.',
        ),
        origin: is(z.enum(['setting', 'measured', 'published']), 'Where its figures come from.'),
        detail: z.exactOptional(is(z.literal(true), 'A class can do without it; absent: it cannot.')),
      }),
    ),
    'The columns.',
  ),
  rows: is(
    z.array(z.array(cell)),
    'A cell for each column; a pair is an interval, null: not measured, or not published.',
  ),
});

const beforeAndAfter = (before: string, after: string, words: string) =>
  orNull(z.object({ before: real(before), after: real(after) }), words);

const laneMemory = z.object({
  lane: text('Name of the lane.'),
  keys: beforeAndAfter('Before its first slice.', 'After its last.', 'Keys of the server; null: not told.'),
  usedBytes: beforeAndAfter(
    'Before its first slice, bytes.',
    'After its last, bytes.',
    'Memory of the server, bytes; null: not told.',
  ),
  outputBufferBytes: is(
    z.array(z.number()),
    'Largest that the server held of replies not yet sent, in each counted slice, bytes.',
  ),
  connectionBytes: is(
    z.array(z.number()),
    'Largest that the server held for its connections, in each counted slice, bytes.',
  ),
  looks: count('Times that the server was asked in its counted slices.'),
});

const atomicity = z.object({
  lane: text('Name of the lane.'),
  strategy: text('Id of the strategy.'),
  batchSize: count('Commands in a batch.'),
  batches: count('Batches that were sent and answered while another client looked.'),
  looks: count('Looks of the other client.'),
  halfDone: count('Looks that showed a batch half done.'),
  failing: is(
    z.object({
      command: text('The command that is refused on one key.'),
      refused: count('How many were refused.'),
      failure: orNull(z.string(), 'Class of the failure; null when nothing failed.'),
      others: count('The other commands of the batch.'),
      othersDone: count('How many of them have left their trace on the server.'),
      listKept: is(z.boolean(), 'Whether the key of the wrong type is still there.'),
    }),
    'A batch in the middle of which one command fails.',
  ),
});

export const recipeStep = z.object({
  step: text('Id of the step.'),
  label: text('Name for people.'),
  state: is(z.enum(laneStates), 'How it ended.'),
  error: orNull(error, 'Why it failed; null when it did not.'),
  result: orNull(resultSchema, 'Of its run; null where it is no run or failed before anything was measured.'),
  memory: z.exactOptional(
    is(
      z.object({
        maxMemoryBytes: orNull(
          z.number(),
          'What the server may use at most, bytes; null: not told, or no limit.',
        ),
        lanes: is(z.array(laneMemory), 'One for each lane.'),
      }),
      'What its lanes took of memory; of a step that watches it.',
    ),
  ),
  atomicity: z.exactOptional(
    is(z.array(atomicity), 'Of a step about it: one for each lane that got so far.'),
  ),
});

/** What `bench --recipe NAME --json` writes, and a lesson leaves; docs/recipes.md describes it. */
export const recipeResultSchema = z.object({
  kind: is(z.literal('recipe'), 'Kind of document.'),
  schema: is(z.literal(resultVersion), 'Version of this format.'),
  recipe: text('Id of the recipe.'),
  title: text('Title.'),
  question: text('What it is to find out.'),
  form: recipeForm,
  source: is(
    z.object({
      document: text('Where it stands.'),
      tool: text('What it was measured with.'),
      environment: text('Where it was measured; empty: not known.'),
    }),
    'Where its published figures come from.',
  ),
  startedAt: text('ISO 8601, UTC.'),
  finishedAt: text('ISO 8601, UTC.'),
  state: is(z.enum(laneStates), 'failed: at least one step did not complete; stopped: it was ended early.'),
  prediction: is(
    z.object({
      ask: text('What a class is asked.'),
      unit: orNull(z.string(), 'Unit of the answer; null: it is a choice.'),
      answer: orNull(z.union([z.number(), z.string()]), 'What was measured; null: it cannot be told.'),
    }),
    'The question of the lesson with its answer.',
  ),
  tables: is(z.array(recipeTable), 'What was measured beside what was published.'),
  claims: is(
    z.array(
      z.object({
        text: text('What the source says.'),
        rule: text('When it holds, in words.'),
        judgement: is(
          z.enum(['holds', 'does not hold here', 'cannot be seen here']),
          'Whether it holds by that rule.',
        ),
        because: text('The evidence, with its figures.'),
      }),
    ),
    'The published claims, judged.',
  ),
  reading: is(z.array(z.string()), 'What the figures say, in sentences.'),
  warnings: is(z.array(z.string()), 'What there is to know before the figures are believed.'),
  steps: is(z.array(recipeStep), 'What became of each step.'),
});
