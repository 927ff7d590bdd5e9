import { expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { recipe } from '../../../shared/recipes/cut.ts';
import { madeCuts, makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

type Cuts = NonNullable<LaneResult['cuts']>;

/** What each lane of a library met: 1,000 commands reported, and this. */
const measure = (ioredis: Partial<Cuts>, nodeRedis: Partial<Cuts> = {}) =>
  makeMeasured(recipe, (_step, lane) => {
    const found = lane.endsWith('node-redis') ? nodeRedis : ioredis;
    return { rate: 1000, cuts: { ...madeCuts, ...found } };
  });

test.each([
  [{ twice: 3 }, { unknown: 8, unknownApplied: 2 }, 'again', ['holds', 'holds', 'holds']],
  [{}, {}, 'once', ['cannot be seen here', 'cannot be seen here', 'holds']],
  [
    { unknown: 4, unknownApplied: 1 },
    { twice: 1 },
    'fails',
    ['cannot be seen here', 'does not hold here', 'holds'],
  ],
  // A library that reports what it has not sent.
  [{}, { missing: 1 }, 'once', ['cannot be seen here', 'cannot be seen here', 'does not hold here']],
  [{ moments: [] }, { moments: [] }, null, Array.from({ length: 3 }, () => 'cannot be seen here')],
] satisfies [Partial<Cuts>, Partial<Cuts>, string | null, string[]][])(
  'ioredis %j and node-redis %j: %s, claims %j',
  (ioredis, nodeRedis, answer, judged) => {
    const measured = measure(ioredis, nodeRedis);
    expect(recipe.prediction.answer(measured)).toBe(answer);
    expect(judgedIn(recipe, measured).map(({ outcome }) => outcome)).toEqual(judged);
  },
);

test('the reading sums the lanes of each library', () => {
  expect(readIn(recipe, measure({ twice: 3 }, { unknown: 8, unknownApplied: 2 }))).toEqual([
    'ioredis: 5,000 commands reported as done, 15 of them applied twice; 0 failed, of which 0 were applied.',
    'node-redis: 4,000 commands reported as done, 0 of them applied twice; 32 failed, of which 8 were applied.',
  ]);
});
