import { checkPlan } from '../../../shared/plan/check/check-plan.ts';
import type { Capabilities } from '../../../shared/plan/check/plan-faults.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { installedPrograms } from '../../redis/private/find-server.ts';
import { describeChoice, type ChosenTarget } from '../../redis/targets/choose-target.ts';
import { kernelSupport } from '../../redis/private/kernel-link.ts';
import type { CodeOfLanes } from '../lane/lane-code.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { otherTargets } from '../../../shared/plan/lane-servers.ts';
import { parsePlan, type PlanOrigin } from '../../../shared/plan/parse-plan.ts';
import { clientDescriptions, strategyDescriptions } from '../clients/index.ts';

/** Throws InvalidInput with every problem of a plan that cannot be carried out with these capabilities. */
export function assertPlan(plan: Plan, capabilities: Capabilities): void {
  const problems = checkPlan(plan, capabilities);
  if (problems.length > 0) throw new InvalidInput(problems);
}

/** A plan alone runs no code: the caller gives that beside it. Throws InvalidInput. */
export function assertCode({ lanes }: Plan, code: CodeOfLanes | undefined): void {
  const without = lanes.findIndex(({ id, strategy }) => strategy === programStrategy && !code?.has(id));
  if (without >= 0) throw new InvalidInput([problemAt(`lanes[${without}].file`, { code: 'names-code' })]);
}

/** What the engine can do on these targets. */
export const capabilitiesOn = (...targets: ChosenTarget[]): Capabilities => ({
  strategies: strategyDescriptions,
  clients: clientDescriptions,
  // A private server can always be started.
  targets: targets.some(({ id }) => id === serverPlanTarget)
    ? targets
    : [...targets, { id: serverPlanTarget, kind: 'embedded' }],
  programs: installedPrograms(),
  kernel: kernelSupport,
});

/** As `parsePlan`; what is wrong with its strategies is said with the rest. */
function parsed(input: unknown, origin: PlanOrigin): Plan {
  try {
    return parsePlan(input, origin);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput([...error.problems, ...unknownStrategies(input)]);
  }
}

interface GivenLane {
  strategy?: unknown;
  file?: unknown;
}

function unknownStrategies(input: unknown): Problem[] {
  const { lanes } = { lanes: [], ...(input as { lanes?: unknown } | null) };
  const known = strategyDescriptions.filter(({ hidden }) => !hidden).map(({ id }) => id);
  return (Array.isArray(lanes) ? lanes : []).flatMap((lane: GivenLane | null, index) => {
    const value = lane?.strategy;
    if (typeof value !== 'string' || strategyDescriptions.some(({ id }) => id === value)) return [];
    if (value === programStrategy && lane?.file !== undefined) return [];
    // Half of an address may hold a password: only what could be a name is repeated.
    const told = /^[\w-]+$/.test(value) ? { value } : {};
    return problemAt(`lanes[${index}].strategy`, { code: 'not-one-of', known }, told);
  });
}

/**
 * Reads a plan of this machine's own user, and checks it against the server that it is for (`describe`) and those that
 * its lanes name, before they are opened. Throws InvalidInput, TargetChoiceInvalid, and what `describe` throws.
 */
export function planOn(
  input: unknown,
  describe: (plan: Plan) => ChosenTarget,
  origin: PlanOrigin = 'local',
): Plan {
  const plan = parsed(input, origin);
  const chosen = describe(plan);
  const measured = { ...plan, target: chosen.id };
  const others = otherTargets(measured).map((id) => describeChoice({ url: null, target: id }));
  assertPlan(measured, capabilitiesOn(chosen, ...others));
  return plan;
}
