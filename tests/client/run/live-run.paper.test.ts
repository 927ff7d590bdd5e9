import { expect, test } from 'vitest';
import { laneStatus } from '../../../client/src/run/lane-status.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { RunClock } from '../../../client/src/run/run-clock.svelte.ts';
import type { LaneView } from '../../../client/src/run/lane-view.svelte.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { comparisonOf, resultOf, snapshotOf, standingOf, tickOf } from '../../support/snapshots.ts';

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
        sampleOf('one-by-one', { slice: 1, atMs: 1500, throughput: 120 }),
      ],
      current: { slice: 3, phase: 'counted', lanes: ['pipeline'] },
      standings: [standingOf('one-by-one', 100, 2), standingOf('pipeline', 900, 3)],
      comparisons: [comparisonOf()],
    }),
  );
  expect(run.figuresOf(lane(run, 'one-by-one'))).toEqual({
    ...{ now: 120, estimate: 100, counted: 2, provisional: null, ratio: null, isFinal: false },
  });
  expect(run.figuresOf(lane(run, 'pipeline'))).toMatchObject({
    ...{ now: 900, estimate: 900, counted: 3, ratio: { ratio: 9, ci95: [9, 12.8], pairs: 8 } },
  });
  expect(lane(run, 'one-by-one').points).toBe(2);
  expect(run.clock.elapsedMs).toBe(5000);
  expect(run.isCurrent(lane(run, 'pipeline'))).toBe(true);
  expect(run.isCurrent(lane(run, 'one-by-one'))).toBe(false);
});

test('A tick moves the lanes on; one of another run does not', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 700, failed: 2 })] }));
  run.tick(tickOf({ samples: [sampleOf('pipeline', { slice: 1, atMs: 900, throughput: 800, failed: 1 })] }));
  run.tick(tickOf({ runId: 'run-0', samples: [sampleOf('pipeline', { atMs: 999, throughput: 1 })] }));
  const pipeline = lane(run, 'pipeline');
  expect(run.figuresOf(pipeline)).toMatchObject({ now: 800, provisional: 800, estimate: null, counted: 0 });
  expect(pipeline.failed).toBe(3);
  expect(pipeline.points).toBe(2);
});

const bothStand = [standingOf('one-by-one', 100), standingOf('pipeline', 900)];

test('A change of settings takes back what stood until then, until a round of the new ones is over', () => {
  const run = new LiveRun(snapshotOf({ standings: bothStand, comparisons: [comparisonOf()] }));
  const pipeline = lane(run, 'pipeline');
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 900 })] }));
  expect(run.figuresOf(pipeline)).toMatchObject({ estimate: 900, ratio: { ratio: 9 } });
  run.tune({ atMs: 700, tuning: { pipeline: 64 }, revision: 1, totalMs: 16_000 });
  expect(run.figuresOf(pipeline)).toMatchObject({ now: 900, estimate: null, provisional: null, ratio: null });
  expect([run.best, run.totalMs]).toEqual([undefined, 16_000]);
  const settings = { ...sampleOf('pipeline').settings, revision: 1 };
  const cut = sampleOf('pipeline', { slice: 1, atMs: 750, throughput: 1500, notCounted: 'change' });
  run.tick(tickOf({ samples: [{ ...cut, settings }] }));
  expect(run.figuresOf(pipeline)).toMatchObject({ now: 900, provisional: null });
  run.tick(tickOf({ samples: [sampleOf('pipeline', { slice: 2, atMs: 990, throughput: 3900, settings })] }));
  expect(run.figuresOf(pipeline)).toMatchObject({ now: 3900, provisional: 3900, ratio: null });
  run.tick(
    tickOf({
      standings: [standingOf('one-by-one', 100, 1), standingOf('pipeline', 4000, 1)],
      comparisons: [comparisonOf({ ci95: null, pairs: 1 })],
    }),
  );
  expect(run.figuresOf(pipeline)).toMatchObject({ estimate: 4000, counted: 1, ratio: { ratio: 40 } });
});

test('A comparison that the server no longer makes leaves the board with its rates', () => {
  const run = new LiveRun(snapshotOf({ standings: bothStand, comparisons: [comparisonOf()] }));
  run.tick(tickOf({ standings: [standingOf('one-by-one', 100, 9), standingOf('pipeline', 3200, 9)] }));
  expect(run.figuresOf(lane(run, 'pipeline'))).toMatchObject({ estimate: 3200, ratio: null });
});

