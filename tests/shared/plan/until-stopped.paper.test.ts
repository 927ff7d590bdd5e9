import { expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const lanes = [{ strategy: 'one-by-one' }];
const until = { untilStopped: true };

test('A plan has untilStopped where it asks for it, and no such field elsewhere', () => {
  expect(parsePlan({ lanes, schedule: until }).schedule.untilStopped).toBe(true);
  expect(parsePlan({ lanes, schedule: { untilStopped: false } }).schedule).not.toHaveProperty('untilStopped');
});

test.each<[what: string, plan: Partial<PlanInput>]>([
  ['turns', { schedule: { ...until, mode: 'race' } }],
  ['no-requests', { schedule: until, workload: { requests: 100 } }],
  ['no-requests', { schedule: until, lanes: [{ strategy: 'pipeline', workload: { requests: 100 } }] }],
  ['no-precision', { schedule: { ...until, precision: 0.1 }, lanes: [...lanes, { strategy: 'pipeline' }] }],
  ['one-start', { schedule: { ...until, starts: 2 } }],
  ['no-agents', { schedule: until, agents: 2 }],
])('It needs %s', (what, plan) => {
  const problem = { field: 'schedule.untilStopped', reason: { code: 'until-stopped-needs', what } };
  expect(() => parsePlan({ lanes, ...plan })).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining(problem)] }),
  );
});
