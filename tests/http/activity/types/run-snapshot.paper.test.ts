import { expect, test } from 'vitest';
import { snapshotSamples } from '../../../../shared/limits.ts';
import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../../shared/contract/live.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { reduceRun } from '../../../../server/http/activity/types/run-snapshot.ts';
import { anEnvironment } from '../../../support/a-result.ts';
import { sampleOf, ScriptedRun } from '../../../support/fake-engine.ts';
import { smallPlan } from '../../../support/build-app.ts';

const plan = parsePlan(smallPlan);
const started: RunEvent = {
  type: 'run-started',
  runId: 'r1',
  startedAt: '2026-01-01T00:00:00.000Z',
  plan,
  environment: anEnvironment,
  totalMs: 5000,
};

function replay(events: readonly RunEvent[]): RunSnapshot {
  const run = events.reduce<RunSnapshot | null>(reduceRun, null);
  if (!run) throw new Error('no run');
  return run;
}

test('before a run there is nothing to know', () => {
  expect(reduceRun(null, { type: 'sample', sample: sampleOf('a') })).toBeNull();
});

test('a run begins empty and running', () => {
  expect(replay([started])).toMatchObject({
    runId: 'r1',
    state: 'running',
    totalMs: 5000,
    samples: [],
    current: null,
    result: null,
  });
});

test('each event adds what it tells', () => {
  const error = { name: 'Error', code: null, message: 'gone', stack: null };
  const run = replay([
    started,
    { type: 'slice-started', slice: 3, phase: 'counted', lanes: ['pipeline'] },
    { type: 'sample', sample: sampleOf('pipeline', { slice: 3 }) },
    { type: 'standing', standings: [{ lane: 'pipeline', throughput: null }], comparisons: [] },
    { type: 'tuned', atMs: 9, tuning: { pipeline: 64 }, revision: 1, totalMs: 7000 },
    { type: 'lane-failed', lane: 'one-by-one', error },
  ]);
  expect(run.current).toEqual({ slice: 3, phase: 'counted', lanes: ['pipeline'] });
  expect(run.samples).toHaveLength(1);
  // They were of settings that no longer hold.
  expect(run.standings).toEqual([]);
  expect(run.tunings).toEqual([{ atMs: 9, tuning: { pipeline: 64 } }]);
  // The round began again, so the run takes longer.
  expect(run.totalMs).toBe(7000);
  expect(run.failures).toEqual([{ lane: 'one-by-one', error }]);
});

test('the end keeps the samples and brings the result', () => {
  const events: RunEvent[] = [started, { type: 'sample', sample: sampleOf('pipeline') }];
  new ScriptedRun('r1', plan, (event) => events.push(event)).finish('stopped');
  expect(replay(events)).toMatchObject({
    state: 'stopped',

    current: null,
    result: { id: 'r1' },
  });
  expect(replay(events).samples).toHaveLength(1);
});

test('a new run replaces the one before', () => {
  const run = replay([started, { type: 'sample', sample: sampleOf('a') }, { ...started, runId: 'r2' }]);
  expect(run).toMatchObject({ runId: 'r2', samples: [] });
});

test('the state before stays as it was', () => {
  const before = replay([started]);
  reduceRun(before, { type: 'sample', sample: sampleOf('a') });
  expect(before.samples).toEqual([]);
});

test('only the newest samples of each lane are kept', () => {
  const many = Array.from({ length: snapshotSamples + 5 }, (_, slice): RunEvent => ({
    type: 'sample',
    sample: sampleOf('a', { slice }),
  }));
  const { samples } = replay([started, { type: 'sample', sample: sampleOf('b', { slice: -1 }) }, ...many]);
  const ofA = samples.filter(({ lane }) => lane === 'a').map(({ slice }) => slice);
  expect(ofA).toHaveLength(snapshotSamples);
  expect([ofA[0], ofA.at(-1)]).toEqual([5, snapshotSamples + 4]);
  expect(samples[0]).toMatchObject({ lane: 'b', slice: -1 });
});
