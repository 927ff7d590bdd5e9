import { expect, test } from 'vitest';
import { recipe } from '../../../shared/recipes/cached.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

/** How many times as many reads the cache gives, while nobody writes and while others do. */
const measure = (quiet: number, written: number) =>
  makeMeasured(recipe, (step, lane) =>
    lane === 'cached' ? 5000 * (step === 'writes-0' ? quiet : written) : 5000,
  );

test.each([
  [3, 0.9, ['holds', 'holds']],
  [1, 2, ['does not hold here', 'does not hold here']],
])('a cache that gives × %s, and × %s while others write, is judged %j', (quiet, written, judged) => {
  expect(judgedIn(recipe, measure(quiet, written)).map(({ outcome }) => outcome)).toEqual(judged);
});

test('the answer is what it gives while nobody writes', () => {
  expect(recipe.prediction.answer(measure(3, 0.9))).toBeCloseTo(3);
});

test('the reading says what the cache answered', () => {
  expect(readIn(recipe, measure(3, 0.9))).toEqual([
    expect.stringMatching(/^Nobody writes: the cache answers 75 % of the reads, × 3\.00 \(/),
    expect.stringMatching(/^With 10,000 writes a second the cache answers 75 %, × 0\.90 \(/),
  ]);
});
