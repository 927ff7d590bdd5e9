import { expect, test } from 'vitest';
import { snapshotSamples } from '../../../shared/limits.ts';
import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { shortNumber, SampleLog, type Cursor } from '../../../server/http/activity/sample-log.ts';
import { reduceRun } from '../../../server/http/activity/types/run-snapshot.ts';
import { smallPlan } from '../../support/build-app.ts';
import { anEnvironment } from '../../support/a-result.ts';
import { sampleOf, ScriptedRun } from '../../support/fake-engine.ts';

const started: RunEvent = {
  type: 'run-started',
  runId: 'r1',
  startedAt: '2026-01-01T00:00:00.000Z',
  plan: parsePlan(smallPlan),
  environment: anEnvironment,
  totalMs: 5000,
};
const slices = Array.from({ length: 100 }, (_, index) => 1000.123456 + index);
const throughput = {
  estimate: 1050.123456,
  median: 1050.123456,
  mean: 1050,
  stddev: 29.011491975882016,
  cv: 0.03,
  ci95: null,
  slices,
};
const standing: Extract<RunEvent, { type: 'standing' }> = {
  type: 'standing',
  standings: [{ lane: 'pipeline', throughput }],
  comparisons: [
    { lane: 'pipeline', baseline: 'one-by-one', ratio: 12.3456789, ci95: null, outcome: 'faster', pairs: 9 },
  ],
};
const sample: RunEvent = { type: 'sample', sample: sampleOf('pipeline', { throughput: 12.3456789 }) };

/** A log of these events, and the snapshot that a board has after them. */
function logOf(...events: RunEvent[]) {
  const log = new SampleLog();
  let run: RunSnapshot | null = null;
  const append = (...more: RunEvent[]) => {
    for (const event of more) {
      run = reduceRun(run, event);
      log.append(event);
    }
  };
  const snapshot = (elapsedMs = 0): RunSnapshot => {
    if (!run) throw new Error('no run');
    return { ...run, elapsedMs };
  };
  append(...events);
  return {
    append,
    snapshot,
    end: (elapsedMs = 0) => log.end(snapshot(elapsedMs)),
    hasNews: (cursor: Cursor, elapsedMs = 0) => log.hasNews(cursor, snapshot(elapsedMs)),
    tickSince: (cursor: Cursor) => log.tickSince(cursor, snapshot()),
    whole: () => log.snapshot(snapshot()),
  };
}

const sampleAt = (atMs: number, lane = 'pipeline'): RunEvent => ({
  type: 'sample',
  sample: sampleOf(lane, { atMs }),
});

test('viewers are sent how latencies spread; a sample of an older engine has nothing of it', () => {
  const latencySpread = { from: 40, perMille: [989, 0, 11] };
  const log = logOf(
    started,
    { type: 'sample', sample: sampleOf('pipeline', { latencySpread }) },
    sampleAt(200),
  );
  expect(log.whole().samples.map((sent) => sent.latencySpread)).toEqual([latencySpread, undefined]);
});

test('standings and comparisons are sent once, and of a standing its rate and how many turns it is of', () => {
  const log = logOf(started);
  const before = log.end();
  log.append(standing);
  const tick = log.tickSince(before);
  expect(tick?.standings).toEqual([
    { lane: 'pipeline', throughput: { estimate: 1050, median: 1050, counted: 100 } },
  ]);
  expect(tick?.comparisons).toMatchObject([{ ratio: 12.35, outcome: 'faster' }]);
  const after = log.end();
  log.append(sample);
  expect(log.tickSince(after)).toMatchObject({ standings: [], comparisons: [], samples: [{}] });
});

test('standings that a change of settings has made void are not sent after it', () => {
  const log = logOf(started);
  const before = log.end();
  log.append(standing, { type: 'tuned', atMs: 5, tuning: { pipeline: 8 }, revision: 1, totalMs: 5000 });
  expect(log.hasNews(before)).toBe(true);
  expect(log.tickSince(before)).toMatchObject({ standings: [], comparisons: [] });
});

