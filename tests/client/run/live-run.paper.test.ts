import { expect, test } from 'vitest';
import { laneStatus } from '../../../client/src/rooms/compare/lane-status.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { RunClock } from '../../../client/src/run/run-clock.svelte.ts';
import type { LaneView } from '../../../client/src/run/lane-view.svelte.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { comparisonOf, resultOf, snapshotOf, tickOf } from '../../support/snapshots.ts';

function lane(run: LiveRun, id: string): LaneView {
  const found = run.lane(id);
  if (!found) throw new Error(`no lane ${id}`);
  return found;
}

test('A snapshot puts the page into the middle of the run', () => {
  const run = new LiveRun(
    snapshotOf({
      elapsedMs: 5000,
      samples: [
        sampleOf('one-by-one', { atMs: 500, throughput: 100 }),
        sampleOf('pipeline', { atMs: 1000, throughput: 900 }),
        sampleOf('one-by-one', { atMs: 1500, throughput: 120 }),
      ],
      current: { slice: 3, phase: 'counted', lanes: ['pipeline'] },
      comparisons: [comparisonOf()],
    }),
  );
  expect(lane(run, 'one-by-one').figure).toEqual({ kind: 'live', throughput: 120 });
  expect(lane(run, 'one-by-one').points).toBe(2);
  expect(lane(run, 'pipeline').comparison?.ratio).toBe(12.3);
  expect(run.clock.elapsedMs).toBe(5000);
  expect(run.isCurrent(lane(run, 'pipeline'))).toBe(true);
  expect(run.isCurrent(lane(run, 'one-by-one'))).toBe(false);
});

test('A tick moves the lanes on; one of another run does not', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 700, failed: 2 })] }));
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 900, throughput: 800, failed: 1 })] }));
  run.tick(tickOf({ runId: 'run-0', samples: [sampleOf('pipeline', { atMs: 999, throughput: 1 })] }));
  const pipeline = lane(run, 'pipeline');
  expect(pipeline.figure.throughput).toBe(800);
  expect(pipeline.failed).toBe(3);
  expect(pipeline.points).toBe(2);
});

test('A change of settings takes back what stood until then, until a round of the new ones is over', () => {
  const run = new LiveRun(
    snapshotOf({
      standings: [{ lane: 'pipeline', throughput: { estimate: 900, median: 900 } }],
      comparisons: [comparisonOf()],
    }),
  );
  const pipeline = lane(run, 'pipeline');
  expect(pipeline.comparison?.ratio).toBe(12.3);
  run.tune({ atMs: 700, tuning: { pipeline: 64 }, revision: 1, totalMs: 16_000 });
  expect([pipeline.comparison, pipeline.countedRate, run.best]).toEqual([null, null, undefined]);
  expect(run.totalMs).toBe(16_000);
  run.tick(tickOf({ comparisons: [comparisonOf({ ratio: 40, ci95: null, pairs: 1 })] }));
  expect(pipeline.comparison?.ratio).toBe(40);
});

test('What stands of a lane is stale from a change of settings to its next turn', () => {
  const run = new LiveRun(snapshotOf());
  const pipeline = lane(run, 'pipeline');
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500 })] }));
  expect(run.isStale(pipeline)).toBe(false);
  run.tune({ atMs: 700, tuning: { pipeline: 64 }, revision: 1, totalMs: 16_000 });
  // Of a lane that has not sent there is nothing to be stale.
  expect([run.isStale(pipeline), run.isStale(lane(run, 'one-by-one'))]).toEqual([true, false]);
  const settings = { ...sampleOf('pipeline').settings, revision: 1 };
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 900, settings })] }));
  expect(run.isStale(pipeline)).toBe(false);
});

