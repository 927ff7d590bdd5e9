import { expect, test } from 'vitest';
import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  isNews,
  newsSince,
  placeIn,
  shortNumber,
  toldWhole,
} from '../../../server/http/activity/feed-news.ts';
import { applyEvent } from '../../../server/http/activity/run-snapshot.ts';
import { smallPlan } from '../../support/build-app.ts';
import { environment, sampleOf } from '../../support/fake-engine.ts';

const started: RunEvent = {
  type: 'run-started',
  runId: 'r1',
  startedAt: '2026-01-01T00:00:00.000Z',
  plan: parsePlan(smallPlan),
  environment,
  totalMs: 5000,
};
const slices = Array.from({ length: 100 }, (_, index) => 1000.123456 + index);
const throughput = {
  median: 1050.123456,
  mean: 1050,
  stddev: 29.011491975882016,
  cv: 0.03,
  ci95: null,
  slices,
};
const standing: RunEvent = {
  type: 'standing',
  standings: [{ lane: 'pipeline', throughput }],
  comparisons: [
    { lane: 'pipeline', baseline: 'one-by-one', ratio: 12.3456789, ci95: null, outcome: 'faster', pairs: 9 },
  ],
};
const sample: RunEvent = { type: 'sample', sample: sampleOf('pipeline', { throughput: 12.3456789 }) };

const after = (run: RunSnapshot | null, ...events: RunEvent[]): RunSnapshot => {
  const next = events.reduce(applyEvent, run);
  if (!next) throw new Error('no run');
  return next;
};

test('standings and comparisons are told once, and of a standing only its median', () => {
  const before = after(null, started);
  const run = after(before, standing);
  const news = newsSince(placeIn(before), run);
  expect(news?.standings).toEqual([{ lane: 'pipeline', throughput: { median: 1050 } }]);
  expect(news?.comparisons).toMatchObject([{ ratio: 12.35, outcome: 'faster' }]);
  const later = after(run, sample);
  expect(newsSince(placeIn(run), later)).toMatchObject({ standings: [], comparisons: [] });
});

test('samples are told with short numbers, in a tick and to those who come in', () => {
  const run = after(null, started, sample);
  expect(newsSince(placeIn(after(null, started)), run)?.samples).toMatchObject([{ throughput: 12.35 }]);
  expect(toldWhole(run).samples).toMatchObject([{ throughput: 12.35 }]);
  expect(run.samples).toMatchObject([{ throughput: 12.3456789 }]);
});

test('of a sample, what pages draw is told: of its latencies three figures, of its failures their number', () => {
  const figures = { mean: 1, min: 0.5, p50: 0.9, p95: 2, p99: 3, p999: 4, max: 5 };
  const full = sampleOf('pipeline', {
    failed: 2,
    failures: { OOM: 2 },
    latencyMs: { command: figures, batch: null, response: figures },
  });
  const tell = (one: Sample) => toldWhole(after(null, started, { type: 'sample', sample: one })).samples[0];
  const told = tell(full);
  const three = { mean: 1, p50: 0.9, p99: 3 };
  expect(told?.latencyMs).toEqual({ command: three, batch: null, response: three });
  expect(told).toMatchObject({ failed: 2, settings: { revision: 0, pipeline: full.settings.pipeline } });
  expect(told).not.toHaveProperty('failures');
  expect(Object.keys(told?.client ?? {})).toEqual(['cpu', 'eventLoopUtilisation']);
  const batches = { ...full, latencyMs: { command: figures, batch: figures, response: null } };
  expect(tell(batches)?.latencyMs).toEqual({ command: three, batch: { mean: 1 } });
});

test('there are no news of a run of which nothing was told', () => {
  const place = placeIn(after(null, started));
  expect(newsSince(place, after(null, { ...started, runId: 'r2' }))).toBeNull();
});

test.each([
  [0, 0],
  [0.000123456, 0.0001235],
  [-12.3456, -12.35],
  [1234.56, 1235],
  [123456.7, 123457],
  [16777216, 16777216],
])('%d is told as %d', (value, told) => {
  expect(shortNumber(value)).toBe(told);
});

test('nothing is told while nothing has changed, but that the run goes on, in each second of its clock', () => {
  const run = after(null, started);
  const place = placeIn(run);
  expect(isNews(place, { ...run, elapsedMs: 500 })).toBe(false);
  expect(isNews(place, { ...run, elapsedMs: 1000 })).toBe(true);
  // Ticks that come a little late must not leave a second out.
  const late = placeIn({ ...run, elapsedMs: 1990 });
  expect(isNews(late, { ...run, elapsedMs: 1999 })).toBe(false);
  expect(isNews(late, { ...run, elapsedMs: 2240 })).toBe(true);
  const turn: RunEvent = { type: 'slice-started', slice: 1, phase: 'counted', lanes: ['pipeline'] };
  for (const event of [turn, sample, standing]) expect(isNews(place, after(run, event))).toBe(true);
});
