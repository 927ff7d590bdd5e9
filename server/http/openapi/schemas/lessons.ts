import * as z from 'zod/mini';
import {
  count,
  is,
  mention,
  orNull,
  real,
  text,
} from '../../../../shared/contract/result-schema/meanings.ts';
import { workload } from '../../../../shared/contract/result-schema/plan.ts';
import {
  recipeForm,
  recipeResultSchema,
  recipeStep,
  recipeTable,
} from '../../../../shared/contract/result-schema/recipe.ts';
import { laneStates } from '../../../../shared/contract/terms.ts';
import { state } from './runs.ts';

const form = z.object({
  steps: count('Number of steps.'),
  estimateMs: real('About how long it takes, ms.'),
});
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
  ...recipeResultSchema.shape,
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

const { steps: _steps, ...outcome } = recipeResultSchema.shape;
const own = workload('').shape;

const lessonSnapshot = z.object({
  id: text('Id of this carrying out.'),
  recipe: text('Id of the lesson.'),
  form: recipeForm,
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
  LessonStepResult: recipeStep,
  LessonTable: recipeTable,
  LessonSnapshot: lessonSnapshot,
};
