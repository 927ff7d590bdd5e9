import { describe, expect, test } from 'vitest';
import {
  compareSlices,
  drift,
  interval95,
  isLevel,
  mean,
  median,
  randomFrom,
  standardDeviation,
  summariseThroughput,
} from '../../../shared/statistics/statistics.ts';

/** Normal deviates from a seed (Box–Muller). */
function normalFrom(seed: number): () => number {
  const random = randomFrom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Slices of a lane around `level` that scatter by `cv`. */
const slicesOf = (normal: () => number, count: number, level: number, cv: number) =>
  Array.from({ length: count }, () => level * (1 + cv * normal()));

describe('known data', () => {
  test.each([
    { what: 'an odd number of values', values: [5, 1, 3], expected: 3 },
    { what: 'an even number of values', values: [4, 1, 3, 2], expected: 2.5 },
    { what: 'one value', values: [7], expected: 7 },
    { what: 'values whose text would sort otherwise', values: [10, 9, 100], expected: 10 },
    { what: 'no value', values: [], expected: NaN },
  ])('have a median: $what', ({ values, expected }) => {
    const before = [...values];
    expect(median(values)).toBe(expected);
    expect(values).toEqual(before);
  });

  test('have the mean and the sample standard deviation of the textbook', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toBe(5);
    expect(standardDeviation(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(standardDeviation([3])).toBe(0);
  });
});

describe('numbers drawn from a seed', () => {
  test('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, randomFrom(seed));
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  test.each([0, 1, 4_294_967_295])('from seed %d lie evenly in [0, 1)', (seed) => {
    const random = randomFrom(seed);
    const cells = new Array<number>(20).fill(0);
    for (let n = 0; n < 20_000; n++) {
      const cell = Math.floor(random() * 20);
      cells[cell] = (cells[cell] ?? NaN) + 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // 99.99 % point of chi-square with 19 degrees of freedom.
    expect(chiSquare).toBeLessThan(51);
  });
});

describe('the 95 % interval', () => {
  test('of fewer than two values is null', () => {
    expect(interval95([])).toBeNull();
    expect(interval95([5])).toBeNull();
  });

  test('of a few values is that of Student’s t', () => {
    // Mean 10, standard deviation 1, t = 4.303 for two degrees of freedom.
    const [low, high] = interval95([9, 10, 11]) ?? [NaN, NaN];
    expect(low).toBeCloseTo(10 - 4.303 / Math.sqrt(3), 6);
    expect(high).toBeCloseTo(10 + 4.303 / Math.sqrt(3), 6);
  });

  test('holds the median, however skewed a few values are', () => {
    const random = randomFrom(3);
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 2 + Math.floor(random() * 6) }, () => 1 / (1 - random()) ** 3);
      const [low, high] = interval95(values) ?? [NaN, NaN];
      expect(low).toBeLessThanOrEqual(median(values));
      expect(high).toBeGreaterThanOrEqual(median(values));
    }
  });

  test('of values that do not differ has no width', () => {
    expect(interval95(new Array<number>(12).fill(42))).toEqual([42, 42]);
  });

  test('is that of endless resampling', () => {
    const values = slicesOf(normalFrom(1), 21, 1000, 0.1);
    const random = randomFrom(9);
    const medians = Array.from({ length: 20_000 }, () =>
      median(Array.from({ length: 21 }, () => values[Math.floor(random() * 21)] ?? NaN)),
    ).sort((a, b) => a - b);
    expect(interval95(values)).toEqual([medians[500], medians[19_499]]);
  });

  test('of as many slices as a run can have is told at once, and narrower', () => {
    const normal = normalFrom(2);
    const [low = NaN, high = NaN] = interval95(slicesOf(normal, 3600, 1000, 0.1)) ?? [];
    expect(high - low).toBeLessThan(15);
    expect(low).toBeLessThan(1000);
    expect(high).toBeGreaterThan(1000);
  });

  test.each([
    { count: 3, least: 0.93, most: 0.99 },
    { count: 5, least: 0.93, most: 0.99 },
    { count: 8, least: 0.9, most: 1 },
    { count: 16, least: 0.9, most: 0.99 },
  ])('over $count slices holds the true middle about 95 times in a hundred', ({ count, least, most }) => {
    const normal = normalFrom(100 + count);
    const trials = 150;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const [low, high] = interval95(slicesOf(normal, count, 1000, 0.08)) ?? [NaN, NaN];
      if (low <= 1000 && high >= 1000) held++;
    }
    expect(held / trials).toBeGreaterThanOrEqual(least);
    expect(held / trials).toBeLessThanOrEqual(most);
  });
});

