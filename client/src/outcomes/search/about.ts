import { clientLabels, defaultClient, type ClientId } from '../../../../shared/contract/enums.ts';
import type { NetworkPlan, PlanInput } from '../../../../shared/contract/plan.ts';
import type { Messages } from '../../messages/en.ts';
import { unbatchedFacts } from '../../plan/plan-facts.ts';

interface SearchedFor {
  workload?: PlanInput['workload'];
  client?: ClientId | undefined;
  network?: NetworkPlan | undefined;
}

/** What a search is about, in words. */
export function aboutSearch(
  { workload = {}, client = defaultClient, network }: SearchedFor,
  target: string | undefined,
  messages: Messages,
): string {
  const facts = unbatchedFacts(workload, network, messages);
  const library = client === defaultClient ? [] : [clientLabels[client]];
  return [...facts.sent, ...library, ...[facts.network, target].flatMap((fact) => fact ?? [])].join(' · ');
}