test('the last comparisons come with the last tick, without the standings that were sent before', () => {
  const log = logOf(started, standing);
  const before = log.end();
  new ScriptedRun('r1', parsePlan(smallPlan), (event) => {
    const { comparisons } = standing;
    log.append(
      event.type === 'run-finished' ? { ...event, result: { ...event.result, comparisons } } : event,
    );
  }).announceEnd();
  expect(log.hasNews(before)).toBe(true);
  expect(log.tickSince(before)).toMatchObject({
    standings: [],
    comparisons: [{ ratio: 12.35 }],
    current: null,
  });
});

test('samples are sent with short numbers, in a tick and to those who come in', () => {
  const log = logOf(started);
  const before = log.end();
  log.append(sample);
  expect(log.tickSince(before)?.samples).toMatchObject([{ throughput: 12.35 }]);
  expect(log.whole().samples).toMatchObject([{ throughput: 12.35 }]);
  expect(log.snapshot().samples).toMatchObject([{ throughput: 12.3456789 }]);
});

test('of a sample, what pages draw is sent: of its latencies three figures, of its failures their number', () => {
  const figures = { mean: 1, min: 0.5, p50: 0.9, p95: 2, p99: 3, p999: 4, max: 5 };
  const full = sampleOf('pipeline', {
    failed: 2,
    failures: { OOM: 2 },
    latencyMs: { command: figures, batch: null, response: figures },
  });
  const sent = (one: Sample) => logOf(started, { type: 'sample', sample: one }).whole().samples[0];
  const live = sent(full);
  const three = { mean: 1, p50: 0.9, p99: 3 };
  expect(live?.latencyMs).toEqual({ command: three, batch: null, response: three });
  expect(live).toMatchObject({ failed: 2, settings: { revision: 0, pipeline: full.settings.pipeline } });
  expect(live).not.toHaveProperty('failures');
  expect(Object.keys(live?.client ?? {})).toEqual(['cpu', 'eventLoopUtilisation']);
  const batches = { ...full, latencyMs: { command: figures, batch: figures, response: null } };
  expect(sent(batches)?.latencyMs).toEqual({ command: three, batch: { mean: 1 } });
});

test('of what the server says, a sample has its CPU, and its nodes where there are several', () => {
  const cluster = { nodes: [{ name: 'a:1', calls: 5, cpu: 0.123456 }], redirections: null };
  const figures = { cpu: 0.987654, cpuMicrosPerCommand: 1.5, evictedKeys: 3 };
  const of = { ...figures, ...{ reads: 1, writes: 1, calls: 1, commandsPerRead: 1, usedMemoryBytes: 1 } };
  const sent = (server: Sample['server']) =>
    logOf(started, { type: 'sample', sample: sampleOf('pipeline', { server }) }).whole().samples[0]?.server;
  expect(sent(of)).toEqual({ cpu: 0.9877, cpuMicrosPerCommand: 1.5 });
  expect(sent({ ...of, cluster })).toEqual({
    ...{ cpu: 0.9877, cpuMicrosPerCommand: 1.5 },
    cluster: { ...cluster, nodes: [{ name: 'a:1', calls: 5, cpu: 0.1235 }] },
  });
  expect(sent(null)).toBeNull();
});

test('slots that were moved are in each tick from then on, and in none before', () => {
  const log = logOf(started);
  const before = log.end();
  expect(log.tickSince(before)).not.toHaveProperty('slotsMoved');
  const slots: [number, number] = [0, 99];
  const moved = { atMs: 5, tookMs: 2, from: 'a:1', to: 'b:1', slots, keys: 3 };
  log.append({ type: 'slots-moved', moved });
  expect(log.tickSince(before)?.slotsMoved).toEqual([moved]);
  expect(log.tickSince(log.end())?.slotsMoved).toEqual([moved]);
});