describe('the throughput of a lane', () => {
  test('is the median of its slices, with all that describes their scatter', () => {
    const slices = [100, 110, 90, 300];
    const throughput = summariseThroughput(slices);
    expect(throughput).toMatchObject({ median: 105, mean: 150, slices });
    expect(throughput?.stddev).toBeCloseTo(standardDeviation(slices), 9);
    expect(throughput?.cv).toBeCloseTo(standardDeviation(slices) / 150, 9);
  });

  test('has no interval below zero', () => {
    expect(summariseThroughput([10, 1000])?.ci95?.[0]).toBe(0);
  });

  test('of one slice has no interval, of none is null', () => {
    expect(summariseThroughput([5])?.ci95).toBeNull();
    expect(summariseThroughput([])).toBeNull();
  });

  test('of a lane in which everything failed is zero and scatters by nothing', () => {
    expect(summariseThroughput([0, 0, 0])).toMatchObject({ median: 0, cv: 0, ci95: [0, 0] });
  });
});

describe('comparing two lanes', () => {
  test.each([
    { what: 'twice as fast', slices: [200, 220, 180], baseline: [100, 110, 90], ratio: 2 },
    { what: 'half as fast', slices: [50, 55, 45], baseline: [100, 110, 90], ratio: 0.5 },
    { what: 'alike', slices: [100, 110, 90], baseline: [100, 110, 90], ratio: 1 },
  ])('gives the median of the paired ratios: $what', ({ slices, baseline, ratio }) => {
    expect(compareSlices(slices, baseline)?.ratio).toBeCloseTo(ratio, 9);
  });

  test('pairs slices of the same round and leaves out what has no partner', () => {
    expect(compareSlices([200, 200, 200, 7], [100, 100, 100])).toMatchObject({ pairs: 3, outcome: 'faster' });
  });

  test('says nothing when there is no pair', () => {
    expect(compareSlices([], [1, 2])).toBeNull();
    expect(compareSlices([1, 2], [])).toBeNull();
  });

  test('tells nothing apart by a single pair, however large the difference', () => {
    expect(compareSlices([1000], [10])).toMatchObject({ ci95: null, outcome: 'inconclusive', pairs: 1 });
  });

  test('is the same seen from the other side', () => {
    const normal = normalFrom(17);
    const a = slicesOf(normal, 6, 1000, 0.05);
    const b = slicesOf(normal, 6, 1500, 0.05);
    const there = compareSlices(b, a);
    const back = compareSlices(a, b);
    expect(there?.outcome).toBe('faster');
    expect(back?.outcome).toBe('slower');
    expect((there?.ratio ?? NaN) * (back?.ratio ?? NaN)).toBeCloseTo(1, 9);
  });

  test('is not moved by a drift that both lanes share', () => {
    const normal = normalFrom(23);
    const scatter = () => 1 + 0.01 * normal();
    const machine = Array.from({ length: 12 }, (_, round) => 1 - 0.05 * round);
    const baseline = machine.map((speed) => 1000 * speed * scatter());
    const lane = machine.map((speed) => 1100 * speed * scatter());
    const comparison = compareSlices(lane, baseline);
    expect(comparison?.outcome).toBe('faster');
    expect(comparison?.ratio).toBeCloseTo(1.1, 1);
    // Without pairing, the drift alone is far wider than the difference.
    expect((interval95(lane)?.[0] ?? NaN) / (interval95(baseline)?.[1] ?? NaN)).toBeLessThan(1);
  });

  test.each([3, 5, 8, 12])('does not tell A from A about 95 times in a hundred, over %d pairs', (pairs) => {
    const normal = normalFrom(1000 + pairs);
    const trials = 150;
    let apart = 0;
    for (let trial = 0; trial < trials; trial++) {
      const comparison = compareSlices(
        slicesOf(normal, pairs, 1000, 0.08),
        slicesOf(normal, pairs, 1000, 0.08),
      );
      if (comparison?.outcome !== 'inconclusive') apart++;
    }
    expect(apart / trials).toBeLessThanOrEqual(0.1);
    expect(apart / trials).toBeGreaterThan(0);
  });

  test.each([
    { difference: 0.2, cv: 0.05, pairs: 8, least: 0.95 },
    { difference: -0.2, cv: 0.05, pairs: 8, least: 0.95 },
    { difference: 0.2, cv: 0.08, pairs: 12, least: 0.9 },
  ])(
    'finds a true difference of $difference in slices that scatter by $cv, over $pairs pairs',
    ({ difference, cv, pairs, least }) => {
      const normal = normalFrom(77);
      const trials = 80;
      let found = 0;
      for (let trial = 0; trial < trials; trial++) {
        const lane = slicesOf(normal, pairs, 1000 * (1 + difference), cv);
        const comparison = compareSlices(lane, slicesOf(normal, pairs, 1000, cv));
        if (comparison?.outcome === (difference > 0 ? 'faster' : 'slower')) found++;
      }
      expect(found / trials).toBeGreaterThanOrEqual(least);
    },
  );
});

