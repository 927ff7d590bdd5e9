import { expect, test } from 'vitest';
import { throughputOf } from '../../../calibration/synthetic-result.ts';
import { indistinguishableFrom } from '../../../shared/statistics/rivals.ts';

const machine = [100, 104, 97, 101, 99, 103, 98, 102];
const stray = [0, 0.02, -0.02, 0.01, -0.01, 0.015, -0.015, 0.005];
/** So many times the machine's speed; `shift` makes scatter of its own. */
const lane = (factor: number, shift: number) =>
  machine.map((speed, round) => speed * factor * (1 + (stray[(round + shift) % stray.length] ?? 0)));

const resultOf = (slices: readonly number[], starts?: number[]) => {
  const throughput = throughputOf(slices, starts);
  return { id: String(slices[0]), throughput };
};

test.each([
  { what: 'all are far slower', others: [lane(5, 1), lane(3, 2)], level: [] },
  { what: 'one is as fast', others: [lane(9.98, 1), lane(3, 2)], level: [0] },
  { what: 'one is faster for sure', others: [lane(20, 1), lane(3, 2)], level: [0] },
  { what: 'one was not measured', others: [[], lane(3, 2)], level: [] },
])('Level with the fastest lane is what cannot be told apart from it: $what', ({ others, level }) => {
  const best = lane(10, 0);
  expect(indistinguishableFrom(best, others, (slices) => resultOf(slices))).toEqual(
    level.map((index) => others[index]),
  );
});

test('the more lanes there are, the clearer one has to be to be left out', () => {
  const best = lane(10, 0);
  const near = lane(9, 3);
  const alone = indistinguishableFrom(best, [near], (slices) => resultOf(slices));
  const among = indistinguishableFrom(
    best,
    [near, ...[1, 2, 4, 5, 6, 7].map((shift) => lane(3, shift))],
    (slices) => resultOf(slices),
  );
  expect([alone, among]).toEqual([[], [near]]);
});

test('a lane that is slower by less than one start makes of it is level, until several starts say so', () => {
  const best = lane(10, 0);
  const near = lane(9.6, 3);
  expect([
    indistinguishableFrom(best, [near], (slices) => resultOf(slices)),
    indistinguishableFrom(best, [near], (slices) => resultOf(slices, [2, 2, 2, 2])),
  ]).toEqual([[near], []]);
});

test.each([
  ['the gain says that batching brought it ahead', 1.05, 'concurrent', false],
  ['the gain does not say so', 0.98, 'concurrent', true],
  ['the gain is over another lane', 1.05, 'other', true],
])(
  'the concurrent lane is level with one that is as fast, unless the gain says otherwise: %s',
  (_, least, over, isLevel) => {
    const lanes = [
      { id: 'best', slices: lane(10, 0) },
      { id: 'concurrent', slices: lane(9.98, 3) },
    ] as const;
    const [best, concurrent] = lanes;
    const level = indistinguishableFrom<(typeof lanes)[number]>(best, [concurrent], ({ id, slices }) => ({
      ...{ id, throughput: throughputOf(slices) },
      gain:
        id === 'best'
          ? {
              waiting: { ratio: 2, ci95: [1.9, 2.1] },
              batching: { ratio: 1.2, ci95: [least, 1.4] },
              concurrent: over,
            }
          : null,
    }));
    expect(level).toEqual(isLevel ? [concurrent] : []);
  },
);
