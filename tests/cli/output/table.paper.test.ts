import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LatencyComparison, Result } from '../../../shared/contract/result.ts';
import { shownOnTerminal } from '../../support/reported.ts';
import { aLane, aLatency } from '../../support/a-lane.ts';
import { laneOfMix, sampleResult } from '../../support/a-result.ts';
import { latencyOf } from '../../support/snapshots.ts';

const shown = (columns: number | null, colour = false, result = sampleResult) =>
  shownOnTerminal({ result }, columns, colour);

/** Names as long as they may be, and figures as wide as they get. */
const wide: Result = {
  ...sampleResult,
  lanes: ['with-the-connections-of-the-old-one', 'with-the-connections-of-the-new-one'].map((id) =>
    aLane(id, 12_345_678.9, {
      label: 'x'.repeat(80),
      effectiveBatch: 1234.5,
      latencyMs: { command: { ...aLatency(1234.567), max: 60_000.1 }, batch: null },
      warnings: [
        {
          code: 'run-not-marked',
          reason:
            'a warning that is long enough to be broken into several lines on every terminal there is, so wide is it that it takes two',
        },
      ],
    }),
  ),
};

const ofMix: Result = { ...sampleResult, lanes: [laneOfMix] };

const withLatencies = (kind: LatencyComparison['kind']): Result => ({
  ...sampleResult,
  comparisons: sampleResult.comparisons.map((one) => ({ ...one, latency: latencyOf({ kind, ratio: 12.3 }) })),
});

const intervals = (text: string) => text.match(/\([\d.]+ – [\d.]+\)/g) ?? [];

describe.each([60, 80, 100, 120, 200])('on %i columns', (columns) => {
  test.each([
    ['the usual result', sampleResult],
    ['long names and figures', wide],
    ['a mix', ofMix],
    ['latencies beside the ratios', withLatencies('command')],
    ['response times beside the ratios', withLatencies('response')],
  ])('%s fits, with the interval of every ratio', (_what, result) => {
    const text = shown(columns, false, result);
    expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(intervals(text)).toEqual(intervals(shown(200, false, result)));
  });
});

test('where there is too little room bars go first, then the comparison stands in a table of its own', () => {
  const look = (columns: number) => {
    const text = shown(columns, false, withLatencies('response'));
    return [text.includes('█'), /^lane +against the first$/m.test(text)];
  };
  expect([100, 80, 60].map(look)).toEqual([
    [true, false],
    [false, false],
    [true, true],
  ]);
});

test('a latency that is worse stands beside the ratio on every terminal', () => {
  for (const columns of [60, 80, 120])
    expect(shown(columns, false, withLatencies('command'))).toMatch(
      /^pipeline .*× 3\.87 \(3\.57 – 4\.11\); p50 × 12\.3$/m,
    );
});

test('names that are shortened stay different', () => {
  const names = shown(80, false, wide).match(/^with-\S*…\S*/gm);
  expect(names).toHaveLength(4);
  expect(new Set(names).size).toBe(4);
});

test('colours change nothing but the colour', () => {
  expect(stripVTControlCharacters(shown(80, true))).toBe(shown(80));
  expect(shown(80, true)).toContain('\u001b[');
  expect(shown(80)).not.toContain('\u001b');
});
