import { expect, test } from 'vitest';
import { axisEnd, barTicks } from '../../../client/src/run/bar-scale.ts';
import { laneChange, laneChangeInWords } from '../../../client/src/run/lane-change.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { en } from '../../../client/src/messages/en.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { comparisonOf, resultOf, snapshotOf, standingOf, tickOf } from '../../support/snapshots.ts';

const twoLanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
const valuesOf = (run: LiveRun) => run.lanes.map((lane) => run.barOf(lane).value);

test('Bars are drawn from the first samples on, and anew × the baseline once turns count', () => {
  const run = new LiveRun(snapshotOf());
  const sample = (lane: string, atMs: number, throughput: number) =>
    sampleOf(lane, { atMs, throughput, phase: 'warmup' });
  run.tick(tickOf({ samples: [sample('pipeline', 100, 900)] }));
  expect([valuesOf(run), run.bars.most]).toEqual([[null, null], 0]);
  run.tick(tickOf({ samples: [sample('one-by-one', 200, 45)] }));
  expect([valuesOf(run), run.bars]).toEqual([[1, 20], { unit: 'ratio', most: 20 }]);
  expect(run.lanes.map((lane) => run.barOf(lane).counts)).toEqual([false, false]);
  run.tick(tickOf({ standings: [standingOf('one-by-one', 100), standingOf('pipeline', 900)] }));
  expect([valuesOf(run), run.bars]).toEqual([[1, 9], { unit: 'ratio', most: 9 }]);
  expect(run.lanes.map((lane) => run.barOf(lane).counts)).toEqual([true, true]);
});

test('After a change a bar waits for a turn of the baseline with the same settings', () => {
  const run = new LiveRun(snapshotOf());
  const sample = (lane: string, atMs: number, throughput: number, revision: number) =>
    sampleOf(lane, { slice: atMs, atMs, throughput, settings: { ...sampleOf(lane).settings, revision } });
  run.tick(tickOf({ samples: [sample('one-by-one', 100, 50, 0), sample('pipeline', 200, 500, 0)] }));
  run.tune({ atMs: 250, tuning: { clients: 5 }, revision: 1, totalMs: 16_000 });
  run.tick(tickOf({ samples: [sample('pipeline', 300, 300, 1)] }));
  expect(valuesOf(run)).toEqual([null, null]);
  run.tick(tickOf({ samples: [sample('one-by-one', 400, 30, 1)] }));
  expect(valuesOf(run)).toEqual([1, 10]);
});

test('The axis only grows', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ standings: [standingOf('one-by-one', 100), standingOf('pipeline', 900)] }));
  run.tick(tickOf({ standings: [standingOf('one-by-one', 100), standingOf('pipeline', 200)] }));
  expect([valuesOf(run), run.bars.most]).toEqual([[1, 2], 9]);
  run.tick(tickOf({ standings: [standingOf('one-by-one', 100), standingOf('pipeline', 1900)] }));
  expect(run.bars.most).toBe(19);
});

test('A lane that failed is not waited for, and bars are rates where the baseline has none', () => {
  const run = new LiveRun(snapshotOf());
  run.failLane('one-by-one', { name: 'Error', message: 'lost', code: null, stack: null });
  run.tick(tickOf({ standings: [standingOf('pipeline', 900)] }));
  expect([valuesOf(run), run.bars]).toEqual([[null, 900], { unit: 'rate', most: 900 }]);
});

test.each([
  [0, 0, []],
  [1, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [14.2, 15, [0, 5, 10, 15]],
  [15.2, 16, [0, 5, 10, 15]],
  [0.97, 0.97, [0, 0.2, 0.4, 0.6, 0.8]],
  [961, 970, [0, 200, 400, 600, 800]],
  [100.5, 110, [0, 20, 40, 60, 80, 100]],
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
  expect(change()).toMatchObject({ from: { pipeline: 16 }, to: { pipeline: 64 }, ratio: null });
  const beforeIt = { before: 110, baselineBefore: 110 };
  expect(change()).toMatchObject(beforeIt);
  expect(laneChange(run, baseline, false)).toBeNull();
  run.tick(tickOf({ samples: [...turn(3, 160, 1), ...turn(4, 170, 1)], comparisons: [comparisonOf()] }));
  const found = change();
  // What a bar was keeps its unit when the baseline has a turn with the new settings.
  expect(found).toMatchObject(beforeIt);
  expect(found && laneChangeInWords(found, en)).toBe('batch 16 → batch 64: × 1.5');
});

test('The turn in which a slider moved is in neither figure, and an ended run has an interval', () => {
  const run = new LiveRun(snapshotOf({}, { network: { rttMs: 100, jitterMs: 0 }, lanes: twoLanes }));
  const turns = (rates: readonly number[], from: number, revision: number) =>
    rates.map((throughput, index) =>
      sampleOf('pipeline', {
        ...{ slice: from + index, throughput, elapsedMs: 1000, atMs: 1000 * (from + index) },
        settings: { ...sampleOf('pipeline').settings, revision },
      }),
    );
  const [cut] = turns([504], 4, 0);
  if (!cut) throw new Error('a turn');
  run.tick(tickOf({ samples: [...turns([1590, 1600, 1610], 1, 0), { ...cut, notCounted: 'change' }] }));
  run.tune({ atMs: 3500, tuning: { network: { rttMs: 500, jitterMs: 0 } }, revision: 1, totalMs: 16_000 });
  run.tick(tickOf({ samples: turns([318, 320, 322], 5, 1) }));
  const [, pipeline] = run.lanes;
  if (!pipeline) throw new Error('two lanes');
  expect(laneChange(run, pipeline, true)).toMatchObject({ before: 1600, ratio: { ratio: 0.2, ci95: null } });
  const slices = [318, 320, 322];
  run.finish(resultOf({ tunings: [...run.tunings], lanes: { 'one-by-one': slices, pipeline: slices } }));
  const { ratio, ci95 } = laneChange(run, pipeline, true)?.ratio ?? { ratio: NaN, ci95: null };
  expect(ratio).toBeCloseTo(0.2, 9);
  expect(ci95?.map((end) => Number(end.toFixed(2)))).toEqual([0.18, 0.22]);
});
