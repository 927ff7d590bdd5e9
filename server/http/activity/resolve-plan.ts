import { InvalidInput, type Problem } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { StrategyDescription } from '../../../shared/contract/http.ts';
import type { OpenedTarget } from '../../redis/connection/opened-target.ts';

/** What a plan may refer to. */
export interface Offer {
  /** The first is measured when a plan names none. */
  targets: readonly OpenedTarget[];
  strategies: readonly StrategyDescription[];
}

/** The plan in a document that came over the network, and the target that it names. Throws InvalidInput. */
export function resolvePlan(input: unknown, offer: Offer): { plan: Plan; target: OpenedTarget } {
  const plan = parsePlan(withTarget(input, offer));
  const problems = unknownStrategies(plan, offer.strategies);
  const target = targetOf(plan, offer, problems);
  if (problems.length > 0) throw new InvalidInput(problems);
  return { plan, target };
}

/** The target of that name. Throws InvalidInput, with what else is wrong, where there is none. */
export function targetOf(
  { target: id }: Pick<Plan, 'target'>,
  { targets }: Offer,
  problems: readonly Problem[] = [],
): OpenedTarget {
  const target = targets.find((one) => one.target.description.id === id);
  if (target) return target;
  const known = targets.map((one) => one.target.description.id);
  throw new InvalidInput([notOneOf('target', id, known), ...problems]);
}

/** A document that names no target is about the first. */
export function withTarget(input: unknown, { targets }: Offer): unknown {
  const [first] = targets;
  const isPlan = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isPlan && first ? { target: first.target.description.id, ...input } : input;
}

function unknownStrategies(plan: Plan, strategies: readonly StrategyDescription[]): Problem[] {
  const known = strategies.map(({ id }) => id);
  const offered = strategies.filter(({ hidden }) => !hidden).map(({ id }) => id);
  return plan.lanes.flatMap(({ strategy }, index) =>
    known.includes(strategy) ? [] : [notOneOf(`lanes[${index}].strategy`, strategy, offered)],
  );
}

const notOneOf = (field: string, value: string, known: readonly string[]): Problem => ({
  field,
  value,
  message: `must be one of ${known.join(', ')}`,
});