test.each([
  ['every eighth older one', { untilStopped: true }, 121 + Math.ceil(179 / 8)],
  ['all, where a run ends by itself', {}, 300],
])('who joins after 5 min gets the samples of the newest 2 min, and %s', (_, schedule, each) => {
  const lanes = ['one-by-one', 'pipeline'];
  const plan = parsePlan({ ...smallPlan, schedule });
  const samples = Array.from({ length: 300 }, (_, second) =>
    lanes.map((lane): RunEvent => ({
      type: 'sample',
      sample: sampleOf(lane, { atMs: 1000 * (second + 1) }),
    })),
  ).flat();
  const { whole } = logOf({ ...started, plan }, ...samples);
  for (const lane of lanes) expect(whole().samples.filter((one) => one.lane === lane)).toHaveLength(each);
});

test('a viewer gets what came after the sample that it got last', () => {
  const log = logOf(started);
  const cursors = [log.end()];
  for (const [index, lane] of ['a', 'b', 'a'].entries()) {
    log.append(sampleAt(index, lane));
    cursors.push(log.end());
  }
  const times = cursors.map((cursor) => log.tickSince(cursor)?.samples.map(({ atMs }) => atMs));
  expect(times).toEqual([[0, 1, 2], [1, 2], [2], []]);
});

test('a viewer that missed a sample which is no longer kept gets no tick; one that had it does', () => {
  const log = logOf(started);
  const before = log.end();
  log.append(sampleAt(0), sampleAt(1, 'other'));
  const after = log.end();
  for (let atMs = 2; atMs <= snapshotSamples + 1; atMs++) log.append(sampleAt(atMs));
  expect(log.tickSince(before)).toBeNull();
  expect(log.tickSince(after)?.samples).toHaveLength(snapshotSamples);
  // The newest of each lane are kept: the only one of the other as well.
  expect(log.whole().samples.filter(({ lane }) => lane === 'other')).toHaveLength(1);
  expect(log.whole().samples).toHaveLength(snapshotSamples + 1);
});

test('an older sample of another lane that is dropped later brings back nothing that a viewer missed', () => {
  const log = logOf(started, sampleAt(0, 'slow'));
  const before = log.end();
  for (let atMs = 0; atMs <= snapshotSamples; atMs++) log.append(sampleAt(atMs, 'fast'));
  expect(log.tickSince(before)?.samples.length).toBeUndefined();
  for (let atMs = 1; atMs <= snapshotSamples; atMs++) log.append(sampleAt(atMs, 'slow'));
  expect(log.tickSince(before)?.samples.length).toBeUndefined();
});

test('there is no tick of a run of which nothing was sent', () => {
  const log = logOf(started, sample);
  const before = log.end();
  log.append({ ...started, runId: 'r2' });
  expect(log.tickSince(before)).toBeNull();
  expect(log.whole()).toMatchObject({ runId: 'r2', samples: [] });
});

test.each([
  [0, 0],
  [0.000123456, 0.0001235],
  [-12.3456, -12.35],
  [-123456.7, -123457],
  [1234.56, 1235],
  [123456.7, 123457],
  [16777216, 16777216],
])('%d is sent as %d', (value, sent) => {
  expect(shortNumber(value)).toBe(sent);
});

test('nothing is sent while nothing has changed, but in each second of the clock of the run', () => {
  const log = logOf(started);
  const cursor = log.end();
  expect(log.hasNews(cursor, 500)).toBe(false);
  expect(log.hasNews(cursor, 1000)).toBe(true);
  // Ticks that come a little late must not leave a second out.
  const late = log.end(1990);
  expect(log.hasNews(late, 1999)).toBe(false);
  expect(log.hasNews(late, 2240)).toBe(true);
  const turn: RunEvent = { type: 'slice-started', slice: 1, phase: 'counted', lanes: ['pipeline'] };
  for (const event of [turn, sample, standing]) {
    const here = log.end();
    log.append(event);
    expect(log.hasNews(here)).toBe(true);
  }
});
