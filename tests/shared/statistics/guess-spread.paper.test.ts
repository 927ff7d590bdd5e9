import { expect, test } from 'vitest';
import { mostChosen, spreadOf } from '../../../shared/statistics/guess-spread.ts';
import type { LessonQuestion } from '../../../shared/contract/lesson.ts';

const times: LessonQuestion = { type: 'number', unit: '×' };
const which: LessonQuestion = { type: 'choice', choices: ['one', 'two', 'three'] };

function numbers(guesses: readonly number[], answer: number | null = null) {
  const spread = spreadOf(times, guesses, answer);
  if (spread?.type !== 'number') throw new Error('numbers have a histogram');
  return spread;
}
const edges = ({ bins }: ReturnType<typeof numbers>) => [bins[0]?.from, ...bins.map(({ to }) => to)];
const counts = ({ bins }: ReturnType<typeof numbers>) => bins.map(({ count }) => count);

test('Without guesses there is nothing to show', () => {
  expect(spreadOf(times, [])).toBeNull();
  expect(spreadOf(which, [])).toBeNull();
});

test('Choices are counted in their order, also those that nobody took', () => {
  expect(spreadOf(which, ['two', 'one', 'two'])).toEqual({
    type: 'choice',
    counts: [
      { choice: 'one', count: 1 },
      { choice: 'two', count: 2 },
      { choice: 'three', count: 0 },
    ],
  });
});

test('Guesses that lie close are counted on a linear scale with round edges', () => {
  const spread = numbers([10, 12, 12, 15, 20]);
  expect(spread.scale).toBe('linear');
  expect(edges(spread)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
  expect(counts(spread)).toEqual([1, 0, 2, 0, 0, 1, 0, 0, 0, 0, 1]);
});

test('Guesses that lie far apart are counted on a logarithmic scale: 1, 2, 5, 10', () => {
  const spread = numbers([2, 5, 7, 100]);
  expect(spread.scale).toBe('log');
  expect(edges(spread)).toEqual([2, 5, 10, 20, 50, 100, 200]);
  expect(counts(spread)).toEqual([1, 2, 0, 0, 0, 1]);
});

test('Few guesses are told one by one, on an axis from 0', () => {
  expect(numbers([7]).values).toEqual([{ value: 7, count: 1 }]);
  expect(edges(numbers([7]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(edges(numbers([2.5], 2.2))).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  expect(edges(numbers([0])).at(-1)).toBeGreaterThan(1);
  expect(counts(numbers([0]))[0]).toBe(1);
});

test('A whole class that agrees is no histogram either; four that do not are one', () => {
  expect(numbers([12, 12, 12, 12, 8]).values).toEqual([
    { value: 8, count: 1 },
    { value: 12, count: 4 },
  ]);
  expect(numbers([10, 11, 12, 13]).values).toBeNull();
});

test('Few guesses that lie far apart are told on a logarithmic axis', () => {
  const spread = numbers([2, 5], 178);
  expect(spread.scale).toBe('log');
  expect(edges(spread)).toEqual([2, 5, 10, 20, 50, 100, 200]);
  expect(spread.values).toHaveLength(2);
});

test('A guess of 0 among large ones lies in the first bin', () => {
  const spread = numbers([0, 10, 1000]);
  expect(spread.scale).toBe('log');
  expect(counts(spread)[0]).toBe(2);
});

test('The measured answer lies within the bins, wherever the guesses lie', () => {
  const spread = numbers([2, 3], 178);
  expect(spread.bins[0]?.from).toBeLessThanOrEqual(2);
  expect(spread.bins.at(-1)?.to).toBeGreaterThan(178);
  expect(counts(spread).reduce((sum, count) => sum + count, 0)).toBe(2);
});

test.each([
  [[1, 1_000_000_000]],
  [[0.001, 5, 1_000_000_000]],
  [[0, 1e-9, 1e9]],
  [[3, 60]],
  [[3, 61]],
  [[1, 30_000]],
  [[99.5, 100]],
  [[1e9, 1e9 - 1]],
  [[0.1, 0.2, 0.3]],
])('No guess of %j falls out, and the bins are few and join up', (guesses) => {
  const spread = numbers(guesses);
  expect(counts(spread).reduce((sum, count) => sum + count, 0)).toBe(guesses.length);
  expect(spread.bins.length).toBeLessThanOrEqual(12);
  spread.bins.slice(1).forEach(({ from }, index) => expect(from).toBe(spread.bins[index]?.to));
  for (const { from, to } of spread.bins) expect(to).toBeGreaterThan(from);
});

test('The middle guess is told', () => {
  expect(numbers([1, 9, 2]).median).toBe(2);
  expect(numbers([1, 2, 4, 9]).median).toBe(3);
});

test.each([
  ['by difference on a linear axis', [5, 16, 40], 10, [{ value: 5, count: 1 }]],
  ['by ratio on a logarithmic axis', [5, 16, 400], 10, [{ value: 16, count: 1 }]],
  ['with all who guessed it', [5, 12, 12], 13, [{ value: 12, count: 2 }]],
  [
    'both, where two are equally near',
    [5, 20, 400],
    10,
    [
      { value: 5, count: 1 },
      { value: 20, count: 1 },
    ],
  ],
  ['of 0 by difference', [1, 50, 100], 0, [{ value: 1, count: 1 }]],
])('The closest guess is named once the answer is known: %s', (_, guesses, answer, closest) => {
  expect(numbers(guesses, answer).closest).toEqual(closest);
  expect(numbers(guesses)).not.toHaveProperty('closest');
});

test('A tie of choices is no majority', () => {
  const counted = (...counts: number[]) => counts.map((count, choice) => ({ choice, count }));
  expect(mostChosen(counted(1, 1, 1))).toBeNull();
  expect(mostChosen(counted(0, 0))).toBeNull();
  expect(mostChosen(counted(2, 3, 2))?.choice).toBe(1);
  expect(mostChosen(counted(0, 1))?.choice).toBe(1);
});
