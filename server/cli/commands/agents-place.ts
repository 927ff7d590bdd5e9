import type { Plan } from '../../../shared/contract/plan.ts';
import { controlFromUrl } from '../../engine/agents/control.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import type { GivenOptions } from '../options/config/given.ts';
import { joinFor } from '../options/agents.ts';

/** Where the agents of a plan are found. Throws UsageError, TargetUrlInvalid and ControlUnusable. */
export async function agentsPlace(
  plan: Plan,
  { values }: Pick<GivenOptions, 'values'>,
): Promise<Pick<RunJob, 'agents'>> {
  const join = joinFor(plan, values, process.env);
  return join === null ? {} : { agents: { control: await controlFromUrl(join) } };
}
