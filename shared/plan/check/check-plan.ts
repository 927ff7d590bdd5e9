import type { Problem } from '../../contract/problem-reason.ts';
import { problemAt } from '../../contract/problem-at.ts';
import { planFaults, type Capabilities, type CheckablePlan } from './plan-faults.ts';

/**
 * What keeps a plan from being started here, as far as that is known without asking the server that is measured.
 * Pure: nothing is started and nothing is connected. Empty: nothing does.
 */
export const checkPlan = (plan: CheckablePlan, capabilities: Capabilities): Problem[] =>
  planFaults(plan, capabilities).map(({ field, reason, ...more }) => problemAt(field, reason, more));
