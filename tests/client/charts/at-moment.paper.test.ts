import { describe, expect, test } from 'vitest';
import { momentsOf, sampleAt } from '../../../client/src/charts/at-moment.ts';
import { atSeconds, Series } from '../../../client/src/charts/series.ts';
import { sampleOf } from '../../support/fake-engine.ts';

/** Slices of half a second that end at these moments; their throughput is the moment. */
function seriesOf(...ends: number[]): Series {
  const series = new Series();
  for (const end of ends)
    series.add({ ...sampleOf('pipeline'), atMs: end * 1000, elapsedMs: 500, throughput: end });
  return series;
}

describe('The sample at a moment', () => {
  const series = seriesOf(1, 2, 6);
  test.each([
    ['within a slice is that slice', 1.7, 2],
    ['before the first is the first', 0.1, 1],
    ['after the last is the last', 9, 6],
    ['between two is the nearer one, the former', 2.4, 2],
    ['between two is the nearer one, the latter', 5.2, 6],
  ])('%s', (_, seconds, throughput) => {
    expect(sampleAt(series, atSeconds, seconds)?.throughput).toBe(throughput);
  });

  test('of a lane that has not run is none', () => {
    expect(sampleAt(new Series(), atSeconds, 1)).toBeNull();
  });
});

test('The moments of several lanes come in order, each once', () => {
  expect(momentsOf([seriesOf(1, 3), seriesOf(2, 3)], atSeconds)).toEqual([1, 2, 3]);
});
