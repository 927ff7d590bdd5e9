import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { biggerIsBetter, smallerIsBetter } from '../../server/reporters/github-benchmark.ts';
import type { Reporter } from '../../server/reporters/reporter.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

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
        range: '± 1098.80',
        extra: '95 % interval 74556.99 – 76098.80',
      },
      {
        name: 'pipeline: throughput',
        unit: 'commands/s',
        value: 290_000,
        range: '± 19582.00',
        extra: '95 % interval 270894.98 – 309582.00',
      },
      {
        name: 'pipeline: speedup over one-by-one',
        unit: '×',
        value: 3.8667,
        range: '± 0.2996',
        extra: '95 % interval 3.5671 – 4.1125',
      },
    ]);
  });

  test('the action finds a number in every range', () => {
    expect(written(biggerIsBetter).map(({ range }) => rangeIn(range))).toEqual([1098.8, 19_582, 0.2996]);
  });

  test('an entry without an interval has no range', () => {
    const lanes = [aLane('one-by-one', 1000), aLane('pipeline', 3000)];
    for (const { throughput } of lanes) if (throughput) throughput.ci95 = null;
    for (const entry of written(biggerIsBetter, { ...sampleResult, lanes, comparisons: [] }))
      expect(entry).toEqual({ name: entry.name, unit: 'commands/s', value: entry.value });
  });
});

test('smaller is better: latencies in ms', () => {
  expect(written(smallerIsBetter)).toEqual([
    { name: 'one-by-one: p50', unit: 'ms', value: 0.133 },
    { name: 'one-by-one: p99', unit: 'ms', value: 0.398 },
    { name: 'pipeline: p50', unit: 'ms', value: 0.554 },
    { name: 'pipeline: p99', unit: 'ms', value: 1.661 },
  ]);
});

test('names are those of the lanes, so that every run continues the same chart', () => {
  const names = (id: string) => written(biggerIsBetter, { ...sampleResult, id }).map(({ name }) => name);
  expect(names('first')).toEqual(names('second'));
});
