import type { NetworkPlan, PlanInput } from '../../../../shared/contract/plan.ts';
import type { Messages } from '../../messages/en.ts';
import { unbatchedFacts } from '../../plan/plan-facts.ts';

/** What a search is about, in words. */
export function aboutSearch(
  workload: NonNullable<PlanInput['workload']>,
  network: NetworkPlan | undefined,
  target: string | undefined,
  messages: Messages,
): string {
  const facts = unbatchedFacts(workload, network, messages);
  return [...facts.sent, ...[facts.network, target].flatMap((fact) => fact ?? [])].join(' · ');
}
