import { checkPlan } from '../../../shared/plan/check/check-plan.ts';
import type { Capabilities } from '../../../shared/plan/check/plan-faults.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { kernelSupport } from '../../redis/private/kernel-support.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { strategyDescriptions } from '../strategies/index.ts';

/** Throws InvalidInput with every problem of a plan that cannot be carried out with these capabilities. */
export function assertPlan(plan: Plan, capabilities: Capabilities): void {
  const problems = checkPlan(plan, capabilities);
  if (problems.length > 0) throw new InvalidInput(problems);
}

/** What the engine can do on these targets. */
export const capabilitiesOn = (...targets: Pick<TargetDescription, 'id' | 'kind'>[]): Capabilities => ({
  strategies: strategyDescriptions,
  targets,
  kernel: kernelSupport,
});

/**
 * Reads a plan, and checks it against the server that it is for (`describe`), before that is opened. Throws
 * InvalidInput, and what `describe` throws.
 */
export function planOn(
  input: unknown,
  describe: (plan: Plan) => Pick<TargetDescription, 'id' | 'kind'>,
): Plan {
  const plan = parsePlan(input);
  const chosen = describe(plan);
  assertPlan({ ...plan, target: chosen.id }, capabilitiesOn(chosen));
  return plan;
}
