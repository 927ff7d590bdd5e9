import { expect, test } from 'vitest';
import { AgentLimits } from '../../../server/engine/agents/agent-limits.ts';

const bounded = new AgentLimits({ maxClients: null, maxRps: 100 });
const free = new AgentLimits({ maxClients: null, maxRps: null });

test.each([
  ['no rate', [null], 'a slice without a rate has no bound'],
  ['no rate beside one that has', [1, null], 'a slice without a rate has no bound'],
  ['a higher rate', [101], 'at most 100 commands per second (--max-rps), and 101 were asked for'],
  ['a higher sum', [60, 60], 'and 120 were asked for'],
])('slices in progress with %s are refused where there is a bound', (_, rates, says) => {
  expect(bounded.refusalOfRates(rates)).toContain(says);
  expect(free.refusalOfRates(rates)).toBeNull();
});

test.each([[[100]], [[60, 40]], [[70 / 3, 80 / 3, 150 / 3]]])(
  'slices in progress that send %j together are within a bound of 100',
  (rates) => {
    expect(bounded.refusalOfRates(rates)).toBeNull();
  },
);

test('a slice that was to begin long ago begins now where there is a bound, and catches nothing up', () => {
  expect([bounded.startOf(0, 5000), bounded.startOf(6000, 5000), free.startOf(0, 5000)]).toEqual([
    5000, 6000, 0,
  ]);
});
