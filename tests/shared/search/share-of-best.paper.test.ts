import { describe, expect, test } from 'vitest';
import { reachedOf, smallestNearBest } from '../../../shared/search/share-of-best.ts';
import { madeCurve, madePoint } from '../../support/made-points.ts';

const batchSizes = [1, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

describe('the smallest batch near the best', () => {
  test('is where a curve without noise levels off', () => {
    const curve = madeCurve(batchSizes, { tripMs: 5, ceiling: 300_000, noise: 0 });
    // 150 in flight on each connection fill the trip; the shoulder reaches 95 % a little beyond.
    expect(smallestNearBest(curve, false).batchSize).toBe(256);
    expect(
      smallestNearBest(madeCurve(batchSizes, { tripMs: 0.2, ceiling: 300_000, noise: 0 }), false).batchSize,
    ).toBe(16);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'is not the deepest by luck when slices stray by 10 % (seed %i)',
    (seed) => {
      const flat = batchSizes.slice(3).map((batchSize) =>
        madePoint('pipeline', batchSize, 300_000, batchSize / 20, {
          noise: 0.1,
          seed: batchSize + seed * 1000,
        }),
      );
      expect(smallestNearBest(flat, false).batchSize).toBeLessThanOrEqual(32);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'is not too small either when slices stray by 10 % (seed %i)',
    (seed) => {
      const curve = batchSizes.flatMap((batchSize) =>
        madeCurve([batchSize], { tripMs: 5, ceiling: 300_000, noise: 0.1, seed: batchSize + seed * 1000 }),
      );
      const { batchSize } = smallestNearBest(curve, false);
      expect(batchSize).toBeGreaterThanOrEqual(128);
      expect(batchSize).toBeLessThanOrEqual(512);
    },
  );

  test('prefers the lower p99 among equally large batches', () => {
    const slow = madePoint('multi', 64, 100_000, 9, { noise: 0 });
    const quick = madePoint('pipeline', 64, 100_000, 7, { noise: 0 });
    expect(smallestNearBest([slow, quick], false)).toBe(quick);
  });

  test('judges single slices as they are', () => {
    const points = [10, 96, 100].map((rate, index) =>
      madePoint('pipeline', 4 ** (index + 1), rate, 1, { noise: 0, rounds: 1 }),
    );
    expect(smallestNearBest(points, false).batchSize).toBe(16);
  });

  test('in an open loop is the one with the least p99, whatever the throughput', () => {
    const points = [
      madePoint('concurrent', 1, 2000, 5.2, { noise: 0 }),
      madePoint('pipeline', 4, 2000, 4, { noise: 0 }),
      madePoint('pipeline', 16, 2000, 9, { noise: 0 }),
      madePoint('pipeline', 64, 1000, 1, { noise: 0, keepsRate: false }),
    ];
    expect(smallestNearBest(points, true).batchSize).toBe(4);
  });
});

describe('the share of the best', () => {
  const exact = (batchSize: number, throughput: number) =>
    madePoint('pipeline', batchSize, throughput, batchSize, { noise: 0 });

  test('is what slices without noise say, to the digit', () => {
    const points = [exact(16, 50_000), exact(32, 96_000), exact(64, 100_000), exact(128, 80_000)];
    const shares = points.map((point) => reachedOf(point, points, false));
    expect(shares.map((share) => share?.ratio.toFixed(3))).toEqual(['0.500', '0.960', '1.000', '0.800']);
    expect(shares.map((share) => share?.ci95[1].toFixed(3))).toEqual(['0.500', '0.960', '1.000', '0.800']);
  });

  test('has an interval that holds it, and nothing reaches more than the best', () => {
    const points = madeCurve([16, 64, 128, 256, 512], { tripMs: 5, ceiling: 300_000, noise: 0.08 });
    for (const point of points) {
      const { ratio = NaN, ci95: [low, high] = [NaN, NaN] } = reachedOf(point, points, false) ?? {};
      expect(low).toBeLessThanOrEqual(ratio);
      expect(high).toBeGreaterThanOrEqual(ratio);
      expect(high).toBeLessThanOrEqual(1);
    }
  });

  test('is wider where more batches may be the best', () => {
    const flat = batchSizes.map((batchSize) =>
      madePoint('pipeline', batchSize, 300_000, batchSize, { noise: 0.08 }),
    );
    const [first] = flat;
    if (!first) throw new Error('there is no point');
    const widthOf = (count: number) => {
      const { ci95: [low, high] = [NaN, NaN] } = reachedOf(first, flat.slice(0, count), false) ?? {};
      return high - low;
    };
    expect(widthOf(10)).toBeGreaterThan(widthOf(3));
  });

  test('of a single slice is not known', () => {
    const points = [100, 200].map((rate) => madePoint('pipeline', rate, rate, 1, { rounds: 1 }));
    expect(points.map((point) => reachedOf(point, points, false))).toEqual([null, null]);
  });

  test('by p99, where that is judged', () => {
    const points = [
      madePoint('concurrent', 1, 2000, 5, { noise: 0 }),
      madePoint('pipeline', 4, 2000, 4, { noise: 0 }),
    ];
    const [slower] = points;
    if (!slower) throw new Error('there is no point');
    expect(reachedOf(slower, points, true)?.ratio).toBeCloseTo(0.8);
  });
});
