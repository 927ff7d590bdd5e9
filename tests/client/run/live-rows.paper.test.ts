import { expect, test } from 'vitest';
import { liveAxesOf } from '../../../client/src/run/clock-frame.ts';
import { liveBar } from '../../../client/src/run/live-bar.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { nextFigureIn } from '../../../client/src/run/next-figure.ts';
import { RunClock } from '../../../client/src/run/run-clock.svelte.ts';
import { sparkPaths } from '../../../client/src/run/spark-paths.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { comparisonOf, snapshotOf, standingOf, tickOf } from '../../support/snapshots.ts';

const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
const sample = (lane: string, slice: number, atMs: number, revision = 0, isCounted = true) =>
  sampleOf(lane, {
    ...{ slice, atMs, elapsedMs: 100, phase: isCounted ? 'counted' : 'warmup' },
    notCounted: isCounted ? null : 'warm-up',
    settings: { ...sampleOf(lane).settings, revision },
  });

test.each([
  [[], { all: '', counted: '' }],
  [[{ rate: 5, notCounted: 'warm-up' }], { all: 'M0 4L0 4', counted: '' }],
  [
    [
      { rate: 5, notCounted: 'warm-up' },
      { rate: 10, notCounted: null },
      { rate: 0, notCounted: null },
    ],
    { all: 'M0 52L0 52L50 4L100 100', counted: 'M50 4L100 100' },
  ],
  [
    [
      { rate: 10, notCounted: null },
      { rate: 10, notCounted: 'change' },
      { rate: 10, notCounted: null },
    ],
    { all: 'M0 4L0 4L50 4L100 4', counted: 'M0 4M100 4' },
  ],
] as const)('A line of %j has what counts apart', (turns, paths) => {
  expect(sparkPaths(turns, 3)).toEqual(paths);
});

test('The interval of a ratio is drawn while the run is in progress', () => {
  const run = new LiveRun(snapshotOf());
  const pipeline = run.lane('pipeline');
  if (!pipeline) throw new Error('no lane');
  run.tick(tickOf({ samples: [sample('one-by-one', 1, 100), sample('pipeline', 1, 200)] }));
  expect(liveBar(run, pipeline).interval).toBe(null);
  run.tick(
    tickOf({
      standings: [standingOf('one-by-one', 100), standingOf('pipeline', 900)],
      comparisons: [comparisonOf({ ci95: [8, 10] })],
    }),
  );
  expect(liveBar(run, pipeline).interval).toEqual([8, 10]);
});

test('Over a long way a row counts down to its next figure, and over a short one it does not', () => {
  let nowMs = 0;
  const runOver = (rttMs: number) =>
    new LiveRun(snapshotOf({}, { lanes, network: { rttMs } }), new RunClock(() => nowMs));
  for (const [rttMs, expected] of [
    [1, [null, null, null]],
    [180, [3, 4, null]],
  ] as const) {
    const run = runOver(rttMs);
    const [lane] = run.lanes;
    if (!lane) throw new Error('no lane');
    const { sliceMs } = run.plan.schedule;
    const first = nextFigureIn(run, lane);
    if (rttMs === 180) expect(first).toBe(Math.ceil((2 * (sliceMs + 4 * 180)) / 1000));
    run.tick(
      tickOf({ elapsedMs: 6000, samples: [sample('one-by-one', 1, 1000), sample('one-by-one', 2, 5000)] }),
    );
    nowMs += 500;
    run.clock.tick();
    expect(nextFigureIn(run, lane)).toBe(expected[1] === null ? null : 3);
    nowMs += 4000;
    run.clock.tick();
    expect(nextFigureIn(run, lane)).toBe(expected[2]);
  }
});

test('After a change, what does not count ends with the first counted turn of the last lane', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sample('one-by-one', 1, 1000), sample('pipeline', 1, 1100)] }));
  run.tune({ atMs: 2000, tuning: { clients: 5 }, revision: 1, totalMs: 16_000 });
  run.tick(
    tickOf({ samples: [sample('one-by-one', 2, 2500, 1, false), sample('pipeline', 2, 2600, 1, false)] }),
  );
  expect(liveAxesOf(run).uncounted).toEqual([[2, 2.6]]);
  run.tick(tickOf({ samples: [sample('one-by-one', 3, 3000, 1)] }));
  expect(liveAxesOf(run).uncounted).toEqual([[2, 3]]);
  run.tick(tickOf({ samples: [sample('pipeline', 3, 3100, 1), sample('one-by-one', 4, 3500, 1)] }));
  expect(liveAxesOf(run).uncounted).toEqual([[2, 3]]);
});

test('Of a run without an end the newest minute is seen', () => {
  const run = new LiveRun(snapshotOf({ totalMs: null }, { lanes, schedule: { untilStopped: true } }));
  run.tick(tickOf({ totalMs: null, samples: [sample('one-by-one', 1, 1000)] }));
  expect(liveAxesOf(run)).toMatchObject({ xMin: 0, xMax: 20 });
  run.tick(tickOf({ totalMs: null, samples: [sample('one-by-one', 2, 90_000)] }));
  expect(liveAxesOf(run)).toMatchObject({ xMin: 30, xMax: 90 });
});
