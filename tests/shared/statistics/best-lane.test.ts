import { expect, test } from 'vitest';
import { bestLane } from '../../../shared/statistics/best-lane.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { comparisonOf } from '../../support/snapshots.ts';

type Lane = [name: string, median: number | null, comparison: Partial<Comparison> | null];
const best = (...lanes: Lane[]) =>
  bestLane(lanes, ([name, median, comparison]) => ({
    strategy: name,
    median,
    comparison: comparison && comparisonOf(comparison),
  }))?.[0];

const undecided: Partial<Comparison> = { ci95: [0.9, 5], outcome: 'inconclusive' };

test.each<[string, string | undefined, Lane[]]>([
  ['none where none was compared', undefined, [['a', 100, null]]],
  [
    'the largest median, not the largest ratio',
    'c',
    [
      ['a', 100, null],
      ['b', 200, { ratio: 3 }],
      ['c', 300, { ratio: 2 }],
    ],
  ],
  [
    'never the harness itself, which sends nothing',
    'wire',
    [
      ['noop', 9000, {}],
      ['wire', 300, {}],
      ['b', 200, {}],
    ],
  ],
  ['none where only the harness itself was compared', undefined, [['noop', 9000, {}]]],
  [
    'one that is told apart before a larger one that is not',
    'b',
    [
      ['b', 200, {}],
      ['c', 900, undecided],
    ],
  ],
  [
    'the largest of those not told apart where none is',
    'c',
    [
      ['b', 200, undecided],
      ['c', 300, undecided],
    ],
  ],
  [
    'one that scatters before one that is slower for sure',
    'b',
    [
      ['b', 200, undecided],
      ['c', 100, { outcome: 'slower', ci95: [0.4, 0.6], ratio: 0.5 }],
    ],
  ],
  [
    'the larger figure after one round, which has no interval',
    'c',
    [
      ['b', 200, { ci95: null, outcome: 'inconclusive' }],
      ['c', 300, { ci95: null, outcome: 'inconclusive' }],
    ],
  ],
  [
    'the larger ratio where there is no median yet',
    'c',
    [
      ['b', null, { ratio: 2 }],
      ['c', null, { ratio: 3 }],
    ],
  ],
])('The lane to name is %s', (_what, name, lanes) => {
  expect(best(...lanes)).toBe(name);
});
