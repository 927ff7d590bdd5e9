import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { PlanDraft } from '../../../../client/src/plan/plan-draft.svelte.ts';
import { readPlanAddress } from '../../../../shared/plan/address/read.ts';
import { writePlanAddress } from '../../../../shared/plan/address/write.ts';
import { planDefaults, scheduleDefaults } from '../../../../shared/plan/defaults.ts';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';
import { drawnPlans } from '../../../support/drawn-plans.ts';

/** The plan after a way through a real address, as a browser keeps it. */
const wayBack = (plan: PlanInput) =>
  readPlanAddress(new URL(`http://localhost/#${writePlanAddress(plan)}`).hash)?.input;

test('Every plan comes out of its address as it went in', () => {
  let seen = 0;
  for (const plan of drawnPlans(500)) {
    expect(parsePlan(wayBack(plan))).toEqual(parsePlan(plan));
    seen++;
  }
  expect(seen).toBe(500);
});

test('The address says what differs, in words that can be read', () => {
  const plan: PlanInput = {
    target: 'embedded',
    workload: { clients: 50, pipeline: 16, commands: ['get', 'set'], ratio: [10, 1] },
    network: { rttMs: 20, jitterMs: 0 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', label: 'Deep', workload: { pipeline: 256 } }],
    schedule: { mode: 'turns', sliceMs: 500 },
  };
  expect(writePlanAddress(plan)).toBe(
    'plan=1&clients=50&commands=get,set&ratio=10,1&network.rttMs=20&schedule.sliceMs=500&lane=one-by-one&lane=pipeline&label=Deep&pipeline=256',
  );
});

test('Agents are in the address, and none is said where there are none', () => {
  const plan: PlanInput = { target: 'shop', agents: 3, lanes: [{ strategy: 'pipeline' }] };
  expect(writePlanAddress(plan)).toBe('plan=1&target=shop&agents=3&lane=pipeline');
  expect(wayBack(plan)).toEqual(plan);
});

test('The address of a new page states its times and its network', () => {
  expect(writePlanAddress(new PlanDraft(en).toInput())).toBe(
    'plan=1&durationMs=2000&warmupMs=1250&network.rttMs=1&schedule.sliceMs=125&lane=one-by-one&lane=concurrent&lane=auto-pipeline&lane=pipeline&lane=multi-key',
  );
});

test('What a plan has by default is what the schema fills in', () => {
  const plan = parsePlan({ lanes: [{ strategy: 'a' }], network: {}, server: {}, bystander: {} });
  const { lanes: _lanes, ...filled } = plan;
  expect(filled).toEqual({ ...planDefaults, schedule: scheduleDefaults(plan) });
});

test('A part that says nothing unusual is still there', () => {
  const plan: PlanInput = { lanes: [{ strategy: 'a', network: {} }], network: {}, bystander: {} };
  expect(writePlanAddress(plan)).toBe('plan=1&network.rttMs=0&bystander.rps=100&lane=a&network.rttMs=0');
});

test.each(['', '#', '#token=abc', '#clients=50'])('An address with %j holds no plan', (fragment) => {
  expect(readPlanAddress(fragment)).toBeNull();
});

test.each([
  ['plan=1', 'lanes: must have at least 1 entry'],
  ['plan=1&lane=pipeline&frequency=3', 'no such field: frequency'],
  ['plan=1&weather.rain=1&lane=pipeline', 'no such field: weather.rain'],
  ['plan=1&clients=many&lane=pipeline', 'workload.clients: must be a number from 1 to 1000'],
  ['plan=1&__proto__.x=1&constructor=2&lane=pipeline', 'no such field'],
])('What is wrong with %s is named', (fragment, words) => {
  const read = () => parsePlan(readPlanAddress(fragment)?.input);
  expect(read).toThrow(InvalidInput);
  expect(read).toThrow(words);
});

test('A plan of a newer version says that it is', () => {
  expect(readPlanAddress('plan=2&lane=a')?.newer).toBe(true);
  expect(readPlanAddress('plan=1&lane=a')?.newer).toBe(false);
});
