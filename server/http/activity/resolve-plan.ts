import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import type { Capabilities } from '../../../shared/plan/check/plan-faults.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { AgentsPlace } from '../../engine/agents/agents-place.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import { checkPlan } from '../../../shared/plan/check/check-plan.ts';
import { capabilitiesOn } from '../../engine/run/assert-plan.ts';
import type { OpenedTarget } from '../../redis/connection/target.ts';

export interface AvailableTargets {
  /** The first is measured when a plan names none. */
  targets: readonly OpenedTarget[];
  agents?: AgentsPlace;
}

/** The plan in a document that came over the network, and the target that it names. Throws InvalidInput. */
export function resolvePlan(
  input: unknown,
  offer: AvailableTargets,
): Pick<RunJob, 'agents'> & { plan: Plan; target: OpenedTarget; others: readonly OpenedTarget[] } {
  const plan = parsePlan(withTarget(input, offer));
  const target = targetOf(plan, offer, checkPlan(plan, capabilitiesOf(offer)));
  const { agents } = offer;
  return { plan, target, others: offer.targets, ...(agents ? { agents } : {}) };
}

/** The target of that name, where there are no problems. Throws InvalidInput. */
export function targetOf(
  { target: id }: Pick<Plan, 'target'>,
  { targets }: AvailableTargets,
  problems: readonly Problem[],
): OpenedTarget {
  const target = targets.find((one) => one.target.description.id === id);
  if (!target || problems.length > 0) throw new InvalidInput(problems);
  return target;
}

export function capabilitiesOf({ targets, agents }: AvailableTargets): Capabilities {
  const offered = targets.map(({ target }) => target.description);
  return { ...capabilitiesOn(), targets: offered, hasControl: agents !== undefined };
}

/** A document that names no target is about the first. */
export function withTarget(input: unknown, { targets }: AvailableTargets): unknown {
  const [first] = targets;
  const isPlan = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isPlan && first ? { target: first.target.description.id, ...input } : input;
}
