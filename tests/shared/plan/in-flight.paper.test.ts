import { expect, test } from 'vitest';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const lane = (strategy: string, more: object = {}) => {
  const workload = { clients: 5, pipeline: 16, ...more };
  const [only] = parsePlan({ lanes: [{ strategy }], workload }).lanes;
  if (!only) throw new Error('a plan has a lane');
  return only;
};

test.each([
  ['one-by-one', {}, 5],
  ['concurrent', {}, 80],
  ['pipeline', {}, 80],
  ['one-by-one', { callers: 200 }, 200],
  ['auto-pipeline', { callers: 200 }, 200],
])('%s with %j has %i commands in flight', (strategy, more, count) => {
  expect(commandsInFlight(lane(strategy, more))).toBe(count);
});

test('what measures the harness has as many as its kind of batching', () => {
  expect(commandsInFlight(lane('noop'), 'in-flight')).toBe(80);
});
