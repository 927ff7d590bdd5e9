import { describe, expect, test } from 'vitest';
import { recipe as threads } from '../../../shared/recipes/threads.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, tablesIn } from '../../support/recipe-in-english.ts';

/** Milliseconds of the job by lane; a lane that is not named does as one thread does. */
const withJobs = (jobs: Record<string, number>, form: 'quick' | 'full' = 'quick') =>
  makeMeasured(
    threads,
    (step, lane) => {
      const ms = jobs[lane] ?? jobs[lane.replace(/\d+$/, '1')] ?? NaN;
      const rate = 1e7 / ms;
      return { rate: form === 'full' ? [rate * (1 + Number(step.at(-1)) / 1000)] : rate };
    },
    { form },
  );
const judgements = (jobs: Record<string, number>, form?: 'quick' | 'full') =>
  judgedIn(threads, withJobs(jobs, form)).map(({ outcome }) => outcome);

const asPublished = {
  'one-by-one-1': 4784,
  'one-by-one-2': 1277,
  'one-by-one-4': 884,
  'one-by-one-10': 588,
  'pipeline-1': 55,
  'pipeline-2': 72,
  'pipeline-4': 103,
};

describe('the claims', () => {
  test.each(['quick', 'full'] as const)('hold when the jobs take what was published (%s)', (form) => {
    expect(judgements(asPublished, form)).toEqual(['holds', 'holds']);
  });

  test('do not hold when threads help pipelines, and only them', () => {
    expect(
      judgements({
        'one-by-one-1': 1000,
        'one-by-one-10': 1100,
        'pipeline-1': 100,
        'pipeline-2': 60,
        'pipeline-4': 50,
      }),
    ).toEqual(['does not hold here', 'does not hold here']);
  });

  test('are not seen when there was one round', () => {
    const measured = makeMeasured(threads, () => ({ rate: [1000] }));
    for (const judge of Object.values(threads.claims))
      expect(judge(measured).outcome).toBe('cannot be seen here');
  });
});

test('the table has the time of the job beside the published one', () => {
  const [table] = tablesIn(threads, withJobs(asPublished));
  const row = table?.rows.find(([label]) => label === 'pipelines, 4 threads');
  expect(row?.[1]).toBeCloseTo(103, 0);
  expect(row?.[3]).toBe(103);
  expect(threads.prediction.answer(withJobs(asPublished))).toBe('1');
});

test('the job is the published one: its keys, its values, and one pipeline for each thread', () => {
  const [step] = threads.steps('full');
  const lanes = step ? parsePlan(step.plan).lanes : [];
  for (const { strategy, workload } of lanes) {
    expect(workload).toMatchObject({ requests: 10_000, keyspace: 10_000, keyPattern: 'S' });
    expect(workload.keyPrefix).toMatch(/^32021420001:.*:$/);
    expect(workload.clients).toBe(workload.threads);
    expect(workload.pipeline * workload.threads).toBe(strategy === 'pipeline' ? 10_000 : workload.threads);
    expect(workload.dataSize).toBe(strategy === 'pipeline' ? 5 : (workload.keyPrefix?.length ?? 0) + 5);
  }
});
