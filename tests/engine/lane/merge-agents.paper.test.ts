import { expect, test } from 'vitest';
import type { ThreadSample } from '../../../server/engine/lane/messages.ts';
import {
  mergeThreads,
  noTally,
  noWire,
  overlapOf,
  type LaneTotals,
} from '../../../server/engine/lane/merge.ts';

const ofAgent = (completed: number, elapsedMs: number, sent?: ThreadSample['sent']): ThreadSample => ({
  type: 'sample',
  slice: 0,
  index: 0,
  endsSlice: true,
  elapsedMs,
  tally: { ...noTally, completed },
  wire: noWire,
  cpuMs: 100,
  coreWaitMs: 0,
  busyMs: 100,
  memoryBytes: 1,
  offered: 0,
  offeringMs: 0,
  sendingMs: 0,
  outstanding: 0,
  settled: noTally,
  settledMs: 0,
  fatal: null,
  ...(sent ? { sent } : {}),
});

function merge(agents: number, samples: readonly ThreadSample[]): LaneTotals {
  const told: LaneTotals[] = [];
  const take = mergeThreads(samples.length, (one) => told.push(one), agents);
  for (const [thread, sample] of samples.entries()) take(thread, sample);
  const [totals] = told;
  if (!totals) throw new Error('all have delivered');
  return totals;
}

test('the rate of agents is the sum of each one’s count by its own time', () => {
  const totals = merge(2, [ofAgent(1000, 1000), ofAgent(1000, 2000)]);
  expect(totals.tally.completed).toBe(2000);
  expect(totals.tally.completed / totals.elapsedMs).toBeCloseTo(1 + 0.5, 10);
  expect(totals.agents?.map(({ tally, elapsedMs }) => [tally.completed, elapsedMs])).toEqual([
    [1000, 1000],
    [1000, 2000],
  ]);
});

test('threads of one agent have its time together', () => {
  const totals = merge(2, [ofAgent(10, 900), ofAgent(10, 1000), ofAgent(30, 1000), ofAgent(30, 500)]);
  expect(totals.agents?.map(({ tally, elapsedMs }) => tally.completed / elapsedMs)).toEqual([0.02, 0.06]);
});

test.each([
  ['all at once', [0, 1000], [0, 1000], 1],
  ['one late', [0, 1000], [50, 1000], 0.95],
  ['one early done', [0, 900], [0, 1000], 0.9],
  ['one after the other', [0, 400], [500, 1000], 0],
])('overlap, %s', (_, one, other, overlap) => {
  const sent = ([from = 0, until = 0]: readonly number[]) => ({ from, until });
  const totals = merge(2, [ofAgent(1, 1000, sent(one)), ofAgent(1, 1000, sent(other))]);
  expect(overlapOf(totals)).toBeCloseTo(overlap, 10);
});
