import { expect, test } from 'vitest';
import { percentilesOf, quantiles } from '../../../client/src/run/percentiles.ts';
import { aLane } from '../../support/a-lane.ts';

test('Each nine is as wide as the one before it', () => {
  const [, , p99, p999, max] = quantiles.map(({ place }) => place);
  expect((p999 ?? 0) - (p99 ?? 0)).toBeCloseTo((max ?? 0) - (p999 ?? 0), 6);
  expect(quantiles[0].place).toBe(0);
});

test('A lane has its percentiles in order, and those of its response times in an open loop', () => {
  const lane = aLane('pipeline', 1000);
  const { command } = lane.latencyMs;
  if (!command) throw new Error('the sample has latencies');
  expect(percentilesOf(lane)?.map(({ ms }) => ms)).toEqual([
    command.p50,
    command.p95,
    command.p99,
    command.p999,
    command.max,
  ]);
  const response = { ...command, p50: 77 };
  expect(percentilesOf({ latencyMs: { ...lane.latencyMs, response } })?.[0]?.ms).toBe(77);
});

test('A lane without latencies has none', () => {
  const { latencyMs } = aLane('pipeline', 1000);
  expect(percentilesOf({ latencyMs: { ...latencyMs, command: null } })).toBeNull();
});
