import { expect, test } from 'vitest';
import { bestLane } from '../../../shared/statistics/best-lane.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { comparisonOf } from '../../support/snapshots.ts';

type Lane = [name: string, comparison: Partial<Comparison> | null];
const best = (...lanes: Lane[]) =>
  bestLane(lanes, ([name, comparison]) => ({
    strategy: name,
    comparison: comparison && comparisonOf(comparison),
  }))?.[0];

const undecided: Partial<Comparison> = { ci95: [0.9, 5], outcome: 'inconclusive' };

test.each<[string, string | undefined, Lane[]]>([
  ['none where none was compared', undefined, [['a', null]]],
  [
    'the largest ratio, which is what is said of it',
    'b',
    [
      ['a', null],
      ['b', { ratio: 3 }],
      ['c', { ratio: 2 }],
    ],
  ],
  [
    'never the harness itself, which sends nothing',
    'wire',
    [
      ['noop', { ratio: 90 }],
      ['wire', { ratio: 3 }],
      ['b', { ratio: 2 }],
    ],
  ],
  ['none where only the harness itself was compared', undefined, [['noop', {}]]],
  [
    'one that is told apart before a larger one that is not',
    'b',
    [
      ['b', { ratio: 2 }],
      ['c', { ...undecided, ratio: 9 }],
    ],
  ],
  [
    'the largest of those not told apart where none is',
    'c',
    [
      ['b', { ...undecided, ratio: 2 }],
      ['c', { ...undecided, ratio: 3 }],
    ],
  ],
  [
    'one that scatters before one that is slower for sure',
    'b',
    [
      ['b', undecided],
      ['c', { outcome: 'slower', ci95: [0.4, 0.6], ratio: 0.5 }],
    ],
  ],
  [
    'the larger ratio after one round, which has no interval',
    'c',
    [
      ['b', { ci95: null, outcome: 'inconclusive', ratio: 2 }],
      ['c', { ci95: null, outcome: 'inconclusive', ratio: 3 }],
    ],
  ],
])('The lane to name is %s', (_what, name, lanes) => {
  expect(best(...lanes)).toBe(name);
});
