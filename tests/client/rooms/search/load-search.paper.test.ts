import { expect, test } from 'vitest';
import type { LoadSource } from '../../../../client/src/rooms/search/load-search.svelte.ts';
import { LoadSearch } from '../../../../client/src/rooms/search/load-search.svelte.ts';
import { en } from '../../../../client/src/messages/en.ts';
import { OwnPlan } from '../../../../client/src/plan/own-plan.svelte.ts';
import { PlanDraft } from '../../../../client/src/plan/plan-draft.svelte.ts';
import { loadOrderSchema, type LoadOrder } from '../../../../shared/contract/lesson.ts';
import { loadCurve } from '../../../../shared/sweep/load-curve.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { estimateSweepMs } from '../../../../server/engine/sweep/estimate.ts';

function begin() {
  const draft = new PlanDraft(en);
  const own = new OwnPlan(draft);
  const orders: LoadOrder[] = [];
  const source = {
    api: { startLoadCurve: (order: LoadOrder) => Promise.resolve({ id: String(orders.push(order)) }) },
    activity: { start: async (request: () => Promise<unknown>) => void (await request()) },
    editor: { own },
    lesson: () => null,
  } as unknown as LoadSource;
  return { draft, own, orders, load: new LoadSearch(source) };
}

test('A run of somebody else does not change what a load curve is measured with', async () => {
  const { draft, own, orders, load } = begin();
  draft.setValue('clients', 50);
  draft.setValue('rttMs', 5);
  own.adopt(parsePlan({ workload: { clients: 70 }, lanes: [{ strategy: 'pipeline' }] }));
  await load.start();
  expect(orders[0]?.plan).toMatchObject({ workload: { clients: 50 }, network: { rttMs: 5 } });
  expect(orders[0]?.plan.lanes).toHaveLength(5);
});

test.each([0, 5])('What a load curve takes over %s ms is told as the server estimates it', async (rttMs) => {
  const { draft, orders, load } = begin();
  draft.setValue('clients', 50);
  draft.setValue('rttMs', rttMs);
  await load.start();
  const { plan, rates } = loadOrderSchema.parse(orders[0]);
  const estimated = estimateSweepMs([...loadCurve(parsePlan(plan), rates).steps('full')]);
  expect(load.takesMs / estimated).toBeGreaterThan(0.9);
  expect(load.takesMs / estimated).toBeLessThan(1.1);
});
