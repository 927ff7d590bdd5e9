import { expect, test } from 'vitest';
import { recipe as durability } from '../../../shared/recipes/durability.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

const withAlways = (rate: MadeLane['rate'] | null) =>
  makeMeasured(durability, (step, lane) => {
    if (step !== 'always') return lane === 'pipeline-100' ? 100_000 : 10_000;
    if (lane === 'pipeline-100') return 80_000;
    return rate === null ? null : { rate };
  });

test.each([
  ['holds when each reply waits for the disk', 800, 'holds'],
  ['does not hold when the disk is as fast as memory', 9900, 'does not hold here'],
  [
    'is not seen when the disk is now fast, now slow',
    [500, 9000, 700, 9500, 600, 9000, 800, 9900],
    'cannot be seen here',
  ],
  ['is not seen when that server would not start', null, 'cannot be seen here'],
])('a promise to the disk costs throughput: %s', (_what, rate, judgement) => {
  expect(judgedIn(durability, withAlways(rate))[0]?.outcome).toBe(judgement);
});

test('the reading says what each setting costs, and what batching gains under it', () => {
  const measured = withAlways(800);
  expect(durability.prediction.answer(measured)).toBeCloseTo(100, 0);
  const reading = readIn(durability, measured).join(' ');
  expect(reading).toMatch(/Synced always: one by one reaches × 0\.08 .* pipelines of 100 × 0\.80/);
  expect(reading).toMatch(/no append-only file × 10\.0 .* synced always × 100/);
});

test('each setting has a private server, which nobody else’s may stand for', () => {
  expect(durability.needsPrivateServer).toBe(true);
  expect(durability.steps('quick').map(({ plan }) => plan.server?.persistence)).toEqual([
    'off',
    'aof-everysec',
    'aof-always',
  ]);
});
