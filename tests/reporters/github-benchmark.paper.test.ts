import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { biggerIsBetter, smallerIsBetter } from '../../server/reporters/github-benchmark.ts';
import type { Reporter } from '../../server/reporters/reporter.ts';
import { reported } from '../support/reported.ts';
import { laneOf, sampleResult } from '../support/sample-result.ts';

/** What the action reads of an entry (src/extract.ts), without its coercion: nothing may need it. */
const entries = z.array(
  z.strictObject({
    name: z.string().min(1),
    value: z.number(),
    range: z.string().optional(),
    unit: z.string(),
    extra: z.string().optional(),
  }),
);

/** How the action reads a range (src/extractRangeInfo.ts); without a number there it draws none. */
const rangeIn = (range = '') => Number(/(?:\+-|±)\s*(\d.*)/.exec(range)?.[1]);

const written = (reporter: Reporter, result = sampleResult) =>
  entries.parse(JSON.parse(reported(reporter, { result })));

describe('bigger is better', () => {
  test('throughput and speedup of each completed lane, with the interval', () => {
    expect(written(biggerIsBetter)).toEqual([
      {
        name: 'one-by-one: throughput',
        unit: 'commands/s',
        value: 75_000,
        range: '± 3750.00',
        extra: '95 % interval 71250.00 – 78750.00',
      },
      {
        name: 'pipeline: throughput',
        unit: 'commands/s',
        value: 290_000,
        range: '± 14500.00',
        extra: '95 % interval 275500.00 – 304500.00',
      },
      {
        name: 'pipeline: speedup over one-by-one',
        unit: '×',
        value: 3.87,
        range: '± 0.1700',
        extra: '95 % interval 3.7000 – 4.0200',
      },
    ]);
  });

  test('the action finds a number in every range', () => {
    expect(written(biggerIsBetter).map(({ range }) => rangeIn(range))).toEqual([3750, 14_500, 0.17]);
  });

  test('an entry without an interval has no range', () => {
    const lanes = [laneOf('one-by-one', 1000), laneOf('pipeline', 3000)];
    for (const { throughput } of lanes) if (throughput) throughput.ci95 = null;
    for (const entry of written(biggerIsBetter, { ...sampleResult, lanes, comparisons: [] }))
      expect(entry).toEqual({ name: entry.name, unit: 'commands/s', value: entry.value });
  });
});

test('smaller is better: latencies in ms', () => {
  expect(written(smallerIsBetter)).toEqual([
    { name: 'one-by-one: p50', unit: 'ms', value: 0.125 },
    { name: 'one-by-one: p99', unit: 'ms', value: 0.375 },
    { name: 'pipeline: p50', unit: 'ms', value: 0.125 },
    { name: 'pipeline: p99', unit: 'ms', value: 0.375 },
  ]);
});

test('names are those of the lanes, so that every run continues the same chart', () => {
  const names = (id: string) => written(biggerIsBetter, { ...sampleResult, id }).map(({ name }) => name);
  expect(names('first')).toEqual(names('second'));
});
