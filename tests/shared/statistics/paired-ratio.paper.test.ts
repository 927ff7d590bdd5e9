import { describe, expect, test } from 'vitest';
import { compareSlices, concludeFamily, type PairedRatio } from '../../../shared/statistics/paired-ratio.ts';
import { interval95 } from '../../../shared/statistics/throughput.ts';
import { normalFrom, scatteredSlices } from '../../support/scattered-slices.ts';

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

  test.each([
    ['a round in which nothing came back', [80_000, 81_000, 0], [20_000, 20_000, 20_000]],
    ['a scatter over orders of magnitude', [1, 50, 8000], [100, 100, 100]],
  ])('is inconclusive, without an interval, where %s leaves it without bounds', (_what, slices, baseline) => {
    for (const found of [compareSlices(slices, baseline), compareSlices(baseline, slices)])
      expect(found).toMatchObject({ ci95: null, outcome: 'inconclusive', pairs: 3 });
  });

  test('states a ratio in spite of one such round of many', () => {
    const rates = Array.from({ length: 12 }, (_, round) => (round === 5 ? 0 : 200 + round));
    expect(
      compareSlices(
        rates,
        rates.map(() => 100),
      ),
    ).toMatchObject({ outcome: 'faster', pairs: 12 });
  });

  test('tells nothing apart by a single pair, however large the difference', () => {
    expect(compareSlices([1000], [10])).toMatchObject({ ci95: null, outcome: 'inconclusive', pairs: 1 });
  });

  describe('of several starts', () => {
    // Within a start all rounds are alike; starts differ.
    const ours = [2, 2, 2, 2.2, 2.2, 2.2, 1.8, 1.8, 1.8].map((ratio) => 100 * ratio);
    const theirs = ours.map(() => 100);

    test('has the interval of the starts, not of the rounds', () => {
      const rounds = compareSlices(ours, theirs);
      const starts = compareSlices(ours, theirs, [3, 3, 3]);
      expect(starts).toMatchObject({ pairs: 9, outcome: 'faster' });
      const width = (ci95: [number, number] | null | undefined) => (ci95?.[1] ?? NaN) / (ci95?.[0] ?? NaN);
      expect(width(starts?.ci95)).toBeGreaterThan(1.3 * width(rounds?.ci95));
      // Student's t of three logarithms: 4.303 × 0.1004 / √3 to each side of their mean.
      expect(starts?.ci95?.[0]).toBeCloseTo(1.994 * Math.exp(-0.2493), 2);
      expect(starts?.ci95?.[1]).toBeCloseTo(1.994 * Math.exp(0.2493), 2);
    });

    test('weighs each start alike, however many rounds it has', () => {
      const ratio = compareSlices([100, 100, 100, 121], [100, 100, 100, 100], [3, 1])?.ratio;
      expect(ratio).toBeCloseTo(1.1, 9);
    });

    test('leaves out a start in which neither lane did anything', () => {
      expect(compareSlices([200, 0, 210], [100, 0, 100], [1, 1, 1])).toMatchObject({ pairs: 2 });
    });
  });

  test('is the same seen from the other side', () => {
    const normal = normalFrom(17);
    const a = scatteredSlices(normal, 6, 1000, 0.05);
    const b = scatteredSlices(normal, 6, 1500, 0.05);
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
        scatteredSlices(normal, pairs, 1000, 0.08),
        scatteredSlices(normal, pairs, 1000, 0.08),
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
        const lane = scatteredSlices(normal, pairs, 1000 * (1 + difference), cv);
        const comparison = compareSlices(lane, scatteredSlices(normal, pairs, 1000, cv));
        if (comparison?.outcome === (difference > 0 ? 'faster' : 'slower')) found++;
      }
      expect(found / trials).toBeGreaterThanOrEqual(least);
    },
  );
});

describe('several lanes against one baseline', () => {
  const ratio = (chance: number, ci95: [number, number] = [1.1, 1.3]): PairedRatio => ({
    ratio: 1.2,
    ci95,
    pairs: 12,
    chance,
  });
  const outcomes = (...chances: number[]) =>
    concludeFamily(chances.map((chance) => ratio(chance))).map(({ outcome }) => outcome);

  test.each([
    { chances: [0.04], expected: ['faster'] },
    { chances: [0.04, 0.04], expected: ['inconclusive', 'inconclusive'] },
    // 0.016 × 3, 0.024 × 2, 0.05 × 1.
    { chances: [0.05, 0.016, 0.024], expected: ['faster', 'faster', 'faster'] },
    { chances: [0.017, 0.001, 0.6], expected: ['faster', 'faster', 'inconclusive'] },
    // What comes after one that is not told apart is not either.
    { chances: [0.03, 0.001, 0.045], expected: ['inconclusive', 'faster', 'inconclusive'] },
  ])('are told apart where chance among all of them is unlikely: $chances', ({ chances, expected }) => {
    expect(outcomes(...chances)).toEqual(expected);
  });

  test('have intervals that reach to 1 where they are not told apart', () => {
    const found = concludeFamily([ratio(0.04), ratio(0.045, [0.7, 0.9]), ratio(0.001)]);
    expect(found.map(({ ci95 }) => ci95)).toEqual([
      [1, 1.3],
      [0.7, 1],
      [1.1, 1.3],
    ]);
  });
});
