import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const one = [{ strategy: 'pipeline' }];

describe('a run that lasts until it is precise', () => {
  const two = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];

  test('takes at most a minute a lane, or what a lane has of its own', () => {
    const most = (durationMs: number) =>
      parsePlan({ lanes: two, workload: { durationMs }, schedule: { precision: 0.05 } }).schedule
        .maxDurationMs;
    expect([most(1000), most(90_000)]).toEqual([60_000, 90_000]);
    expect(parsePlan({ lanes: two }).schedule).not.toHaveProperty('maxDurationMs');
  });

  test.each([
    [{ lanes: one, schedule: { precision: 0.05 } }, 'schedule.precision', 'needs two lanes or more'],
    [{ lanes: two, schedule: { precision: 0.05, mode: 'race' } }, 'schedule.precision', 'take turns'],
    [
      { lanes: two, workload: { requests: 9 }, schedule: { precision: 0.05 } },
      'schedule.precision',
      'not a number of requests',
    ],
    [
      { lanes: [two[0], { ...two[1], workload: { requests: 9 } }], schedule: { precision: 0.05 } },
      'schedule.precision',
      'not a number of requests',
    ],
    [
      { lanes: two, schedule: { maxDurationMs: 9000 } },
      'schedule.maxDurationMs',
      'for a run with a precision',
    ],
    [{ lanes: two, schedule: { precision: 0.9 } }, 'schedule.precision', 'from 0.005 to 0.5'],
  ])('%j is refused: %s, %s', (plan, field, says) => {
    expect(problemsOf(plan)).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(says) }),
    ]);
  });
});

function problemsOf(plan: unknown) {
  try {
    parsePlan(plan);
  } catch (error) {
    if (error instanceof InvalidInput) return error.problems;
    throw error;
  }
  return [];
}
