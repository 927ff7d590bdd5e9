import { describe, expect, test } from 'vitest';
import { bestOf, kneeOf, plateauOf } from '../../../shared/search/curve.ts';
import { madeCurve, madePoint } from '../../support/made-points.ts';

const batchSizes = [1, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

test('the plateau holds what noise alone sets apart, and nothing far below', () => {
  const points = [
    madePoint('pipeline', 4, 150_000, 1, { noise: 0.3 }),
    madePoint('pipeline', 16, 295_000, 2, { noise: 0.05 }),
    madePoint('pipeline', 64, 300_000, 4, { noise: 0.05 }),
  ];
  expect(plateauOf(points, false).map(({ batchSize }) => batchSize)).toEqual([16, 64]);
});

describe('the knee', () => {
  test('is where the trip is full, however deep the search went', () => {
    const knee = (deepest: number) =>
      kneeOf(
        madeCurve(
          batchSizes.filter((batchSize) => batchSize <= deepest),
          { tripMs: 5, ceiling: 300_000, noise: 0 },
        ),
        false,
      ).batchSize;
    expect(knee(1024)).toBe(128);
    expect(knee(256)).toBe(128);
  });

  test('comes earlier where the round trip is short', () => {
    expect(kneeOf(madeCurve(batchSizes, { tripMs: 0.2, ceiling: 300_000, noise: 0 }), false).batchSize).toBe(
      8,
    );
  });

  test('is the deeper of two that noise alone sets apart', () => {
    const rates = [90, 110, 90, 110, 90, 110, 90, 110].map((share) => share * 1000);
    const points = [
      madePoint('pipeline', 16, 0, 10, { slices: rates.toReversed(), noise: 0 }),
      madePoint('pipeline', 32, 0, 10, { slices: rates.map((rate) => 0.99 * rate), noise: 0 }),
      madePoint('pipeline', 64, 0, 20, { slices: rates, noise: 0 }),
    ].map((point) => ({ ...point, throughput: 100_000 }));
    expect(kneeOf(points, false).batchSize).toBe(32);
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
