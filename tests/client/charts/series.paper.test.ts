import { expect, test } from 'vitest';
import { Series } from '../../../client/src/charts/series.ts';
import { madeLatency, sampleOf } from '../../support/fake-engine.ts';

const at = (atMs: number, phase: 'warmup' | 'counted' = 'counted') =>
  sampleOf('a', { atMs, laneMs: atMs / 2, phase, throughput: atMs * 10 });

test('A series gives the points in the units of the axes', () => {
  const series = new Series();
  series.add(
    sampleOf('a', {
      atMs: 1500,
      laneMs: 500,
      elapsedMs: 250,
      throughput: 42,
      phase: 'warmup',
      bytesOut: 500,
      bystanderP99Ms: 7,
      slice: 3,
      latencySpread: { from: 40, perMille: [990, 10] },
      latencyMs: { command: madeLatency({ p50: 0.5, p99: 4 }), batch: null, response: null },
      client: { cpu: 0.8, eventLoopUtilisation: 0.75 },
    }),
  );
  expect([...series]).toEqual([
    {
      atSeconds: 1.5,
      laneSeconds: 0.5,
      spanSeconds: 0.25,
      throughput: 42,
      p50Ms: 0.5,
      p99Ms: 4,
      spread: { from: 40, perMille: [990, 10] },
      effectiveBatch: 100,
      clientCpu: 0.8,
      serverCpu: null,
      eventLoop: 0.75,
      bytesOut: 2000,
      bystanderP99Ms: 7,
      warmup: true,
      slice: 3,
      revision: 0,
    },
  ]);
});

test('A full series lets the oldest points go and keeps their numbers', () => {
  const series = new Series(3);
  for (const ms of [100, 200, 300, 400, 500]) series.add(at(ms));
  expect(series.total).toBe(5);
  expect(series.first).toBe(2);
  expect(series.length).toBe(3);
  expect([...series].map((point) => point.throughput)).toEqual([3000, 4000, 5000]);
  expect(series.at(1)).toBeUndefined();
  expect(series.at(4)?.atSeconds).toBe(0.5);
  expect(series.at(5)).toBeUndefined();
});

test('A sample that comes twice, or late, is left out', () => {
  const series = new Series();
  expect(series.add(at(200))).toBe(true);
  expect(series.add(at(200))).toBe(false);
  expect(series.add(at(100))).toBe(false);
  expect(series.total).toBe(1);
});

test('The end of the warm-up is that of the last point that is not counted', () => {
  const series = new Series();
  series.add(at(100, 'warmup'));
  series.add(at(200, 'warmup'));
  series.add(at(300));
  expect(series.lastWarmUp?.atSeconds).toBe(0.2);
  expect(series.last?.atSeconds).toBe(0.3);
});

test('The first point that holds is found, also when the oldest have fallen out', () => {
  const series = new Series(3);
  for (const ms of [100, 200, 300, 400, 500]) series.add(at(ms));
  const from = (seconds: number) => series.firstWhere((point) => point.atSeconds >= seconds)?.atSeconds;
  expect([from(0), from(0.35), from(0.4), from(0.5), from(0.6)]).toEqual([0.3, 0.4, 0.4, 0.5, undefined]);
  expect(new Series().firstWhere(() => true)).toBeUndefined();
});
