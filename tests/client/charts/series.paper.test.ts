import { expect, test } from 'vitest';
import { Series } from '../../../client/src/charts/series.ts';
import { sampleOf } from '../../support/fake-engine.ts';

const at = (atMs: number, phase: 'warmup' | 'counted' = 'counted') =>
  sampleOf('a', { atMs, laneMs: atMs / 2, phase, throughput: atMs * 10 });

test('A full series lets the oldest samples go and keeps their numbers', () => {
  const series = new Series(3);
  for (const ms of [100, 200, 300, 400, 500]) series.add(at(ms));
  expect(series.total).toBe(5);
  expect(series.first).toBe(2);
  expect(series.length).toBe(3);
  expect([...series].map(({ throughput }) => throughput)).toEqual([3000, 4000, 5000]);
  expect(series.at(1)).toBeUndefined();
  expect(series.at(4)?.atMs).toBe(500);
  expect(series.at(5)).toBeUndefined();
});

test('A sample that comes twice, or late, is left out', () => {
  const series = new Series();
  expect(series.add(at(200))).toBe(true);
  expect(series.add(at(200))).toBe(false);
  expect(series.add(at(100))).toBe(false);
  expect(series.total).toBe(1);
});

test('The last sample of the warm-up is found', () => {
  const series = new Series();
  series.add(at(100, 'warmup'));
  series.add(at(200, 'warmup'));
  series.add(at(300));
  expect(series.lastWarmUp?.atMs).toBe(200);
  expect(series.last?.atMs).toBe(300);
});

test('The first sample that holds is found, also when the oldest have fallen out', () => {
  const series = new Series(3);
  for (const ms of [100, 200, 300, 400, 500]) series.add(at(ms));
  const from = (ms: number) => series.firstWhere((sample) => sample.atMs >= ms)?.atMs;
  expect([from(0), from(350), from(400), from(500), from(600)]).toEqual([300, 400, 400, 500, undefined]);
  expect(new Series().firstWhere(() => true)).toBeUndefined();
});
