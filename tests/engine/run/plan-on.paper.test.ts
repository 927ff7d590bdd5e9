import { expect, test } from 'vitest';
import { planOn } from '../../../server/engine/run/assert-plan.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';

test('a lane of the user’s code is no strategy that is wrong, where something else is', () => {
  const plan = { workload: { clients: 0 }, lanes: [{ strategy: 'function', file: 'x.mjs' }] };
  const read = () => planOn(plan, () => ({ id: 'embedded', kind: 'embedded' }), 'caller');
  expect(read).toThrow(/workload\.clients/);
  expect(read).not.toThrow(/strategy/);
});

test('All that is wrong with a plan is said at once, its strategies with the rest', () => {
  const plan = {
    workload: { commands: ['sett'], clients: 0 },
    lanes: [{ strategy: 'pipelin' }, { strategy: 'one-by-one' }],
  };
  const read = () => planOn(plan, () => ({ id: 'embedded', kind: 'embedded' }));
  expect(read).toThrow(InvalidInput);
  expect(read).toThrow(/workload\.commands\[0\][^]*workload\.clients[^]*lanes\[0\]\.strategy/);
});
