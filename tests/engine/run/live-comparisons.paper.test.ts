import { expect, test } from 'vitest';
import { compareLanes, type SlicesToCompare } from '../../../server/engine/run/comparisons.ts';
import { LiveComparisons } from '../../../server/engine/run/live-comparisons.ts';
import type { Comparison } from '../../../shared/contract/result.ts';

const wave = (rate: number, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => rate * (1 + 0.02 * Math.sin(7 * round + rate)));
const lanesOf = (rounds: number, more: Partial<SlicesToCompare> = {}): SlicesToCompare[] =>
  [1000, 3000].map((rate, lane) => ({
    id: `lane-${lane}`,
    countedFrom: 0,
    slices: wave(rate, rounds),
    p50Ms: 3000 / rate,
    latencySlices: { kind: 'command', p50Ms: wave(3000 / rate, rounds) },
    ...more,
  }));
const liveOf = (live: LiveComparisons, lanes: readonly SlicesToCompare[]): Comparison | undefined =>
  live.of(compareLanes(lanes), lanes)[0];
const width = (ci95: readonly [number, number] | null | undefined) => (ci95 ? ci95[1] / ci95[0] : NaN);

test('a run in progress has the ratios of its result, wider intervals, and no outcome yet', () => {
  const lanes = lanesOf(16);
  const [final] = compareLanes(lanes);
  const live = liveOf(new LiveComparisons({}, 0), lanes);
  expect([live?.ratio, live?.latency?.ratio]).toEqual([final?.ratio, final?.latency?.ratio]);
  expect([final?.outcome, live?.outcome, live?.latency?.outcome]).toEqual([
    'faster',
    'inconclusive',
    'inconclusive',
  ]);
  expect(width(live?.ci95)).toBeGreaterThan(width(final?.ci95));
  expect(width(live?.latency?.ci95)).toBeGreaterThan(width(final?.latency?.ci95));
});

test('after few rounds there is a ratio without an interval', () => {
  const live = liveOf(new LiveComparisons({}, 0), lanesOf(5));
  expect(live?.ratio).toBeCloseTo(3, 0);
  expect([live?.ci95, live?.latency?.ci95]).toEqual([null, null]);
});

test('intervals are wider each time that what is counted begins elsewhere, and not in between', () => {
  const live = new LiveComparisons({}, 0);
  const widths = [0, 0, 20, 20, 40].map((countedFrom) =>
    width(liveOf(live, lanesOf(16, { countedFrom }))?.ci95),
  );
  expect(widths[1]).toBe(widths[0]);
  expect(widths[2]).toBeGreaterThan(widths[1] ?? NaN);
  expect(widths[3]).toBe(widths[2]);
  expect(widths[4]).toBeGreaterThan(widths[3] ?? NaN);
});

test('where lanes start several times, only starts that are over count', () => {
  const live = new LiveComparisons({ starts: 10 }, 0);
  const after = (...starts: number[]) => {
    const rounds = starts.reduce((sum, count) => sum + count, 0);
    return liveOf(live, lanesOf(rounds, { starts }))?.ci95;
  };
  expect(after(16)).toBeNull();
  expect(after(4, 4, 4, 4, 4, 4)).toBeNull();
  expect(after(4, 4, 4, 4, 4, 4, 1)).not.toBeNull();
});
