import { expect, test } from 'vitest';
import { recipe } from '../../../shared/recipes/callers.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

/** A shared connection gives `shared` times the replies of a pool of 20, and that `pool` times those of 5. */
const measure = (shared: number, pool: number) =>
  makeMeasured(recipe, (_step, lane) => {
    if (lane === 'one-by-one-5') return 10_000 / pool;
    return lane.startsWith('one-by-one')
      ? { rate: 10_000, pingMs: 1, p50: 20 }
      : { rate: 10_000 * shared, pingMs: 1, p50: 20 / shared };
  });
const outcomes = (...given: Parameters<typeof measure>) =>
  judgedIn(recipe, measure(...given)).map(({ outcome }) => outcome);

test.each([
  [5, 4, ['holds', 'holds']],
  [0.5, 1, ['does not hold here', 'does not hold here']],
])('shared × %s and a larger pool × %s are judged %j', (shared, pool, judged) => {
  expect(outcomes(shared, pool)).toEqual(judged);
});

test('the reading says how long a caller waits', () => {
  expect(readIn(recipe, measure(5, 4))[0]).toMatch(
    /^A caller waits 4\.000 ms for its reply on one shared connection, and 20\.000 ms with a pool of 20 \(medians\): × 5\.00/,
  );
});
