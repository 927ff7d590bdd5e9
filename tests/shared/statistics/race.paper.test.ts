import { expect, test } from 'vitest';
import { raceOf, raceShare, usualRace } from '../../../shared/statistics/race.ts';

test('A race of 10,000 commands has the time of each lane, and the first and the last', () => {
  expect(raceOf([5000, null, 80_000, 0], 10_000)).toEqual({
    timesMs: [2000, null, 125, null],
    firstMs: 125,
    lastMs: 2000,
  });
});

test('Without a rate there is no time', () => {
  expect(raceOf([null, 0], 1000)).toEqual({ timesMs: [null, null], firstMs: 0, lastMs: 0 });
});

test('When the first lane is done, a lane has done the share that its rate is of the first one', () => {
  const { timesMs, firstMs } = raceOf([5000, 80_000], 10_000);
  expect(timesMs.map((ms) => raceShare(ms ?? NaN, firstMs))).toEqual([5000 / 80_000, 1]);
  expect(raceShare(2000, 0)).toBe(0);
  expect(raceShare(125, 2000)).toBe(1);
});

test.each([
  [[5000, 70_000], { count: 10_000, stretch: 1 }],
  [[120, 1000, null], { count: 1000, stretch: 1 }],
  [[40_000, 900_000], { count: 100_000, stretch: 1 }],
  [[300_000, 2_000_000], { count: 1_000_000, stretch: 1 }],
  // Three minutes, and a third of a second, are not good to watch.
  [[5.5, 5000], { count: 1000, stretch: 0.1 }],
  [[3_000_000, 9_000_000], { count: 1_000_000, stretch: 10 }],
])('At %j commands a second the job is %j', (rates, setting) => {
  expect(usualRace(rates)).toEqual(setting);
});
