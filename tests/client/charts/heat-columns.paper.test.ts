import { describe, expect, test } from 'vitest';
import { heatColumns, heatExtent, heatOf, spreadOfAll } from '../../../client/src/charts/heat-columns.ts';
import { laneSeconds, Series } from '../../../client/src/charts/series.ts';
import { spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import { sampleOf } from '../../support/fake-engine.ts';

type Given = { bucket: number | null; warmup?: boolean; revision?: number; throughput?: number };

/** Samples of a second, each with all commands in one bucket. */
function seriesOf(given: readonly Given[]): Series {
  const series = new Series();
  given.forEach(({ bucket, warmup = false, revision = 0, throughput = 1000 }, index) => {
    const sample = sampleOf('a', {
      slice: index,
      phase: warmup ? 'warmup' : 'counted',
      atMs: 3000 * (index + 1),
      laneMs: 1000 * (index + 1),
      elapsedMs: 1000,
      throughput,
      settings: { revision, pipeline: 16, dataSize: 100, clients: 10, rps: null },
    });
    series.add(bucket === null ? sample : { ...sample, latencySpread: { from: bucket, perMille: [1000] } });
  });
  return series;
}
const alike = (count: number, more: Partial<Given> = {}) =>
  Array.from({ length: count }, () => ({ bucket: 40, ...more }));

describe('the columns of a heat map', () => {
  test('are its samples, each as wide as it lasted, as long as they fit', () => {
    expect(heatColumns(seriesOf([{ bucket: 40 }, { bucket: 44 }]), laneSeconds, 10)).toEqual([
      { from: 0, to: 1, spread: { from: 40, perMille: [1000] } },
      { from: 1, to: 2, spread: { from: 44, perMille: [1000] } },
    ]);
  });

  test('are fewer than asked for where there are many samples, and leave no time out', () => {
    const columns = heatColumns(seriesOf(alike(600)), laneSeconds, 100);
    expect(columns).toHaveLength(100);
    expect([columns[0]?.from, columns.at(-1)?.to]).toEqual([0, 600]);
    columns.slice(1).forEach(({ from }, index) => expect(from).toBe(columns[index]?.to));
  });

  test('merge neighbours by their commands', () => {
    const series = seriesOf([
      { bucket: 40, throughput: 900 },
      { bucket: 42, throughput: 100 },
    ]);
    expect(heatColumns(series, laneSeconds, 1)[0]?.spread).toEqual({ from: 40, perMille: [900, 0, 100] });
  });

  test('mix neither warm-up with what counts, nor two settings', () => {
    const series = seriesOf([...alike(3, { warmup: true }), ...alike(3), ...alike(3, { revision: 1 })]);
    expect(heatColumns(series, laneSeconds, 3).map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 6],
      [6, 9],
    ]);
  });

  test('leave out samples of older runs, which do not tell how latencies spread', () => {
    expect(heatColumns(seriesOf(alike(3, { bucket: null })), laneSeconds, 10)).toEqual([]);
    expect(heatExtent([seriesOf(alike(3, { bucket: null }))])).toBeNull();
  });
});

test('The axis holds all lanes, from the fastest bucket to the end of the slowest', () => {
  expect(heatExtent([seriesOf([{ bucket: 40 }]), seriesOf([{ bucket: null }, { bucket: 60 }])])).toEqual({
    least: spreadBoundMs(40),
    most: spreadBoundMs(61),
  });
});

test('In short stands what was counted with the newest settings', () => {
  const series = seriesOf([{ bucket: 60, warmup: true }, { bucket: 50 }, { bucket: 40, revision: 1 }]);
  expect(spreadOfAll(series)).toEqual({ from: 40, perMille: [1000] });
  expect(spreadOfAll(seriesOf([{ bucket: 60, warmup: true }]))).toBeNull();
});

test('A colour is stronger by each order of magnitude, and the rarest still shows', () => {
  const [rare = 0, ...more] = [1, 10, 100, 1000].map(heatOf);
  expect(rare).toBeGreaterThanOrEqual(0.2);
  expect(more.at(-1)).toBe(1);
  expect(heatOf(0.01)).toBe(rare);
  const steps = more.map((heat, index) => heat - ([rare, ...more][index] ?? 0));
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 9);
});
