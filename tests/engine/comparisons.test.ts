import { describe, expect, test } from 'vitest';
import { compareLanes } from '../../server/engine/comparisons.ts';

describe('comparing the lanes of a run', () => {
  test('sets every lane against the first, in the order of the plan', () => {
    const comparisons = compareLanes([
      { id: 'slow', slices: [100, 102, 98] },
      { id: 'fast', slices: [500, 510, 490] },
      { id: 'same', slices: [101, 101, 99] },
    ]);
    expect(comparisons).toMatchObject([
      { lane: 'fast', baseline: 'slow', outcome: 'faster', pairs: 3 },
      { lane: 'same', baseline: 'slow', outcome: 'not told apart', pairs: 3 },
    ]);
    expect(comparisons[0]?.ratio).toBeCloseTo(5, 6);
  });

  test('goes as far as both lanes have slices', () => {
    const comparisons = compareLanes([
      { id: 'a', slices: [100, 100, 100] },
      { id: 'broke-off', slices: [200] },
      { id: 'never-ran', slices: [] },
    ]);
    expect(comparisons).toMatchObject([{ lane: 'broke-off', pairs: 1, ci95: null }]);
  });

  test('has nothing to say of one lane, or of none', () => {
    expect(compareLanes([{ id: 'alone', slices: [1, 2, 3] }])).toEqual([]);
    expect(compareLanes([])).toEqual([]);
  });
});
