import { expect, test } from 'vitest';
import { roundUp } from '../../../client/src/charts/axes.ts';
import { besidePoints } from '../../../client/src/charts/free-places.ts';
import { placeLabels } from '../../../client/src/charts/change-marks.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { axesOf, placeOf } from '../../../client/src/run/run-axes.ts';
import type { Point } from '../../../client/src/charts/series.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { snapshotOf, tickOf } from '../../support/snapshots.ts';

const point = (atSeconds: number, laneSeconds: number, throughput = 50, warmup = false): Point => ({
  atSeconds,
  laneSeconds,
  spanSeconds: 1,
  throughput,
  p50Ms: null,
  p99Ms: null,
  spread: null,
  effectiveBatch: null,
  clientCpu: null,
  serverCpu: null,
  eventLoop: null,
  bytesOut: null,
  bystanderP99Ms: null,
  warmup,
  slice: 0,
  revision: 0,
});

test('Texts beside points cover none of each other; what the answer needs is placed first', () => {
  const text = { y: 50, width: 40, height: 14, away: 8, needed: false };
  const area = { left: 0, right: 200, top: -200, bottom: 200 };
  const [first, needed, third] = besidePoints(
    [
      { ...text, x: 60 },
      { ...text, x: 70, needed: true },
      { ...text, x: 150 },
    ],
    area,
    [],
  );
  expect(needed).toEqual({ left: 78, bottom: 47 });
  expect(first).toEqual({ left: 12, bottom: 47 });
  expect(third).toEqual({ left: 158, bottom: 47 });
  expect(besidePoints([{ ...text, x: 190 }], area, [])).toEqual([{ left: 142, bottom: 47 }]);
});

const plot = { left: 0, right: 200, top: 0, bottom: 100 };

test('A text covers no line: it stands on the other side of its point, or further away where it is needed', () => {
  const text = { x: 60, y: 50, width: 40, height: 14, away: 8, needed: false };
  const rising = { from: { x: 60, y: 50 }, to: { x: 160, y: 0 } };
  expect(besidePoints([text], plot, [rising])).toEqual([{ left: 12, bottom: 47 }]);
  const level = [{ from: { x: 0, y: 50 }, to: { x: 200, y: 50 } }];
  expect(besidePoints([text], plot, level)).toEqual([{ left: 68, bottom: 47 }]);
  const through = [40, 60].map((y) => ({ from: { x: 0, y }, to: { x: 200, y } }));
  expect(besidePoints([text], plot, through)).toEqual([null]);
  expect(besidePoints([{ ...text, needed: true }], plot, through)).toEqual([{ left: 68, bottom: 33 }]);
});

test('Where there is no room a text is left out, unless it is needed', () => {
  const crowd = Array.from({ length: 6 }, () => ({
    x: 60,
    y: 50,
    width: 40,
    height: 14,
    away: 8,
    needed: false,
  }));
  const placed = besidePoints(crowd, plot, []);
  expect(placed.filter((place) => place !== null)).toHaveLength(4);
  const needed = besidePoints(
    crowd.map((text) => ({ ...text, needed: true })),
    plot,
    [],
  );
  expect(needed).not.toContain(null);
});

test.each([
  [0, 1],
  [NaN, 1],
  [1, 1],
  [99, 100],
  [101, 120],
  [290_000, 300_000],
  [801_000, 1_000_000],
])('An axis that holds %d reaches to %d', (value, end) => {
  expect(roundUp(value)).toBe(end);
});

test('The axes are as long as the plan says before the first sample', () => {
  const run = new LiveRun(snapshotOf());
  expect(axesOf(run)).toEqual({ xMax: 7, warmUpEnd: 2 });
});

test('The axes hold what was measured, and the warm-up ends where it did', () => {
  const run = new LiveRun(snapshotOf());
  const sample = (laneMs: number, phase: 'warmup' | 'counted') =>
    sampleOf('pipeline', { laneMs, atMs: 2 * laneMs, phase, throughput: 2000 });
  run.tick(tickOf({ samples: [sample(2300, 'warmup'), sample(7400, 'counted')] }));
  expect(axesOf(run)).toEqual({ xMax: 7.4, warmUpEnd: 2.3 });
});

test('In turns a point stands at its lane’s own time, in a race at the time since the start', () => {
  expect(placeOf('turns')(point(9, 3))).toBe(3);
  expect(placeOf('race')(point(9, 3))).toBe(9);
});

test('Labels stand at their places, in a row where they run into no other, and within the plot', () => {
  const label = (x: number, text = 'batch 64') => ({ text, x, width: 50 });
  const room = { left: 0, right: 300, taken: 100 };
  const rows = (...places: number[]) =>
    placeLabels(
      places.map((x) => label(x)),
      room,
    ).map(({ x, row }) => [x, row]);
  expect(rows(150, 220)).toEqual([
    [150, 0],
    [220, 0],
  ]);
  expect(rows(20, 30, 40)).toEqual([
    [20, 1],
    [30, 2],
  ]);
  expect(rows(290)).toEqual([[250, 0]]);
});
