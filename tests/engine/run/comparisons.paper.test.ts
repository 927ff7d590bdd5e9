import { describe, expect, test } from 'vitest';
import { compareLanes, type SlicesToCompare } from '../../../server/engine/run/comparisons.ts';
import type { LatencySlices } from '../../../shared/contract/figures.ts';

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
      { id: 'failed-at-most', countedFrom: 0, slices: [200, 200, 200], hitRate: null, mostlyFailed: true },
    ]);
    expect(comparisons.map(({ lane }) => lane)).toEqual(['found-as-much', 'asks-for-nothing']);
  });

  test('leaves out a lane most of whose units send nothing beside one whose units do', () => {
    const lane = (id: string, commandsPerUnit: number | null) => ({
      ...{ id, countedFrom: 0, slices: [100, 100, 100], countsUnits: true, commandsPerUnit },
    });
    const lanes = [lane('reads', 20), lane('gathers', 1), lane('has-a-cache', 0.004), lane('unknown', null)];
    expect(compareLanes(lanes).map((one) => one.lane)).toEqual(['gathers', 'unknown']);
    const caches = [lane('cache', 0.1), lane('another', 0.02)];
    expect(compareLanes(caches).map((one) => one.lane)).toEqual(['another']);
  });

  test('does not call lanes apart by what one start makes of each, and does where several starts agree', () => {
    const rates = Array.from({ length: 20 }, (_, round) => 100 + (round % 3));
    const lanes = (by: number, starts?: number[]) => [
      { id: 'a', countedFrom: 0, slices: rates, ...(starts ? { starts } : {}) },
      { id: 'b', countedFrom: 0, slices: rates.map((rate, at) => rate * by * (1 + (at % 2) / 100)) },
    ];
    const [once] = compareLanes(lanes(1.05));
    expect(once).toMatchObject({ outcome: 'inconclusive', ci95: [1, expect.closeTo(1.06, 2) as number] });
    expect(compareLanes(lanes(1.05, [4, 4, 4, 4, 4]))).toMatchObject([{ outcome: 'faster' }]);
    expect(compareLanes(lanes(1.12))).toMatchObject([{ outcome: 'faster' }]);
  });

  test('has nothing to say of one lane, or of none', () => {
    expect(compareLanes([{ id: 'alone', countedFrom: 0, slices: [1, 2, 3] }])).toEqual([]);
    expect(compareLanes([])).toEqual([]);
  });
});

describe('comparing their latencies', () => {
  const lane = (id: string, p50Ms: (number | null)[], kind: LatencySlices['kind'] = 'command') => ({
    ...{ id, countedFrom: 0, slices: p50Ms.map((_, round) => 100 + round) },
    latencySlices: { kind, p50Ms },
  });
  const scattered = (typical: number) => [1, 1.02, 0.98, 1.01, 0.99, 1.03].map((by) => typical * by);
  const shuffled = (typical: number) => [0.99, 1, 1.03, 0.98, 1.02, 1.01].map((by) => typical * by);
  const outcomesOf = (...lanes: SlicesToCompare[]) =>
    compareLanes(lanes).map(({ latency }) => latency?.outcome ?? 'none');

  test('sets the p50s of the same rounds against each other: a larger one is worse', () => {
    const [comparison] = compareLanes([lane('a', scattered(2)), lane('b', shuffled(3))]);
    expect(comparison).toMatchObject({
      outcome: 'inconclusive',
      latency: { kind: 'command', outcome: 'worse' },
    });
    expect(comparison?.latency?.ratio).toBeCloseTo(1.5, 1);
    expect(comparison?.latency?.ci95?.[0]).toBeGreaterThan(1.4);
    expect(outcomesOf(lane('a', scattered(2)), lane('b', shuffled(1)), lane('c', shuffled(2)))).toEqual([
      'better',
      'inconclusive',
    ]);
  });

  test('concludes only what is unlikely by chance among all lanes', () => {
    const baseline = lane('a', scattered(2));
    const alike = [1, 2, 3, 4, 5, 6].map((index) => lane(`same-${index}`, shuffled(2)));
    const slightly = lane('b', [2.22, 2.27, 2.21, 2.22, 2.19, 2.3]);
    expect(outcomesOf(baseline, slightly)).toEqual(['worse']);
    expect(outcomesOf(baseline, slightly, ...alike)).toEqual(Array(7).fill('inconclusive'));
  });

  test('leaves out rounds in which nothing was answered', () => {
    const [comparison] = compareLanes([lane('a', [1, null, 1, 1, 1]), lane('b', [2, 2, null, 2.02, 1.98])]);
    expect(comparison).toMatchObject({ pairs: 5, latency: { outcome: 'worse' } });
    expect(comparison?.latency?.ratio).toBeCloseTo(2, 2);
  });

  test('has no interval of one round, and nothing of latencies of another kind or none', () => {
    expect(compareLanes([lane('a', [1]), lane('b', [2])])[0]?.latency).toEqual({
      kind: 'command',
      ratio: expect.closeTo(2, 9) as number,
      ci95: null,
      outcome: 'inconclusive',
    });
    const { latencySlices: _, ...none } = lane('none', scattered(2));
    for (const other of [lane('open', scattered(2), 'response'), none])
      expect(compareLanes([lane('a', scattered(1)), other])[0]).not.toHaveProperty('latency');
  });
});
