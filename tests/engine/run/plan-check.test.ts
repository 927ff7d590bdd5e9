import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../../server/engine/run/plan-check.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import type { CommandId } from '../../../shared/contract/commands.ts';
import { InvalidInput, type Problem } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';

function problemsOf(plan: PlanInput): readonly Problem[] {
  try {
    checkPlan(parsePlan(plan));
  } catch (error) {
    if (error instanceof InvalidInput) return error.problems;
    throw error;
  }
  return [];
}

describe('a plan for strategies that exist', () => {
  test.each(strategies.map(({ id }) => id))('is fine for %s, which can send SET and GET', (strategy) => {
    expect(problemsOf({ lanes: [{ strategy }], workload: { commands: ['set', 'get'] } })).toEqual([]);
  });

  test('names those that there are when one does not exist', () => {
    expect(problemsOf({ lanes: [{ strategy: 'pipeline' }, { strategy: 'telepathy' }] })).toEqual([
      {
        field: 'lanes[1].strategy',
        value: 'telepathy',
        message: `must be one of ${strategies.map(({ id }) => id).join(', ')}`,
      },
    ]);
  });

  test('is refused for a command without a form for many keys, by the lane that would have to send it', () => {
    const problems = problemsOf({
      lanes: [{ strategy: 'pipeline' }, { strategy: 'multi-key' }],
      workload: { commands: ['incr', 'set', 'lpush'] },
    });
    expect(problems).toMatchObject([
      { field: 'lanes[1].workload.commands', value: 'incr' },
      { field: 'lanes[1].workload.commands', value: 'lpush' },
    ]);
    expect(problems[0]?.message).toContain('multi-key can only send set, get, del');
  });

  test.each([
    { commands: ['get'], keyspace: 5_000_001, refused: true },
    { commands: ['get'], keyspace: 5_000_000, refused: false },
    { commands: ['set'], keyspace: 1_000_000_000, refused: false },
    { commands: ['set', 'lpop'], keyspace: 6_000_000, refused: true },
  ] satisfies { commands: CommandId[]; keyspace: number; refused: boolean }[])(
    'that sends $commands over $keyspace keys is refused: $refused, since what is read is written first',
    ({ commands, keyspace, refused }) => {
      const problems = problemsOf({
        lanes: [{ strategy: 'pipeline' }],
        workload: { commands, keyspace },
      });
      expect(problems.map(({ field }) => field)).toEqual(refused ? ['lanes[0].workload.keyspace'] : []);
    },
  );

  test('tells every problem of every lane', () => {
    expect(
      problemsOf({
        lanes: [
          { strategy: 'x' },
          { strategy: 'multi-key', workload: { commands: ['incr'] } },
          { strategy: 'y' },
        ],
      }).map(({ field }) => field),
    ).toEqual(['lanes[0].strategy', 'lanes[1].workload.commands', 'lanes[2].strategy']);
  });
});
