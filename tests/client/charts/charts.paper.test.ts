import { expect, test } from 'vitest';
import { roundUp } from '../../../client/src/charts/axes.ts';
import { besidePoints } from '../../../client/src/charts/free-places.ts';
import { placeLabels } from '../../../client/src/charts/change-marks.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { axesOf, clockAxesOf, placeOf } from '../../../client/src/run/run-axes.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { snapshotOf, tickOf } from '../../support/snapshots.ts';

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

test('By the clock, warm-up ends where the first counted turn of a lane begins, also after a change', () => {
  const run = new LiveRun(snapshotOf({ totalMs: 9000 }));
  const sample = (atMs: number, phase: 'warmup' | 'counted') =>
    sampleOf('pipeline', { atMs, elapsedMs: 100, phase });
  run.tick(tickOf({ totalMs: 9000, samples: [sample(300, 'warmup')] }));
  expect(clockAxesOf(run)).toEqual({ xMax: 9, warmUpEnd: 0.3 });
  run.tick(tickOf({ totalMs: null, samples: [sample(600, 'counted'), sample(2000, 'warmup')] }));
  expect(clockAxesOf(run)).toEqual({ xMax: 2, warmUpEnd: 0.5 });
});

test('In turns a sample stands at its lane’s own time, in a race at the time since the start', () => {
  const sample = sampleOf('pipeline', { atMs: 9000, laneMs: 3000 });
  expect(placeOf('turns')(sample)).toBe(3);
  expect(placeOf('race')(sample)).toBe(9);
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
