import { describe, expect, test } from 'vitest';
import { recipe as whenAutoHelps } from '../../../shared/recipes/when-auto-helps.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

/** How many times as fast as plain commands auto-pipelining is, by commands in flight; and the times at a fixed rate. */
const measure = (gains: Record<number, number>, times: readonly [plain: number, auto: number] = [5, 8]) =>
  makeMeasured(whenAutoHelps, (step, lane) => {
    const isAuto = lane.startsWith('auto-pipeline');
    if (step === 'open-loop') return { rate: 2000, pingMs: 5, p50: times[isAuto ? 1 : 0] };
    return isAuto ? 20_000 * (gains[Number(lane.split('-').at(-1))] ?? 1) : 20_000;
  });
const judgements = (...parts: Parameters<typeof measure>) =>
  judgedIn(whenAutoHelps, measure(...parts)).map(({ outcome }) => outcome);

const asReported = { 1: 0.7, 10: 0.9, 100: 1.45, 1000: 3 };

describe('the claims of its users', () => {
  test('hold when it costs single commands, gains in crowds, and makes them wait', () => {
    expect(judgements(asReported)).toEqual(['holds', 'holds', 'holds']);
  });

  test('do not hold when it is always slower and nobody waits', () => {
    expect(judgements({ 1: 0.7, 100: 0.8, 1000: 0.9 }, [5, 5])).toEqual(Array(3).fill('does not hold here'));
  });

  test('plain commands that take far longer than a PING judge nothing', () => {
    expect(judgements(asReported, [9, 14])[2]).toBe('cannot be seen here');
  });

  test('a little longer is not told apart', () => {
    expect(judgements(asReported, [5, 5.5])[2]).toBe('cannot be seen here');
  });
});

test.each([
  [asReported, '100'],
  [{ 1: 0.7, 10: 0.8, 100: 0.9, 1000: 0.9 }, 'never'],
])('the answer is where it begins to win: %j → %s', (gains, answer) => {
  expect(whenAutoHelps.prediction.answer(measure(gains))).toBe(answer);
});

test('where every ratio is inconclusive, nothing is answered', () => {
  expect(whenAutoHelps.prediction.answer(measure({ 1: 1, 10: 1, 100: 1, 1000: 1 }))).toBeNull();
});

test('the reading parts where it wins from where it loses', () => {
  expect(readIn(whenAutoHelps, measure(asReported))[0]).toMatch(
    /^With nothing in between, auto-pipelining wins with 100 .*, 1000 .*; loses with 1 .*, 10 .* in flight\.$/,
  );
});

test('the full form goes further away', () => {
  const trips = (form: 'quick' | 'full') => whenAutoHelps.steps(form).map(({ plan }) => plan.network?.rttMs);
  expect(trips('quick')).toEqual([undefined, 1, 5, 5]);
  expect(trips('full')).toEqual([undefined, 1, 5, 20, 5]);
});
