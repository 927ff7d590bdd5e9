import { describe, expect, test } from 'vitest';
import { ratioOfMedians } from '../../../shared/comparison/ratio-of-medians.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

/** Runs of slices that scatter as they do on a machine that is not quite quiet: 8 % coefficient of variation. */
function* runs(seed: number) {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (;;)
    yield (typical: number, slices: number) =>
      Array.from({ length: slices }, () => typical * Math.exp(0.08 * normal()));
}

function share(
  times: number,
  seed: number,
  happens: (run: (typical: number, slices: number) => number[]) => boolean,
) {
  let count = 0;
  let left = times;
  for (const run of runs(seed)) {
    if (left-- === 0) break;
    if (happens(run)) count++;
  }
  return count / times;
}

const interval = (ours: readonly number[], theirs: readonly number[]): [number, number] => {
  const found = ratioOfMedians(ours, theirs)?.ci95;
  if (!found) throw new Error('no interval');
  return found;
};

describe.each([3, 5, 8, 9, 20])('with %i slices a run', (slices) => {
  test('the same against itself is told apart no more often than one time in twenty', () => {
    const told = share(1000, slices, (run) => {
      const [low, high] = interval(run(1, slices), run(1, slices));
      return low > 1 || high < 1;
    });
    expect(told).toBeLessThan(0.06);
  });

  test('the interval is not wider than it has to be: some of the same are told apart', () => {
    const told = share(3000, slices + 100, (run) => {
      const [low, high] = interval(run(1, slices), run(1, slices));
      return low > 1 || high < 1;
    });
    expect(told).toBeGreaterThan(0.01);
  });
});

test('a planted regression of 20 % is found with the default of 5 slices, and is beyond a bound of 10 % with 20', () => {
  expect(share(500, 1, (run) => interval(run(0.8, 5), run(1, 5))[1] < 1)).toBeGreaterThan(0.9);
  expect(share(500, 2, (run) => interval(run(0.8, 20), run(1, 20))[1] < 0.9)).toBeGreaterThan(0.9);
});

test('what is 5 % slower is hardly ever taken for more than 10 %', () => {
  for (const slices of [5, 8, 20])
    expect(share(1000, slices, (run) => interval(run(0.95, slices), run(1, slices))[1] < 0.9)).toBeLessThan(
      0.01,
    );
});

test.each([
  ['no values on one side: nothing', [], [1, 2], null],
  ['one value on a side: a ratio without an interval', [3], [1, 2, 3], { ratio: 1.5, ci95: null }],
  ['equal values: an interval of no width', [2, 2, 2], [1, 1, 1], { ratio: 2, ci95: [2, 2] }],
  [
    'equal values, enough to bootstrap',
    Array.from({ length: 9 }, () => 3),
    Array.from({ length: 10 }, () => 2),
    { ratio: 1.5, ci95: [1.5, 1.5] },
  ],
] as const)('%s', (_what, ours, theirs, expected) => {
  const found = ratioOfMedians(ours, theirs);
  if (expected === null) expect(found).toBeNull();
  else {
    expect(found?.ratio).toBeCloseTo(expected.ratio, 9);
    if (expected.ci95 === null) expect(found?.ci95).toBeNull();
    else
      expect(found?.ci95?.map((side) => side.toFixed(6))).toEqual(
        expected.ci95.map((side) => side.toFixed(6)),
      );
  }
});

test('the interval is what resampling gives', () => {
  const random = randomFrom(5);
  const ours = [9, 11, 10, 12, 8, 10.5, 9.5, 11.5, 10.2];
  const theirs = [5, 6, 5.5, 4.5, 5.2, 5.7, 4.9, 5.1];
  const draw = (values: readonly number[]) => {
    const drawn = values.map(() => values[Math.floor(random() * values.length)] ?? NaN).sort((a, b) => a - b);
    const middle = drawn.length >> 1;
    // Half the time the lower of two middles, as the exact form has it.
    return drawn.length % 2 === 1 || random() < 0.5 ? drawn[middle] : drawn[middle - 1];
  };
  const ratios = Array.from({ length: 40_000 }, () => (draw(ours) ?? NaN) / (draw(theirs) ?? NaN)).sort(
    (a, b) => a - b,
  );
  const [low, high] = interval(ours, theirs);
  expect(Math.abs(low / (ratios[1000] ?? NaN) - 1)).toBeLessThan(0.02);
  expect(Math.abs(high / (ratios[39_000] ?? NaN) - 1)).toBeLessThan(0.02);
});
