import { describe, expect, test } from 'vitest';
import { compareLanes } from '../../../server/engine/run/comparisons.ts';

describe('comparing the lanes of a run', () => {
  test('sets every lane against the first, in the order of the plan', () => {
    const comparisons = compareLanes([
      { id: 'slow', countedFrom: 0, slices: [100, 102, 98] },
      { id: 'fast', countedFrom: 0, slices: [500, 510, 490] },
      { id: 'same', countedFrom: 0, slices: [101, 101, 99] },
    ]);
    expect(comparisons).toMatchObject([
      { lane: 'fast', baseline: 'slow', outcome: 'faster', pairs: 3 },
      { lane: 'same', baseline: 'slow', outcome: 'inconclusive', pairs: 3 },
    ]);
    expect(comparisons[0]?.ratio).toBeCloseTo(5, 6);
  });

  test('goes as far as both lanes have slices', () => {
    const comparisons = compareLanes([
      { id: 'a', countedFrom: 0, slices: [100, 100, 100] },
      { id: 'broke-off', countedFrom: 0, slices: [200] },
      { id: 'never-ran', countedFrom: 0, slices: [] },
    ]);
    expect(comparisons).toMatchObject([{ lane: 'broke-off', pairs: 1, ci95: null }]);
  });

  test('leaves out a lane whose figures are from before a change that the baseline’s are from after', () => {
    const comparisons = compareLanes([
      { id: 'a', countedFrom: 4, slices: [100, 100, 100] },
      { id: 'broke-off', countedFrom: 0, slices: [200, 200, 200] },
      { id: 'b', countedFrom: 4, slices: [300, 300, 300] },
    ]);
    expect(comparisons.map(({ lane }) => lane)).toEqual(['b']);
  });

  test('leaves out a lane that found another share of what it asked for, and one that did nothing', () => {
    const slices = [100, 100, 100];
    const comparisons = compareLanes([
      { id: 'a', countedFrom: 0, slices, hitRate: 0.6 },
      { id: 'emptied-its-lists', countedFrom: 0, slices: [200, 200, 200], hitRate: 0.5 },
      { id: 'found-as-much', countedFrom: 0, slices: [200, 200, 200], hitRate: 0.58 },
      { id: 'asks-for-nothing', countedFrom: 0, slices: [200, 200, 200], hitRate: null },
      { id: 'failed-at-each', countedFrom: 0, slices: [0, 0, 0], hitRate: null },
    ]);
    expect(comparisons.map(({ lane }) => lane)).toEqual(['found-as-much', 'asks-for-nothing']);
  });

  test('has nothing to say of one lane, or of none', () => {
    expect(compareLanes([{ id: 'alone', countedFrom: 0, slices: [1, 2, 3] }])).toEqual([]);
    expect(compareLanes([])).toEqual([]);
  });
});
