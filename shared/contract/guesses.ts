import * as z from 'zod/mini';
import { distanceCount } from '../limits.ts';
import { boundedList, count, describe, flag, orNull, real, text } from './describe.ts';
import { recipeResultSchema } from './recipe.ts';

/** As the server gave it with an earlier guess or vote, kept by the browser; any other is ignored. */
export const viewerIdSchema = z.optional(z.string().check(z.maxLength(100)));

/** One viewer's answer to the question of a lesson, before it runs. */
export const guessSchema = z.strictObject({
  recipe: z.string().check(z.maxLength(80)),
  viewer: viewerIdSchema,
  /** A number in the question's unit, one of its choices, or a ratio for each distance. */
  value: z.union([
    z.number(),
    z.string().check(z.maxLength(200)),
    z.array(z.number()).check(z.maxLength(distanceCount.max)),
  ]),
});
export type Guess = z.output<typeof guessSchema>;

/** How many guesses lie in a bin; the last bin holds its upper end as well. */
const binSchema = z.object({
  from: describe(z.number(), 'Least value that counts here.'),
  to: describe(z.number(), 'From here on a value counts in the next bin.'),
  count: count('Guesses in it.'),
});
export type GuessBin = z.output<typeof binSchema>;

/** How many have guessed this very number. */
const guessCountSchema = z.object({ value: real('What was guessed.'), count: count('How often.') });
export type GuessCount = z.output<typeof guessCountSchema>;

const spreadSchema = z.union([
  z.object({
    type: describe(z.literal('number'), 'The question asks for a number.'),
    scale: describe(z.enum(['linear', 'log']), 'Of the axis on which the bins are equally wide.'),
    bins: describe(boundedList(binSchema), 'How the guesses lie.'),
    /** In order, where there are too few different guesses for a histogram. */
    values: orNull(
      boundedList(guessCountSchema),
      'The guesses one by one; null: they are too many for that.',
    ),
    median: describe(z.number(), 'Of all guesses.'),
    closest: z.exactOptional(
      describe(
        boundedList(guessCountSchema),
        'The guess nearest to what was measured, by ratio on a logarithmic axis; several where they are equally near; absent: nothing was measured.',
      ),
    ),
  }),
  z.object({
    type: describe(z.literal('choice'), 'The question offers choices.'),
    counts: describe(
      boundedList(z.object({ choice: text('What was offered.'), count: count('Guesses for it.') })),
      'Each choice, in the order in which they are offered.',
    ),
  }),
]);
export type GuessSpread = z.output<typeof spreadSchema>;

const pointsSchema = z.exactOptional(
  describe(
    boundedList(boundedList(guessCountSchema)),
    'Of gain over distance, in place of the spread: the ratios that were guessed, from near to far, in order.',
  ),
);

/** What the viewers have guessed about one lesson. */
const gatheredGuessesSchema = z.object({
  recipe: text('Id of the lesson.'),
  round: text('Which gathering they went into: another one once they were cleared.'),
  count: count('How many have guessed.'),
  closed: flag('Whether no guess counts any more: the lesson is in progress, or its outcome is known.'),
  spread: orNull(spreadSchema, 'How the guesses lie; null until closed, but for presenters.'),
  points: pointsSchema,
});
export type GatheredGuesses = z.output<typeof gatheredGuessesSchema>;

/** What a class had guessed, kept beside the outcome: how the guesses lie, and not whose they are. */
const keptGuessesSchema = z.object({
  round: gatheredGuessesSchema.shape.round,
  count: gatheredGuessesSchema.shape.count,
  spread: orNull(spreadSchema, 'How the guesses lie.'),
  points: pointsSchema,
});
export type KeptGuesses = z.output<typeof keptGuessesSchema>;

/** A lesson as the history has it. */
export const keptLessonSchema = z.object({
  ...recipeResultSchema.shape,
  guesses: z.exactOptional(
    describe(keptGuessesSchema, 'What a class had guessed before the outcome; absent: nobody did.'),
  ),
});
export type KeptLesson = z.output<typeof keptLessonSchema>;
