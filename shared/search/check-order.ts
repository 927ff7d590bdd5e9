import type { Problem } from '../contract/problem-reason.ts';
import type { SearchOrder } from '../contract/search.ts';
import { checkPlan } from '../plan/check/check-plan.ts';
import type { Capabilities } from '../plan/check/plan-faults.ts';
import { problemAt } from '../contract/problem-at.ts';
import { PlanPath } from '../settings/paths.ts';
import { leastBudgetFor } from './budget.ts';
import { baselineOf } from './search-plan.ts';

/** What keeps a search from being started here, as `checkPlan` says it of its runs; and a budget that is too small. */
export function checkOrder(order: SearchOrder, capabilities: Capabilities): Problem[] {
  const { target, server, network, workload, client, budgetMs } = order;
  const lanes = [baselineOf(order), ...order.strategies].map((strategy) => ({ strategy, client, workload }));
  const problems = checkPlan({ target, server, lanes }, capabilities).map((problem): Problem => ({
    ...problem,
    field: fieldInOrder(problem),
  }));
  const least = leastBudgetFor(order, network);
  if (budgetMs < least)
    problems.push(problemAt('budgetMs', { code: 'budget-too-short', budgetMs, leastMs: least }));
  return problems.filter(
    ({ field, value }, index) =>
      problems.findIndex((one) => one.field === field && one.value === value) === index,
  );
}

/** All lanes of a search have the order's workload. */
function fieldInOrder({ field, reason }: Problem): string {
  const { setting } = new PlanPath(field);
  const gathers = setting === 'client' && reason?.code === 'client-cannot' && reason.why === 'gathers';
  return setting === 'strategy' || gathers ? 'strategies' : setting;
}
