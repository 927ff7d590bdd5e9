import { expect, test } from 'vitest';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { parseFittingTuning } from '../../../../server/http/activity/types/run.ts';

const plan = parsePlan({
  target: 'shop',
  agents: 3,
  workload: { clients: 12 },
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { threads: 2 } }],
});

test('connections that suffice for all threads of all agents may be changed', () => {
  expect(parseFittingTuning({ clients: 6 }, plan, [])).toEqual({ clients: 6 });
});

test('fewer connections than threads of all agents are refused during a run', () => {
  const tune = () => parseFittingTuning({ clients: 5 }, plan, []);
  expect(tune).toThrow(InvalidInput);
  expect(tune).toThrow('3 agents with 2 threads each need at least 6 clients, not 5');
});
