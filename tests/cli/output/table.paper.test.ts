import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LatencyComparison, Result } from '../../../shared/contract/result.ts';
import { shownOnTerminal } from '../../support/reported.ts';
import { laneOf, laneOfMix, sampleResult } from '../../support/sample-result.ts';
import { latencyOf } from '../../support/snapshots.ts';

const shown = (columns: number | null, colour = false, result = sampleResult) =>
  shownOnTerminal({ result }, columns, colour);

/** Names as long as they may be, and figures as wide as they get. */
const wide: Result = {
  ...sampleResult,
  lanes: ['with-the-connections-of-the-old-one', 'with-the-connections-of-the-new-one'].map((id) =>
    laneOf(id, 12_345_678.9, {
      label: 'x'.repeat(80),
      effectiveBatch: 1234.5,
      latencyMs: {
        command: {
          mean: 1234.567,
          min: 1,
          p50: 1234.567,
          p95: 1234.5,
          p99: 1234.5,
          p999: 12_345.6,
          max: 60_000.1,
        },
        batch: null,
      },
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

describe.each([80, 100, 120, 200])('on %i columns', (columns) => {
  test.each([
    ['the usual result', sampleResult],
    ['long names and figures', wide],
    ['a mix', ofMix],
    ['latencies beside the ratios', withLatencies('command')],
    ['response times beside the ratios', withLatencies('response')],
  ])('%s fits, with a bar for every lane', (_what, result) => {
    const lines = shown(columns, false, result).split('\n');
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.filter((line) => line.includes('█')).length).toBe(result.lanes.length);
  });
});

test('a latency that is worse stands beside the ratio on every terminal, with its interval where there is room', () => {
  const line = (columns: number, kind: LatencyComparison['kind']) =>
    shown(columns, false, withLatencies(kind))
      .split('\n')
      .find((one) => one.startsWith('pipeline'));
  expect(line(120, 'command')).toMatch(/× 3\.87 \(3\.70 – 4\.02\); p50 × 12\.3$/);
  expect(line(80, 'command')).toMatch(/× 3\.87 \(3\.70 – 4\.02\); p50 × 12\.3$/);
  expect(line(80, 'response')).toMatch(/× 3\.87; response p50 × 12\.3$/);
});

test('names that are shortened stay different', () => {
  const names = shown(80, false, wide)
    .split('\n')
    .filter((line) => line.includes('█'))
    .map((line) => line.split(' ')[0]);
  expect(new Set(names).size).toBe(2);
});

test('colours change nothing but the colour', () => {
  expect(stripVTControlCharacters(shown(80, true))).toBe(shown(80));
  expect(shown(80, true)).toContain('\u001b[');
  expect(shown(80)).not.toContain('\u001b');
});
