import * as z from 'zod/mini';
import { recipeForms } from '../../../../shared/recipes/recipe.ts';
import { error } from '../../../../shared/result-schema/figures.ts';
import { resultSchema } from '../../../../shared/result-schema/index.ts';
import { count, is, mention, orNull, real, text } from '../../../../shared/result-schema/meanings.ts';
import { workload } from '../../../../shared/result-schema/plan.ts';
import { laneStates } from '../../../../shared/terms.ts';
import { state } from './runs.ts';

const form = z.object({
  steps: count('Number of steps.'),
  estimateMs: real('About how long it takes, ms.'),
});
const formName = is(z.enum(recipeForms), 'quick: shortened to at most a minute; full: everything.');
const stepType = is(z.enum(['run', 'atomicity']), 'atomicity: an experiment that is no run, without speeds.');

export const lesson = z.object({
  id: text('Id of the lesson.'),
  title: text('Title.'),
  question: text('What it is to find out.'),
  method: text('How it is done here.'),
  source: text('Where its published figures come from, in words.'),
  prediction: is(
    z.union([
      z.object({
        type: is(z.literal('number'), 'A number is asked for.'),
        ask: text('The question.'),
        unit: text('Unit of the answer.'),
      }),
      z.object({
        type: is(z.literal('choice'), 'One of some answers is asked for.'),
        ask: text('The question.'),
        choices: is(z.array(z.string()), 'The answers.'),
      }),
    ]),
    'What a class is asked before anything is measured.',
  ),
  claims: is(z.array(z.string()), 'The published claims that it judges.'),
  forms: is(
    z.object({
      quick: mention(form, 'Shortened to at most a minute.'),
      full: mention(form, 'With the commands and rounds of its source.'),
    }),
    'How long it takes in each form.',
  ),
  needsPrivateServer: is(z.boolean(), 'Whether it runs on private servers alone.'),
});

const cell = z.union([z.string(), z.number(), z.tuple([z.number(), z.number()]), z.null()]);
const table = z.object({
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

const stepOutcome = z.object({
  step: text('Id of the step.'),
  label: text('Name for people.'),
  state: is(z.enum(laneStates), 'How it ended.'),
  error: orNull(error, 'Why it failed; null when it did not.'),
  result: orNull(
    resultSchema,
    'Of its run; null where it is no run, failed before anything was measured, or was never begun.',
  ),
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

export const recipeResult = z.object({
  kind: is(z.literal('recipe'), 'Kind of document.'),
  schema: is(z.literal(1), 'Version of this format.'),
  recipe: text('Id of the lesson.'),
  title: text('Title.'),
  question: text('What it is to find out.'),
  form: formName,
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
  tables: is(z.array(table), 'What was measured beside what was published.'),
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
  steps: is(z.array(stepOutcome), 'What became of each step.'),
});

const guessSpread = z.union([
  z.object({
    type: is(z.literal('number'), 'The question asks for a number.'),
    scale: is(z.enum(['linear', 'log']), 'Of the axis on which the bins are equally wide.'),
    bins: is(
      z.array(
        z.object({
          from: is(z.number(), 'Least value that counts here.'),
          to: is(z.number(), 'From here on a value counts in the next bin.'),
          count: count('Guesses in it.'),
        }),
      ),
      'How the guesses lie.',
    ),
    values: orNull(
      z.array(z.object({ value: is(z.number(), 'What was guessed.'), count: count('How often.') })),
      'The guesses one by one; null: they are too many for that.',
    ),
    median: is(z.number(), 'Of all guesses.'),
  }),
  z.object({
    type: is(z.literal('choice'), 'The question offers choices.'),
    counts: is(
      z.array(z.object({ choice: text('What was offered.'), count: count('Guesses for it.') })),
      'Each choice, in the order in which they are offered.',
    ),
  }),
]);

export const keptLesson = z.object({
  ...recipeResult.shape,
  guesses: z.exactOptional(
    is(
      z.object({
        round: text('Which gathering they went into: another one once they were cleared.'),
        count: count('How many have guessed.'),
        spread: orNull(guessSpread, 'How the guesses lie.'),
      }),
      'What a class had guessed before the outcome; absent: nobody did, or the lesson is an older one.',
    ),
  ),
});

const { steps: _steps, ...outcome } = recipeResult.shape;
const own = workload('').shape;

export const lessonSnapshot = z.object({
  id: text('Id of this carrying out.'),
  recipe: text('Id of the lesson.'),
  form: formName,
  startedAt: text('ISO 8601, UTC.'),
  state,
  stopping: is(z.boolean(), 'Somebody has asked for its end, which has not come yet.'),
  steps: is(
    z.array(
      z.object({
        id: text('Id of the step.'),
        label: text('Name for people.'),
        type: stepType,
        estimateMs: real('About how long it takes, ms.'),
        state: is(z.enum(['waiting', 'running', ...laneStates]), 'How far it is.'),
        run: orNull(z.string(), 'Id of its run; null before it has begun, and where it is none.'),
        error: orNull(z.string(), 'Why it failed, in words.'),
        lanes: is(
          z.array(
            z.object({
              id: text('Name of the lane.'),
              strategy: text('Id of the strategy.'),
              label: z.exactOptional(text('The name that its plan gives it.')),
              own: is(
                z.object({
                  commands: z.exactOptional(own.commands),
                  dataSize: z.exactOptional(own.dataSize),
                  clients: z.exactOptional(own.clients),
                  threads: z.exactOptional(own.threads),
                  pipeline: z.exactOptional(own.pipeline),
                }),
                'In what it differs from the other lanes of its strategy.',
              ),
              throughput: orNull(z.number(), 'Median, commands per second; null: none.'),
            }),
          ),
          'Its outcome in short; empty until there is one.',
        ),
      }),
    ),
    'Its steps, in order.',
  ),
  current: orNull(z.int(), 'Index of the step that goes on.'),
  remainingMs: real('About how long it still takes at the moment of sending, ms; 0 when it is over.'),
  outcome: orNull(
    z.object(outcome),
    'null while it goes on, when it broke off, and when it was stopped before anything was measured.',
  ),
  error: orNull(z.string(), 'Why it broke off without an outcome.'),
});

export const lessonSchemas = {
  Lesson: lesson,
  LessonResult: keptLesson,
  LessonStepResult: stepOutcome,
  LessonTable: table,
  LessonSnapshot: lessonSnapshot,
};
