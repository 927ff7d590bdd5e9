import { InvalidInput, parsePlan, type Plan, type Problem } from '../../shared/schemas.ts';
import type { StrategyDescription } from '../../shared/terms.ts';
import type { OpenedTarget } from '../redis/opened-target.ts';

/** What a plan may refer to. */
export interface Offer {
  /** The first is measured when a plan names none. */
  targets: readonly OpenedTarget[];
  strategies: readonly StrategyDescription[];
}

/** The plan in a document that came over the network, and the target that it names. Throws InvalidInput. */
export function resolvePlan(input: unknown, offer: Offer): { plan: Plan; target: OpenedTarget } {
  const plan = parsePlan(withTarget(input, offer));
  const target = offer.targets.find((one) => one.target.description.id === plan.target);
  const problems = unknownStrategies(plan, offer.strategies);
  if (!target) {
    const known = offer.targets.map((one) => one.target.description.id);
    throw new InvalidInput([notOneOf('target', plan.target, known), ...problems]);
  }
  if (problems.length > 0) throw new InvalidInput(problems);
  return { plan, target };
}

function withTarget(input: unknown, { targets }: Offer): unknown {
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
