import { expect, test } from 'vitest';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { roundSegments } from '../../../client/src/run/round-segments.ts';
import { placeOf } from '../../../client/src/run/run-axes.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { resultOf, snapshotOf } from '../../support/snapshots.ts';

interface Given {
  slice: number;
  rate: number;
  ms?: number;
  phase?: Sample['phase'];
  revision?: number;
}

/** Samples of one lane, one after the other. */
function samplesOf(given: readonly Given[], lane = 'pipeline'): Sample[] {
  let laneMs = 0;
  return given.map(({ slice, rate, ms = 1000, phase = 'counted', revision = 0 }) => {
    laneMs += ms;
    return sampleOf(lane, {
      ...{ slice, phase, laneMs, elapsedMs: ms, throughput: rate },
      atMs: laneMs,
      settings: { revision, pipeline: 16, dataSize: 100, clients: 10, rps: null },
    });
  });
}

function segmentsOf(given: readonly Given[], tunings: LiveRun['tunings'] = [], slices?: readonly number[]) {
  const run = new LiveRun(snapshotOf({ samples: samplesOf(given), tunings }));
  const lane = run.lane('pipeline');
  if (!lane) throw new Error('the plan has no such lane');
  if (slices)
    run.finish(resultOf({ tunings: [...tunings], lanes: { 'one-by-one': slices, pipeline: slices } }));
  return roundSegments(run, lane, placeOf('turns'));
}
const ratesOf = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(({ dots }) => dots.map(({ rate }) => Math.round(rate)));

test('A slice is one figure, however many samples it has; warm-up is none', () => {
  const segments = segmentsOf([
    { slice: 0, rate: 9999, phase: 'warmup' },
    { slice: 1, rate: 100 },
    { slice: 1, rate: 400, ms: 500 },
    { slice: 2, rate: 300, ms: 1500 },
  ]);
  expect(segments).toEqual([
    {
      dots: [
        { rate: 200, span: [1, 2.5] },
        { rate: 300, span: [2.5, 4] },
      ],
      revision: 0,
      median: 250,
      change: null,
    },
  ]);
});

const batch64 = { atMs: 2500, tuning: { pipeline: 64 } };
const clients5 = { atMs: 2600, tuning: { clients: 5 } };

test('A change begins a new segment, and names all that was changed before it', () => {
  const segments = segmentsOf(
    [
      { slice: 1, rate: 100 },
      { slice: 2, rate: 120 },
      { slice: 3, rate: 50, phase: 'warmup', revision: 2 },
      { slice: 4, rate: 300, revision: 2 },
    ],
    [batch64, clients5],
  );
  expect(ratesOf(segments)).toEqual([[100, 120], [300]]);
  expect(segments.map(({ change }) => change)).toEqual([null, { pipeline: 64, clients: 5 }]);
});

test('A slice that a change cut short, or that is in progress, is left out', () => {
  const segments = segmentsOf(
    [
      { slice: 1, rate: 100 },
      { slice: 2, rate: 900, ms: 300 },
      { slice: 3, rate: 200, revision: 1 },
      { slice: 4, rate: 900, ms: 200, revision: 1 },
    ],
    [batch64],
  );
  expect(ratesOf(segments)).toEqual([[100], [200]]);
});

test('Of many changes the newest segments are shown', () => {
  const given = [0, 1, 2, 3].map((revision) => ({ slice: revision, rate: 100 + revision, revision }));
  const segments = segmentsOf(given, [batch64, clients5, batch64]);
  expect(ratesOf(segments)).toEqual([[101], [102], [103]]);
});

test('At the end the slices are those that the result counts, at the times of their samples', () => {
  const segments = segmentsOf(
    [
      { slice: 1, rate: 100 },
      { slice: 2, rate: 777 },
      { slice: 3, rate: 130 },
    ],
    [],
    [100.04, 129.96, 140],
  );
  expect(segments[0]?.dots).toEqual([
    { rate: 100.04, span: [0, 1] },
    { rate: 129.96, span: [2, 3] },
    { rate: 140, span: null },
  ]);
  expect(segments[0]?.median).toBe(129.96);
});

test('A change that no whole round followed has no figures in the result, and no segment', () => {
  const segments = segmentsOf(
    [
      { slice: 1, rate: 100 },
      { slice: 2, rate: 300, revision: 1 },
    ],
    [{ ...batch64, countedIn: ['one-by-one'] }],
    [100],
  );
  expect(ratesOf(segments)).toEqual([[100]]);
});

test('A result without its samples has its slices, and no times', () => {
  expect(segmentsOf([], [], [100, 200]).map(({ dots }) => dots)).toEqual([
    [
      { rate: 100, span: null },
      { rate: 200, span: null },
    ],
  ]);
  expect(segmentsOf([])).toEqual([]);
});
