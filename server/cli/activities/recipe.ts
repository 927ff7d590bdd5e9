import type { SweepStep } from '../../../shared/sweep/recipe.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { checkRecipeServer } from '../options/recipe.ts';
import { recipeNamed } from '../options/recipe-named.ts';
import { benchOptions } from '../options/bench.ts';
import { openChosen } from '../../redis/targets/choose-target.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { planInputFrom } from '../options/plan-input.ts';
import { reportersOf } from '../../reporters/index.ts';
import { Outputs } from '../output/outputs.ts';
import { loudnessIn, requestsIn } from '../options/output.ts';
import { readyAgain } from '../../redis/connection/target.ts';
import type { GivenOptions } from '../options/config.ts';
import { reportSweep } from './bench.ts';
import type { Terminal } from '../output/terminal.ts';

/** `bench --recipe NAME`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export async function benchRecipe({ values }: GivenOptions, terminal: Terminal): Promise<number> {
  const recipe = recipeNamed(lastOf(values, 'recipe') ?? '');
  checkRecipeServer(values, recipe);
  const outputs = new Outputs(requestsIn(values, reportersOf.recipe), terminal.stdout);
  // A server that was named serves all steps; a private one is started for each step.
  const chosen = await openChosen({ url: lastOf(values, 'url'), target: lastOf(values, 'target') });
  const form = values.has('quick') ? 'quick' : 'full';
  const open = chosen ? { open: () => readyAgain(chosen) } : {};
  const job = { recipe, form, adjust: adjusted(values), ...open } as const;
  try {
    return await reportSweep(job, { call: loudnessIn(values), outputs, terminal });
  } finally {
    await chosen?.stop();
  }
}

/**
 * Replaces the times of a step by those of the command line, who makes its network, and what it may do to a server of
 * others; a duration takes the place of a count as well.
 */
function adjusted(values: OptionValues): (step: SweepStep) => SweepStep {
  const own: Omit<PlanInput, 'lanes'> = planInputFrom(values, benchOptions);
  return (step) => {
    const { workload, schedule, lanes, network } = step.plan;
    const kept = values.has('duration') ? withoutCount(workload ?? {}) : workload;
    return {
      ...step,
      plan: {
        ...step.plan,
        ...(own.network && { network: { ...network, ...own.network } }),
        ...(own.prefix !== undefined && { prefix: own.prefix }),
        ...(own.allowEviction && { allowEviction: true }),
        workload: { ...kept, ...own.workload },
        schedule: { ...schedule, ...own.schedule },
        lanes: values.has('duration')
          ? lanes.map((lane) => ({ ...lane, workload: withoutCount(lane.workload ?? {}) }))
          : lanes,
      },
    };
  };
}

function withoutCount<T extends object>(workload: T): T {
  const { requests: _requests, ...others } = workload as T & { requests?: unknown };
  return others as T;
}
