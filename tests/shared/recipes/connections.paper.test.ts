import { expect, test } from 'vitest';
import { recipe as connections } from '../../../shared/recipes/connections.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

const judge = (rates: Record<string, number | number[]>) => {
  const measured = makeMeasured(connections, (_step, lane) => {
    const rate = rates[lane];
    return rate === undefined ? null : { rate, serverCpu: 0.95, p50: 0.1 };
  });
  return { finding: judgedIn(connections, measured)[0], reading: readIn(connections, measured) };
};

test.each([
  ['as published', { 1: 8768, 5: 35_334, 10: 52_430, 50: 52_413 }, 'holds'],
  ['one connection is enough', { 1: 50_000, 5: 52_000, 10: 52_000, 50: 52_000 }, 'does not hold here'],
  ['it keeps climbing', { 1: 8000, 5: 35_000, 10: 50_000, 50: 90_000 }, 'does not hold here'],
  [
    'the slices of one lane are all over the place',
    { 1: 8768, 5: [9000, 90_000, 12_000, 70_000, 8000, 60_000, 9000, 50_000], 10: 52_430, 50: 52_413 },
    'cannot be seen here',
  ],
])('%s', (_what, rates: Record<string, number | number[]>, judgement) => {
  const { finding } = judge(
    Object.fromEntries(Object.entries(rates).map(([n, rate]) => [`wire-${n}`, rate])),
  );
  expect(finding?.outcome).toBe(judgement);
  expect(finding?.because).toMatch(/5 connections against 1: × .*50 connections against 10: × /);
});

test('the reading has the measured ratios, and what was saturated', () => {
  const { reading } = judge({ 'wire-1': 10_000, 'wire-5': 40_000, 'wire-10': 50_000, 'wire-50': 50_000 });
  expect(reading[0]).toMatch(/^The raw socket: 10,000\/s over one connection, × 4\.00 \(.*\) over 5/);
  expect(reading.join(' ')).toContain('95 % busy: it is saturated');
  expect(reading.join(' ')).not.toContain('ioredis');
});