describe('drift', () => {
  const normal = normalFrom(31);
  const noisy = (slope: number) =>
    Array.from({ length: 12 }, (_, slice) => 1000 * (1 + (slope * slice) / 11) * (1 + 0.01 * normal()));

  test.each([
    { what: 'rises by half', slices: noisy(0.5), low: 0.35, high: 0.45 },
    { what: 'falls by 40 %', slices: noisy(-0.4), low: -0.55, high: -0.45 },
    { what: 'stays level', slices: noisy(0), low: -0.02, high: 0.02 },
    { what: 'jumps once and comes back', slices: [1000, 1000, 1000, 300, 1000, 1000, 1000], low: 0, high: 0 },
    { what: 'is too short to say', slices: [100, 200, 300, 400], low: 0, high: 0 },
  ])('of throughput that $what is between $low and $high', ({ slices, low, high }) => {
    expect(drift(slices)).toBeGreaterThanOrEqual(low);
    expect(drift(slices)).toBeLessThanOrEqual(high);
  });

  test('of mere scatter is rarely taken for a trend', () => {
    const scatter = normalFrom(37);
    const trials = 200;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++)
      if (Math.abs(drift(slicesOf(scatter, 8, 1000, 0.08))) > 0.1) alarms++;
    expect(alarms / trials).toBeLessThan(0.1);
  });
});

describe('throughput that is still climbing', () => {
  test.each([
    { what: 'has too few slices to say', slices: [1000, 1000, 1000], level: false },
    { what: 'stays where it is', slices: [1000, 1000, 1000, 1000], level: true },
    { what: 'climbs by a tenth', slices: [1000, 1000, 1100, 1100], level: false },
    { what: 'has climbed, but not of late', slices: [10, 500, 1000, 1010, 1000, 1020], level: true },
    { what: 'falls', slices: [1000, 1000, 700, 700], level: true },
    { what: 'has not begun', slices: [0, 0, 0, 0], level: false },
  ])('is told from throughput that is level: it $what', ({ slices, level }) => {
    expect(isLevel(slices)).toBe(level);
  });
});
