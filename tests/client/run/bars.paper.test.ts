import { expect, test } from 'vitest';
import { axisEnd, barTicks } from '../../../client/src/run/bar-scale.ts';
import { laneChange, laneChangeInWords } from '../../../client/src/run/lane-change.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { en } from '../../../client/src/messages/en.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { comparisonOf, snapshotOf, tickOf } from '../../support/snapshots.ts';

const standing = (lane: string, estimate: number) => ({ lane, throughput: { estimate, median: estimate } });
const valuesOf = (run: LiveRun) => run.lanes.map((lane) => run.barOf(lane).value);

test('Bars are empty until every lane has had a counted turn, and × the baseline from then on', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ standings: [standing('one-by-one', 100)] }));
  expect([run.hasRound, valuesOf(run), run.bars.most]).toEqual([false, [null, null], 0]);
  run.tick(tickOf({ standings: [standing('pipeline', 900)] }));
  expect([run.hasRound, valuesOf(run), run.bars]).toEqual([true, [1, 9], { unit: 'ratio', most: 10 }]);
});

test('The axis only grows', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ standings: [standing('one-by-one', 100), standing('pipeline', 900)] }));
  run.tick(tickOf({ standings: [standing('pipeline', 200)] }));
  expect([valuesOf(run), run.bars.most]).toEqual([[1, 2], 10]);
  run.tick(tickOf({ standings: [standing('pipeline', 1900)] }));
  expect(run.bars.most).toBe(20);
});

test('A lane that failed is not waited for, and bars are rates where the baseline has none', () => {
  const run = new LiveRun(snapshotOf());
  run.failLane('one-by-one', { name: 'Error', message: 'lost', code: null, stack: null });
  run.tick(tickOf({ standings: [standing('pipeline', 900)] }));
  expect([valuesOf(run), run.bars]).toEqual([[null, 900], { unit: 'rate', most: 1000 }]);
});

test.each([
  [0, 0, []],
  [1, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [12.4, 15, [0, 5, 10, 15]],
  [961, 1000, [0, 200, 400, 600, 800, 1000]],
])('An axis that reaches %d ends at %d, with the ticks %j', (value, end, ticks) => {
  expect(axisEnd(value)).toBe(end);
  expect(barTicks(end).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
});

test('A change of the batch size says what it did to the lanes that have batches, and to no other', () => {
  const run = new LiveRun(snapshotOf());
  const turn = (slice: number, rate: number, revision: number) =>
    (['one-by-one', 'pipeline'] as const).map((lane) =>
      sampleOf(lane, {
        ...{ slice, throughput: rate, completed: rate, elapsedMs: 1000, laneMs: 1000 * slice },
        ...{ atMs: 1000 * slice, settings: { ...sampleOf(lane).settings, revision } },
      }),
    );
  run.tick(tickOf({ samples: [...turn(1, 100, 0), ...turn(2, 120, 0)] }));
  run.tune({ atMs: 2500, tuning: { pipeline: 64 }, revision: 1, totalMs: 16_000 });
  const [baseline, pipeline] = run.lanes;
  if (!baseline || !pipeline) throw new Error('two lanes');
  const change = () => laneChange(run, pipeline, true);
  expect(change()).toMatchObject({ from: { pipeline: 16 }, to: { pipeline: 64 }, before: 110, ratio: null });
  expect(laneChange(run, baseline, false)).toBeNull();
  run.tick(tickOf({ samples: [...turn(3, 160, 1), ...turn(4, 170, 1)], comparisons: [comparisonOf()] }));
  const found = change();
  expect(found && laneChangeInWords(found, en)).toBe('batch 16 → batch 64: × 1.5');
});
