import { describe, expect, test } from 'vitest';
import type { ThreadSample } from '../../../server/engine/lane/messages.ts';
import { mergeThreads, noTally, type LaneTotals } from '../../../server/engine/lane/merge.ts';

interface Given extends Partial<Omit<ThreadSample, 'tally'>> {
  completed?: number;
  failures?: Record<string, number>;
}

function sample({ completed = 0, failures = {}, ...given }: Given): ThreadSample {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return {
    type: 'sample',
    slice: 0,
    index: 0,
    endsSlice: false,
    elapsedMs: 1000,
    tally: { ...noTally, completed, failed, failures, calls: completed + failed },
    wire: { writes: completed, bytesOut: 10 * completed, bytesIn: 5 * completed },
    cpuMs: 100,
    coreWaitMs: 20,
    busyMs: 200,
    memoryBytes: 1000,
    offeringMs: 0,
    sendingMs: 0,
    offered: 0,
    outstanding: 0,
    settled: noTally,
    settledMs: 0,
    fatal: null,
    ...given,
  };
}

function merge(threads: number, arrivals: readonly [number, Given][]): LaneTotals[] {
  const totals: LaneTotals[] = [];
  const take = mergeThreads(threads, (one) => totals.push(one));
  for (const [thread, given] of arrivals) take(thread, sample(given));
  return totals;
}

const counts = (totals: readonly LaneTotals[]) =>
  totals.map(({ tally, endsSlice }) => ({ completed: tally.completed, endsSlice }));

describe('samples of several threads', () => {
  test('go together by their number, whichever comes first', () => {
    const first: [number, Given][] = [
      [0, { index: 0, completed: 1 }],
      [0, { index: 1, completed: 2 }],
      [0, { index: 2, completed: 3, endsSlice: true }],
    ];
    const second: [number, Given][] = [
      [1, { index: 0, completed: 10 }],
      [1, { index: 1, completed: 20 }],
      [1, { index: 2, completed: 30, endsSlice: true }],
    ];
    const expected = [
      { completed: 11, endsSlice: false },
      { completed: 22, endsSlice: false },
      { completed: 33, endsSlice: true },
    ];
    const alternating = first.flatMap((arrival, index) => [second[index] ?? arrival, arrival]);
    for (const arrivals of [[...first, ...second], [...second, ...first], alternating])
      expect(counts(merge(2, arrivals))).toEqual(expected);
  });

  test('are told as soon as the last thread has delivered, and not before', () => {
    const totals: LaneTotals[] = [];
    const take = mergeThreads(3, (one) => totals.push(one));
    take(2, sample({ completed: 1 }));
    take(0, sample({ completed: 1 }));
    expect(totals).toHaveLength(0);
    take(1, sample({ completed: 1 }));
    expect(counts(totals)).toEqual([{ completed: 3, endsSlice: false }]);
  });

  test('keep the totals of a thread that ended its slice before the others', () => {
    const totals = merge(2, [
      [0, { index: 0, completed: 5, endsSlice: true }],
      [1, { index: 0, completed: 10 }],
      [1, { index: 1, completed: 20 }],
      [1, { index: 2, completed: 30, endsSlice: true }],
    ]);
    expect(counts(totals)).toEqual([
      { completed: 15, endsSlice: false },
      { completed: 25, endsSlice: false },
      { completed: 35, endsSlice: true },
    ]);
  });

  test('end the slice once, and only when every thread has', () => {
    const totals = merge(2, [
      [1, { index: 0, completed: 1 }],
      [1, { index: 1, completed: 2, endsSlice: true }],
      [0, { index: 0, completed: 1, endsSlice: true }],
    ]);
    expect(totals.map(({ endsSlice }) => endsSlice)).toEqual([false, true]);
  });

  test('of a single thread go through as they are', () => {
    const totals = merge(1, [
      [0, { completed: 4 }],
      [0, { index: 1, completed: 9, endsSlice: true, elapsedMs: 1500 }],
    ]);
    expect(counts(totals)).toEqual([
      { completed: 4, endsSlice: false },
      { completed: 9, endsSlice: true },
    ]);
    expect(totals[1]).toMatchObject({ elapsedMs: 1500, cpuMs: 100, busyMs: 200 });
  });
});

describe('the totals of a lane', () => {
  test('add what can be added, take the longest time and the mean of how busy the threads were', () => {
    const [totals] = merge(2, [
      [
        0,
        {
          completed: 10,
          failures: { OOM: 1 },
          elapsedMs: 1001,
          busyMs: 300,
          sendingMs: 990,
          offered: 20,
          outstanding: 2,
          settled: { ...noTally, completed: 7, calls: 7 },
        },
      ],
      [
        1,
        {
          completed: 20,
          failures: { OOM: 2, WRONGTYPE: 4 },
          elapsedMs: 1010,
          busyMs: 500,
          sendingMs: 980,
          offered: 30,
          outstanding: 3,
          settled: { ...noTally, completed: 8, calls: 9 },
        },
      ],
    ]);
    expect(totals).toMatchObject({
      tally: { completed: 30, failed: 7, failures: { OOM: 3, WRONGTYPE: 4 }, calls: 37 },
      wire: { writes: 30, bytesOut: 300, bytesIn: 150 },
      elapsedMs: 1010,
      busyMs: 400,
      memoryBytes: 2000,
      cpuMs: 200,
      coreWaitMs: 40,
      offered: 50,
      sendingMs: 990,
      outstanding: 5,
      settled: { completed: 15, calls: 16 },
      fatal: null,
    });
  });

  test('have no CPU time when one thread cannot tell its own', () => {
    const [totals] = merge(2, [
      [0, { cpuMs: 100 }],
      [1, { cpuMs: null }],
    ]);
    expect(totals?.cpuMs).toBeNull();
  });

  test('say why the lane cannot go on when one thread cannot', () => {
    const [totals] = merge(2, [
      [0, { endsSlice: true }],
      [1, { endsSlice: true, fatal: 'Connection is closed.' }],
    ]);
    expect(totals?.fatal).toBe('Connection is closed.');
  });
});
