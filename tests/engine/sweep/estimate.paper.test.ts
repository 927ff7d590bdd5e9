import { describe, expect, test } from 'vitest';
import { recipes } from '../../../shared/sweep/recipes.ts';
import type { RunStep } from '../../../shared/sweep/recipe.ts';
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
    expect(estimateMs(step({ ...timed, network: { rttMs: 100 } }))).toBeGreaterThan(plain + 1000);
    expect(estimateMs(step({ ...timed, bystander: { rps: 10 } }))).toBeGreaterThanOrEqual(plain + 2000);
  });
});
