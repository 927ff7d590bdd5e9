import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { OwnPlan } from '../../../client/src/plan/own-plan.svelte.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const planWith = (clients: number) =>
  parsePlan({ workload: { clients }, lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] });

function begin() {
  const draft = new PlanDraft(en);
  return { draft, own: new OwnPlan(draft) };
}

test('The settings of the page itself are nobody’s own: its address stays bare', () => {
  const { draft, own } = begin();
  expect(own.address).toBeNull();
  draft.set('target', 'staging');
  expect(own.address).toBeNull();
});

test('What the reader moves goes into the address, and out of it when it is moved back', () => {
  const { draft, own } = begin();
  draft.setValue('clients', 50);
  expect(own.address).toContain('clients=50');
  draft.setValue('clients', 10);
  expect(own.address).toBeNull();
});

test('The run that the reader started keeps their address', () => {
  const { draft, own } = begin();
  draft.setValue('clients', 50);
  const { address } = own;
  own.adopt(parsePlan(draft.toInput()));
  expect(own.address).toBe(address);
  expect(own.isAside).toBe(false);
});

test('It does so in whichever order the reader has set what a lane overrides', () => {
  const { draft, own } = begin();
  draft.changeLanes((lanes) =>
    lanes.map((lane, at) => (at === 1 ? { ...lane, workload: { pipeline: 8, clients: 5 } } : lane)),
  );
  const { address } = own;
  own.adopt(parsePlan(draft.toInput()));
  expect([own.isAside, own.address === null]).toEqual([false, address === null]);
});

test('A run of somebody else brings its settings, and who has none of their own loses nothing', () => {
  const { draft, own } = begin();
  own.adopt(planWith(70));
  expect(draft.value('clients')).toBe(70);
  expect([own.address, own.isAside]).toEqual([null, false]);
});

test('Own settings are put aside for a run of somebody else, and come back as they were', () => {
  const { draft, own } = begin();
  draft.setValue('clients', 50);
  draft.removeLane(0);
  const before = own.address;
  own.adopt(planWith(70));
  own.adopt(planWith(80));
  expect([draft.value('clients'), draft.lanes.length]).toEqual([80, 2]);
  expect([own.address, own.isAside]).toEqual([before, true]);
  expect([own.draft.value('clients'), own.draft.lanes.length]).toEqual([50, 4]);
  own.bringBack();
  expect(own.draft).toBe(draft);
  expect(draft.lanes.map(({ id }) => id)).toEqual(['concurrent', 'auto-pipeline', 'pipeline', 'multi-key']);
  expect([draft.value('clients'), own.address, own.isAside]).toEqual([50, before, false]);
});

test('Units that are not yet right as they are typed come back as well', () => {
  const { draft, own } = begin();
  draft.setValue('clients', 50);
  draft.write('{ "name":');
  own.adopt(planWith(70));
  expect(draft.writtenText).toBe('');
  own.bringBack();
  expect(draft.writtenText).toBe('{ "name":');
});

test('What was put aside can be dropped', () => {
  const { draft, own } = begin();
  draft.setValue('clients', 50);
  own.adopt(planWith(70));
  own.forget();
  expect([draft.value('clients'), own.address, own.isAside]).toEqual([70, null, false]);
  expect(own.draft).toBe(draft);
});

test('What somebody else changes during a run does not become the reader’s own', () => {
  const { draft, own } = begin();
  own.adopt(planWith(70));
  own.follow(() => draft.setValue('pipeline', 256));
  expect(own.address).toBeNull();
  draft.setValue('pipeline', 512);
  expect(own.address).toContain('pipeline=512');
});

test('A plan that comes with a link is the reader’s own, also during a run', () => {
  const { draft, own } = begin();
  own.adopt(planWith(70));
  own.putAside(planWith(33));
  expect([draft.value('clients'), own.isAside]).toEqual([70, true]);
  expect(own.address).toContain('clients=33');
  own.bringBack();
  expect(draft.value('clients')).toBe(33);
  own.bring(planWith(44));
  expect(own.address).toContain('clients=44');
  own.adopt(planWith(70));
  expect([own.isAside, own.address?.includes('clients=44')]).toEqual([true, true]);
});
