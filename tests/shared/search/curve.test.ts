import { describe, expect, test } from 'vitest';
import { bestOf, kneeOf, plateauOf, smallestWithin } from '../../../shared/search/curve.ts';
import { madeCurve, madePoint } from '../../support/made-points.ts';

const depths = [1, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

describe('the smallest batch within 5 % of the best', () => {
  test('is where a curve without noise levels off', () => {
    const curve = madeCurve(depths, { tripMs: 5, ceiling: 300_000, noise: 0 });
    // 150 in flight on each connection fill the trip; the shoulder reaches 95 % a little beyond.
    expect(smallestWithin(curve, false).depth).toBe(256);
    expect(smallestWithin(madeCurve(depths, { tripMs: 0.2, ceiling: 300_000, noise: 0 }), false).depth).toBe(
      16,
    );
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'is not the deepest by luck when slices stray by 10 % (seed %i)',
    (seed) => {
      const flat = depths
        .slice(3)
        .map((depth) =>
          madePoint('pipeline', depth, 300_000, depth / 20, { noise: 0.1, seed: depth + seed * 1000 }),
        );
      expect(smallestWithin(flat, false).depth).toBeLessThanOrEqual(32);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'is not too small either when slices stray by 10 % (seed %i)',
    (seed) => {
      const curve = depths.flatMap((depth) =>
        madeCurve([depth], { tripMs: 5, ceiling: 300_000, noise: 0.1, seed: depth + seed * 1000 }),
      );
      const { depth } = smallestWithin(curve, false);
      expect(depth).toBeGreaterThanOrEqual(128);
      expect(depth).toBeLessThanOrEqual(512);
    },
  );

  test('prefers the lower p99 among equally large batches', () => {
    const slow = madePoint('multi', 64, 100_000, 9, { noise: 0 });
    const quick = madePoint('pipeline', 64, 100_000, 7, { noise: 0 });
    expect(smallestWithin([slow, quick], false)).toBe(quick);
  });

  test('judges single slices as they are', () => {
    const points = [10, 96, 100].map((rate, index) =>
      madePoint('pipeline', 4 ** (index + 1), rate, 1, { noise: 0, rounds: 1 }),
    );
    expect(smallestWithin(points, false).depth).toBe(16);
  });

  test('in an open loop is the one with the least p99, whatever the throughput', () => {
    const points = [
      madePoint('concurrent', 1, 2000, 5.2, { noise: 0 }),
      madePoint('pipeline', 4, 2000, 4, { noise: 0 }),
      madePoint('pipeline', 16, 2000, 9, { noise: 0 }),
      madePoint('pipeline', 64, 1000, 1, { noise: 0, keepsRate: false }),
    ];
    expect(smallestWithin(points, true).depth).toBe(4);
  });
});

test('the plateau holds what noise alone sets apart, and nothing far below', () => {
  const points = [
    madePoint('pipeline', 4, 150_000, 1, { noise: 0.3 }),
    madePoint('pipeline', 16, 295_000, 2, { noise: 0.05 }),
    madePoint('pipeline', 64, 300_000, 4, { noise: 0.05 }),
  ];
  expect(plateauOf(points, false).map(({ depth }) => depth)).toEqual([16, 64]);
});

describe('the knee', () => {
  test('is where the trip is full, however deep the search went', () => {
    const knee = (deepest: number) =>
      kneeOf(
        madeCurve(
          depths.filter((depth) => depth <= deepest),
          { tripMs: 5, ceiling: 300_000, noise: 0 },
        ),
        false,
      ).depth;
    expect(knee(1024)).toBe(128);
    expect(knee(256)).toBe(128);
  });

  test('comes earlier where the round trip is short', () => {
    expect(kneeOf(madeCurve(depths, { tripMs: 0.2, ceiling: 300_000, noise: 0 }), false).depth).toBe(8);
  });

  test('leaves out what has no latency', () => {
    const dead = madePoint('pipeline', 4, 0, 1, { p99Ms: null, rounds: 0 });
    const alive = madePoint('pipeline', 16, 10, 1);
    expect(kneeOf([dead, alive], false)).toBe(alive);
  });
});

test('of no points there is no best', () => {
  expect(() => bestOf([], false)).toThrow(RangeError);
});
