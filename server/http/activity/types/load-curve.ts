import { loadOrderSchema } from '../../../../shared/contract/lesson.ts';
import { InvalidInput, parse } from '../../../../shared/contract/parse.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import { loadCurve } from '../../../../shared/sweep/load-curve.ts';
import { loadPlanFault } from '../../../engine/sweep/load-plan.ts';
import { alreadyThere, prepareTarget } from '../../../redis/connection/opened-target.ts';
import { resolvePlan, type AvailableTargets } from '../resolve-plan.ts';
import type { LessonJob } from './lesson.ts';

/** The load curve in a document that came over the network: a sweep like a lesson. Throws InvalidInput. */
export function parseLoadCurve(input: unknown, offer: AvailableTargets): LessonJob & { plan: Plan } {
  const order = parse(loadOrderSchema, input);
  const rates = [...new Set(order.rates)].sort((a, b) => a - b);
  const [lowest] = rates;
  const {
    plan,
    target: opened,
    others,
    agents,
  } = resolvePlan({ ...order.plan, workload: { ...order.plan.workload, rps: lowest } }, offer);
  const fault = loadPlanFault(plan);
  if (fault)
    throw new InvalidInput([{ field: `plan.${fault.field}`, value: undefined, message: fault.message }]);
  return {
    plan,
    recipe: loadCurve(plan, rates),
    form: 'full',
    on: others.map(({ target }) => target.description),
    others,
    ...(agents ? { agents } : {}),
    open: async () => alreadyThere((await prepareTarget(opened, plan)).target),
  };
}
