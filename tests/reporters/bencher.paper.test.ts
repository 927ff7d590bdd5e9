import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { bencher } from '../../server/reporters/bencher.ts';
import type { Result } from '../../shared/contract/result.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

/** https://bencher.dev/v0/bmf.json, with the bounds that Bencher sets on names (lib/bencher_valid). */
const bencherMetricFormat = {
  type: 'object',
  minProperties: 1,
  propertyNames: { minLength: 1, maxLength: 1024 },
  additionalProperties: {
    type: 'object',
    propertyNames: { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 },
    additionalProperties: {
      type: 'object',
      properties: {
        value: { type: 'number' },
        lower_value: { type: 'number' },
        upper_value: { type: 'number' },
      },
      required: ['value'],
      additionalProperties: false,
    },
  },
};
const accepts = new Ajv().compile(bencherMetricFormat);

type Metrics = Record<string, Record<string, { value: number; lower_value?: number; upper_value?: number }>>;

function written(result: Result): Metrics {
  const document: unknown = JSON.parse(reported(bencher, { result }));
  expect(accepts(document), JSON.stringify(accepts.errors)).toBe(true);
  return document as Metrics;
}

const near = (value: number): unknown => expect.closeTo(value, 2);

describe('Bencher Metric Format', () => {
  test('has a benchmark for each completed lane, with the intervals as bounds', () => {
    const bounded = (value: number, lower: number, upper: number) => ({
      ...{ value: near(value), lower_value: near(lower), upper_value: near(upper) },
    });
    expect(written(sampleResult)).toEqual({
      'one-by-one': {
        throughput: bounded(75_000, 74_556.99, 76_098.8),
        latency: { value: 132_509 },
        'latency-p99': { value: 397_528 },
      },
      pipeline: {
        throughput: bounded(290_000, 270_894.98, 309_582),
        speedup: bounded(3.87, 3.57, 4.11),
        latency: { value: 553_552 },
        'latency-p99': { value: 1_660_656 },
      },
    });
  });

  test('has no bounds where a single slice gives no interval', () => {
    const { throughput } = aLane('pipeline', 1000);
    if (!throughput) throw new Error('the sample has a throughput');
    const lanes = [aLane('pipeline', 1000, { throughput: { ...throughput, ci95: null } })];
    expect(written({ ...sampleResult, lanes, comparisons: [] })['pipeline']?.['throughput']).toEqual({
      value: 1000,
    });
  });

  test('has response times as latencies in an open loop', () => {
    const lane = aLane('pipeline', 1000);
    const { command } = lane.latencyMs;
    if (!command) throw new Error('the sample has latencies');
    const response = { ...command, p50: 7 };
    const lanes = [{ ...lane, latencyMs: { ...lane.latencyMs, response } }];
    expect(written({ ...sampleResult, lanes })['pipeline']?.['latency']).toEqual({ value: 7e6 });
  });
});
