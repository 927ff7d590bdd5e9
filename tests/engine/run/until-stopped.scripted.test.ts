import { afterEach, expect, test, vi } from 'vitest';
import { compareLanes } from '../../../server/engine/run/comparisons.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { script } from '../../support/scripted/script.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();
useScript();

afterEach(() => {
  vi.restoreAllMocks();
});

const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
const plan = {
  lanes,
  workload: { ...quick, warmupMs: 200 },
  schedule: { ...slices, untilStopped: true },
};

/** The run's clock follows the virtual one of its lanes, 50 times as fast: a round takes about 15 s. */
function hurry(): void {
  const since = script.clock.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (script.clock.now() - since) * 50);
}

test('continues until it is stopped, and its result is that of a run as long as what it counts', async () => {
  const { run, stop, events, seen } = begin(embedded().target, plan);
  await seen('run-started');
  await vi.waitFor(
    () => {
      expect(events.filter(({ type }) => type === 'standing').length).toBeGreaterThan(3);
    },
    { timeout: 20_000 },
  );
  stop();
  const result = await run.finished;
  const [started] = events.flatMap((event) => (event.type === 'run-started' ? [event] : []));
  expect([started?.totalMs, started?.plan.schedule.untilStopped]).toEqual([null, true]);
  expect(events.flatMap((event) => (event.type === 'standing' ? [event.totalMs] : []))).toContain(null);
  expect(result.state).toBe('completed');
  expect(result.plan.schedule).not.toHaveProperty('untilStopped');
  for (const [index, lane] of result.lanes.entries()) {
    const counted = lane.throughput?.slices.length ?? 0;
    expect(counted).toBeGreaterThan(3);
    expect(result.plan.lanes[index]?.workload.durationMs).toBe(100 * counted);
    expect([lane.state, lane.countsAgree]).toEqual(['completed', true]);
  }
  expect(result.comparisons).toHaveLength(1);
});

test('stopped before a turn counts, it is a run that was stopped', async () => {
  const { run, stop, seen } = begin(embedded().target, plan);
  await seen('slice-started');
  stop();
  expect((await run.finished).state).toBe('stopped');
});

test('has the figures of its newest minute, in the same rounds of each lane', async () => {
  hurry();
  const { run, events } = begin(embedded().target, plan);
  const result = await run.finished;
  const rounds = events.filter(({ type }) => type === 'standing').length;
  const counted = result.lanes.map(({ throughput }) => throughput?.slices.length ?? 0);
  expect(new Set(counted).size).toBe(1);
  expect(counted[0]).toBeLessThan(rounds / 2);
  const [one, two] = result.lanes.map(({ id, throughput }) => ({
    ...{ id, countedFrom: 0, slices: throughput?.slices ?? [] },
  }));
  const [again] = one && two ? compareLanes([one, two]) : [];
  expect(result.comparisons[0]?.ratio).toBeCloseTo(again?.ratio ?? NaN, 6);
  expect(result.lanes.every(({ countsAgree }) => countsAgree)).toBe(true);
});

test.each([
  ['of ours after half an hour', true, 30],
  ['of others after two minutes', false, 2],
])('ends by itself on a server %s', async (_, isPrivate, minutes) => {
  hurry();
  const { run, events } = begin({ ...embedded().target, isPrivate }, plan);
  const { state } = await run.finished;
  const ends = events.flatMap((event) => (event.type === 'sample' ? [event.sample.atMs] : []));
  expect(state).toBe('completed');
  expect(Math.max(...ends)).toBeGreaterThanOrEqual(minutes * 60_000 * 0.9);
});