test('The rate of now is that of the newest turn, of a long one its last quarter of a second', () => {
  const run = new LiveRun(snapshotOf());
  const part = (slice: number, atMs: number, elapsedMs: number, throughput: number) =>
    sampleOf('pipeline', { slice, atMs, elapsedMs, throughput });
  const nowAfter = (...samples: ReturnType<typeof part>[]) => {
    run.tick(tickOf({ samples }));
    return run.figuresOf(lane(run, 'pipeline')).now;
  };
  expect(nowAfter(part(0, 125, 125, 500))).toBe(500);
  expect(nowAfter(part(1, 400, 250, 1000), part(1, 450, 50, 400))).toBe(900);
  expect(nowAfter(part(1, 700, 250, 2000))).toBe(2000);
  expect(
    lane(run, 'pipeline')
      .newestTurns()
      .map(({ rate }) => Math.round(rate)),
  ).toEqual([500, 1400]);
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
  const lanes = { 'one-by-one': 1000, pipeline: { perSecond: 12_000, failures: { OOM: 3 } } };
  run.finish(resultOf({ lanes, comparisons: [comparisonOf({ ratio: 11 })] }));
  expect(run.state).toBe('completed');
  expect(run.figuresOf(lane(run, 'pipeline'))).toMatchObject({ isFinal: true });
  expect(run.figuresOf(lane(run, 'pipeline')).estimate).toBeCloseTo(12_000, -2);
  expect(lane(run, 'pipeline').failed).toBe(3);
  expect(run.figuresOf(lane(run, 'pipeline')).ratio?.ratio).toBeCloseTo(12, 1);
  expect(run.current).toBeNull();
  run.tick(tickOf({ current: { slice: 9, phase: 'counted', lanes: ['pipeline'] } }));
  expect(run.current).toBeNull();
});

test.each(['stopped', 'lost'] as const)(
  'A run that is %s before it counted keeps what was received',
  (end) => {
    const run = new LiveRun(snapshotOf());
    run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 700 })] }));
    if (end === 'lost') run.lose();
    else
      run.finish(
        resultOf({
          lanes: { 'one-by-one': { perSecond: [], state: end }, pipeline: { perSecond: [], state: end } },
        }),
      );
    expect(run.figuresOf(lane(run, 'pipeline'))).toEqual({
      ...{ now: 700, estimate: null, counted: 0, provisional: 700, ratio: null, isFinal: end === 'stopped' },
    });
  },
);

test('A lane that failed says so at once, and keeps its last figure', () => {
  const run = new LiveRun(snapshotOf());
  run.tick(tickOf({ samples: [sampleOf('pipeline', { atMs: 500, throughput: 777 })] }));
  run.failLane('pipeline', { name: 'ReplyError', code: 'OOM', message: 'out of memory', stack: null });
  expect(laneStatus(run, lane(run, 'pipeline'))).toBe('failed');
  expect(lane(run, 'pipeline').error?.message).toBe('out of memory');
  expect(run.figuresOf(lane(run, 'pipeline')).provisional).toBe(777);
  expect(laneStatus(run, lane(run, 'one-by-one'))).toBe('waiting');
});

test('The best lane has the largest ratio so far, and in the end is one that is told apart', () => {
  const plan = { lanes: ['one-by-one', 'lua', 'pipeline', 'multi'].map((strategy) => ({ strategy })) };
  const run = new LiveRun(snapshotOf({}, plan));
  expect(run.best).toBeUndefined();
  const rates = { 'one-by-one': 100, lua: 2000, pipeline: 900, multi: 800 };
  const comparisons = [
    comparisonOf({ lane: 'lua', ratio: 20, ci95: [0.9, 50], outcome: 'inconclusive' }),
    comparisonOf({ lane: 'pipeline', ratio: 9 }),
    comparisonOf({ lane: 'multi', ratio: 8 }),
  ];
  run.tick(
    tickOf({ standings: Object.entries(rates).map(([id, rate]) => standingOf(id, rate)), comparisons }),
  );
  expect(run.best?.id).toBe('lua');
  run.finish(resultOf({ comparisons }));
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