test('A lane is warming up, waiting, measuring, and done', () => {
  const run = new LiveRun(snapshotOf());
  const [first, second] = [lane(run, 'one-by-one'), lane(run, 'pipeline')];
  const statuses = () => [laneStatus(run, first), laneStatus(run, second)];
  expect(statuses()).toEqual(['waiting', 'waiting']);
  run.tick(tickOf({ current: { slice: 0, phase: 'warmup', lanes: ['one-by-one'] } }));
  expect(statuses()).toEqual(['warmingUp', 'waiting']);
  run.tick(tickOf({ current: { slice: 4, phase: 'counted', lanes: ['pipeline'] } }));
  expect(statuses()).toEqual(['waiting', 'measuring']);
  run.finish(resultOf());
  expect(statuses()).toEqual(['completed', 'completed']);
  expect(laneStatus(null, undefined)).toBe('idle');
});

test('The result replaces the live figures by those to be quoted', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 777, failed: 5 })] }));
  run.finish(resultOf({ comparisons: [comparisonOf({ ratio: 11 })] }, (it) => ({ ...it, failed: 3 })));
  expect(run.state).toBe('completed');
  expect(lane(run, 'pipeline').figure).toEqual({ kind: 'median', throughput: 1000 });
  expect(lane(run, 'pipeline').failed).toBe(3);
  expect(lane(run, 'pipeline').comparison?.ratio).toBe(11);
  expect(run.current).toBeNull();
  run.tick(tickOf({ current: { slice: 9, phase: 'counted', lanes: ['pipeline'] } }));
  expect(run.current).toBeNull();
});

test('A lane that ended before it counted has no figure: its newest moment is none', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 0 })] }));
  run.finish(resultOf({ state: 'stopped' }, (it) => ({ ...it, state: 'stopped', throughput: null })));
  expect(lane(run, 'pipeline').figure).toEqual({ kind: 'none', throughput: null });
});

test('A lane that failed says so at once, and keeps its last figure', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 777 })] }));
  run.failLane('pipeline', { name: 'ReplyError', code: 'OOM', message: 'out of memory', stack: null });
  expect(laneStatus(run, lane(run, 'pipeline'))).toBe('failed');
  expect(lane(run, 'pipeline').error?.message).toBe('out of memory');
  expect(lane(run, 'pipeline').figure.throughput).toBe(777);
  expect(laneStatus(run, lane(run, 'one-by-one'))).toBe('waiting');
});

test('The best lane is one that is told apart from the baseline', () => {
  const plan = { lanes: ['one-by-one', 'lua', 'pipeline', 'multi'].map((strategy) => ({ strategy })) };
  const run = new LiveRun(snapshotOf({}, plan));
  expect(run.best).toBeUndefined();
  run.tick(
    tickOf({
      comparisons: [
        comparisonOf({ lane: 'lua', ratio: 20, ci95: [0.9, 50], outcome: 'inconclusive' }),
        comparisonOf({ lane: 'pipeline', ratio: 9 }),
        comparisonOf({ lane: 'multi', ratio: 8 }),
      ],
    }),
  );
  expect(run.best?.id).toBe('pipeline');
});

test('The clock of a run is in progress between two ticks, and stops with the run', () => {
  let now = 1000;
  const run = new LiveRun(snapshotOf({ elapsedMs: 200 }), new RunClock(() => now));
  now += 300;
  run.clock.tick();
  expect(run.clock.elapsedMs).toBe(500);
  run.tick(tickOf({ elapsedMs: 450 }));
  expect(run.clock.elapsedMs).toBe(450);
  now += 100;
  run.finish(resultOf());
  now += 5000;
  run.clock.tick();
  expect(run.clock.elapsedMs).toBe(550);
});

test('A run that its server has forgotten is lost, not running', () => {
  const run = new LiveRun(snapshotOf({ current: { slice: 0, phase: 'counted', lanes: ['pipeline'] } }));
  run.lose();
  expect(run.running).toBe(false);
  expect(laneStatus(run, lane(run, 'pipeline'))).toBe('lost');
});
