import { clientLabels, defaultClient, type ClientId } from '../../../../shared/contract/enums.ts';
import type { NetworkPlan, PlanInput } from '../../../../shared/contract/plan.ts';
import type { Messages } from '../../messages/en.ts';
import { unbatchedFacts } from '../../plan/plan-facts.ts';

interface SearchedFor {
  workload?: PlanInput['workload'];
  client?: ClientId | undefined;
  network?: NetworkPlan | undefined;
  p99BoundMs?: number | null;
}

/** What a search is about, in words. */
export function aboutSearch(
  { workload = {}, client = defaultClient, network, p99BoundMs = null }: SearchedFor,
  target: string | undefined,
  messages: Messages,
): string {
  const facts = unbatchedFacts(workload, network, messages);
  const library = client === defaultClient ? [] : [clientLabels[client]];
  const bound = p99BoundMs === null ? null : `p99 < ${p99BoundMs} ${messages.words.numbers.unit('ms')}`;
  return [...facts.sent, ...library, ...[facts.network, bound, target].flatMap((fact) => fact ?? [])].join(
    ' · ',
  );
}
