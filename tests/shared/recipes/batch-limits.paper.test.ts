import { describe, expect, test } from 'vitest';
import { recipe as batchLimits } from '../../../shared/recipes/batch-limits.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

const mib = 1024 ** 2;
const buffers = (bytes: number) => ({ outputBufferBytes: [0.99, 1.01, 1, 1].map((share) => share * bytes) });
const typical: Record<string, MadeLane> = {
  'batch-10': { rate: 60_000, memory: buffers(1000) },
  'batch-100': { rate: 180_000, memory: buffers(8000) },
  'batch-1000': { rate: 297_000, memory: buffers(16_000) },
  'batch-10000': { rate: 300_000, memory: buffers(mib), p50: 30, clientMemory: 30 * mib },
  'batch-100000': { rate: 280_000, memory: buffers(10 * mib), p50: 350, clientMemory: 200 * mib },
};
const measure = (changed: Record<string, MadeLane | null> = {}) =>
  makeMeasured(batchLimits, (_step, lane) => ({ ...typical, ...changed })[lane] ?? null);

const [yes, no, unseen] = ['holds', 'does not hold here', 'cannot be seen here'] as const;
test.each([
  ['as published', {}, [yes, yes, yes]],
  [
    'no reply ever waited',
    {
      'batch-10000': { rate: 300_000, memory: buffers(0) },
      'batch-100000': { rate: 280_000, memory: buffers(100) },
    },
    [no, yes, yes],
  ],
  [
    'splitting costs a third',
    { 'batch-100000': { rate: 450_000, memory: buffers(10 * mib) } },
    [yes, yes, no],
  ],
  [
    'a giant takes no longer',
    { 'batch-100000': { rate: 3_000_000, memory: buffers(10 * mib) } },
    [yes, no, no],
  ],
  ['there was no giant', { 'batch-100000': null }, [unseen, unseen, unseen]],
])('the claims: %s', (_what, changed: Record<string, MadeLane | null>, expected) => {
  const measured = measure(changed);
  expect(judgedIn(batchLimits, measured).map(({ outcome }) => outcome)).toEqual(expected);
});

describe('the smallest batch within 5 % of the best', () => {
  test.each([
    ['a larger one may be much faster', { 'batch-10000': { rate: [200_000, 450_000, 305_000, 420_000] } }],
    ['a smaller one may be as fast', { 'batch-100': { rate: [180_000, 400_000, 250_000, 260_000] } }],
  ])('is not told where %s', (_, changed) => {
    expect(batchLimits.prediction.answer(measure(changed))).toBeNull();
  });
  test('may be smaller than the best', () => {
    expect(batchLimits.prediction.answer(measure())).toBe('1000');
    expect(readIn(batchLimits, measure())[0]).toContain(
      '10,000 are the fastest, 300,000/s; 1,000 are enough',
    );
  });
  test('may be the best itself', () => {
    const measured = measure({ 'batch-100000': { rate: 900_000 } });
    expect(readIn(batchLimits, measured)[0]).toContain(
      '100,000 are the fastest, 900,000/s; no smaller batch',
    );
  });
});

test('the reading has what waits on both sides, and for how long', () => {
  const reading = readIn(batchLimits, measure()).join(' ');
  expect(reading).toContain('waits 350.00 ms for its reply (median), of 10,000 30.000 ms: 12 times as long');
  expect(reading).toContain('100,000: 10.0 MiB and 200 MiB');
});
