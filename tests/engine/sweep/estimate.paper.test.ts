import { describe, expect, test } from 'vitest';
import { recipes } from '../../../shared/sweep/recipes.ts';
import type { RunStep } from '../../../shared/sweep/recipe.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { estimateMs, estimateSweepMs } from '../../../server/engine/sweep/estimate.ts';

test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
  '%s: its quick form takes at most a minute',
  (_id, recipe) => {
    expect(estimateSweepMs(recipe.steps('quick'))).toBeLessThanOrEqual(60_000);
  },
);

describe('the estimate of a step', () => {
  const step = (plan: Partial<RunStep['plan']>, pace?: Record<string, number>): RunStep => ({
    type: 'run',
    id: 'step',
    label: 'step',
    plan: { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }], ...plan },
    ...(pace ? { pace } : {}),
  });
  const timed = { workload: { durationMs: 4000, warmupMs: 1000 }, schedule: { sliceMs: 1000 } };

  test('is little more than its slices', () => {
    const ms = estimateMs(step(timed));
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThan(13_000);
  });

  test('follows the pace of lanes that stop by count', () => {
    const counted = { workload: { requests: 100_000, warmupMs: 0 } };
    const fast = estimateMs(step(counted, { 'one-by-one': 10_000, pipeline: 100_000 }));
    const slow = estimateMs(step(counted, { 'one-by-one': 5000, pipeline: 100_000 }));
    expect(slow - fast).toBeCloseTo(10_000, 3);
  });

  test('of lanes by count is that of a usual pace where none is given', () => {
    const counted = { workload: { requests: 100_000, warmupMs: 0 } };
    const usual = { 'one-by-one': 20_000, pipeline: 20_000 };
    expect(estimateMs(step(counted))).toBeCloseTo(estimateMs(step(counted, usual)), 3);
  });

  test('has the longest lane of a race, and every lane that takes a turn', () => {
    const lanes = [
      { strategy: 'one-by-one', workload: { durationMs: 1000 } },
      { strategy: 'pipeline', workload: { durationMs: 4000 } },
    ];
    const of = (mode: 'turns' | 'race') =>
      estimateMs(step({ lanes, workload: { warmupMs: 0 }, schedule: { sliceMs: 5000, settleMs: 0, mode } }));
    expect(of('turns') - of('race')).toBeGreaterThanOrEqual(1000);
    expect(of('turns') - of('race')).toBeLessThan(1100);
  });

  test('adds what it takes to start a cluster, to measure each network, and each thread', () => {
    const plain = estimateMs(step(timed));
    const more = (plan: Partial<RunStep['plan']>) => estimateMs(step({ ...timed, ...plan })) - plain;
    const cluster = parsePlan({ ...step(timed).plan, target: 'cluster' }, 'local');
    expect(estimateMs(step(timed), cluster) - plain).toBe(2500);
    const network = { rttMs: 0.001 };
    const lanes = [
      { strategy: 'one-by-one', network },
      { strategy: 'pipeline', network },
    ];
    expect(more({ network })).toBeCloseTo(60, 0);
    expect(more({ lanes })).toBeCloseTo(120, 0);
    const [slow, fast] = [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { threads: 2 } }];
    // A thread to start, and the end of 5 slices of it to wait for.
    expect(more({ lanes: [slow, fast] })).toBeCloseTo(100 + 5 * 20, 0);
  });

  test('waits for the end of a batch that outlasts its slice, and for each thread of a lane', () => {
    const plain = estimateMs(step(timed));
    const lanes = (workload: RunStep['plan']['workload']) => [
      { strategy: 'one-by-one' },
      { strategy: 'pipeline', workload: { clients: 4, ...workload } },
    ];
    const giant = estimateMs(step({ ...timed, lanes: lanes({ pipeline: 100_000 }) }));
    expect(giant).toBeGreaterThan(plain + 15_000);
    expect(estimateMs(step({ ...timed, lanes: lanes({ threads: 4 }) }))).toBeGreaterThan(plain + 300);
  });

  test('waits for what is in flight to pass a narrow link', () => {
    const over = (bandwidthMbit: number) =>
      estimateMs(
        step({
          workload: { ...timed.workload, clients: 10, pipeline: 16, dataSize: 10_000 },
          schedule: { sliceMs: 250 },
          network: { rttMs: 1, bandwidthMbit },
        }),
      );
    expect(over(10)).toBeGreaterThan(2 * over(10_000));
  });

  test('counts the round trips that draining takes, and the time in which a bystander is alone', () => {
    const plain = estimateMs(step(timed));
    // Ten slices of a trip and a half each, and the network that is measured.
    expect(estimateMs(step({ ...timed, network: { rttMs: 100 } }))).toBeGreaterThan(plain + 1500 + 300);
    expect(estimateMs(step({ ...timed, bystander: { rps: 10 } }))).toBeGreaterThanOrEqual(plain + 2000);
  });
});
