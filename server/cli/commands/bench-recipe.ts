import type { Recipe, SweepStep } from '../../../shared/sweep/recipe.ts';
import type { RecipeForm } from '../../../shared/contract/enums.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { alreadyThere, type OpenedTarget } from '../../redis/connection/opened-target.ts';
import { recipeNamed } from './recipe-named.ts';
import { benchOptions } from '../options/bench.ts';
import { openChosen } from '../../redis/targets/choose-target.ts';
import { planInputFrom, type OptionValues } from '../options/option-words.ts';
import { reportersOf } from '../../reporters/index.ts';
import { Outputs } from '../output/outputs.ts';
import { requestsIn } from '../options/output.ts';
import { checkRecipeOptions, timeOptions } from '../options/recipe.ts';
import { printDocument } from '../output/print-document.ts';
import { runSweep } from './run-sweep.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes } from '../usage/usage-error.ts';

/** `bench --recipe NAME`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export async function benchRecipe(values: OptionValues, terminal: Terminal): Promise<number> {
  const recipe = recipeNamed(values.get('recipe')?.at(-1) ?? '');
  checkRecipeOptions(values, recipe);
  const outputs = new Outputs(requestsIn(values, reportersOf.recipe), terminal.stdout);
  const result = await sweep(recipe, values.has('quick') ? 'quick' : 'full', values, terminal);
  printDocument({ kind: 'recipe', result }, outputs, { quiet: values.has('quiet') }, terminal);
  return result.state === 'completed' ? exitCodes.done : exitCodes.notMeasured;
}

async function sweep(
  recipe: Recipe,
  form: RecipeForm,
  values: OptionValues,
  terminal: Terminal,
): Promise<RecipeResult> {
  const last = (name: string) => values.get(name)?.at(-1) ?? null;
  // A server that was named serves all steps; a private one is started anew for each.
  const chosen = await openChosen({ url: last('url'), target: last('target') });
  try {
    const open = chosen ? { open: () => readyAgain(chosen) } : {};
    return await runSweep(
      { recipe, form, adjust: adjusted(values), ...open },
      { isSilent: values.has('quiet') || values.has('no-progress') },
      terminal,
    );
  } finally {
    await chosen?.stop();
  }
}

/** A server for the next step: one of ours that has died is started again, and none is stopped after a step. */
async function readyAgain(chosen: OpenedTarget): Promise<OpenedTarget> {
  await chosen.prepare(undefined);
  return alreadyThere(chosen.target);
}

/**
 * Replaces the times of a step by those of the command line, and who makes its network; a duration takes the place of
 * a count as well.
 */
function adjusted(values: OptionValues): (step: SweepStep) => SweepStep {
  const times: Pick<PlanInput, 'workload' | 'schedule'> = planInputFrom(
    values,
    benchOptions.filter(({ name }) => timeOptions.includes(name)),
  );
  const { network: made }: Pick<PlanInput, 'network'> = planInputFrom(
    values,
    benchOptions.filter(({ name }) => name === 'network'),
  );
  return (step) => {
    const { workload, schedule, lanes, network } = step.plan;
    const kept = values.has('duration') ? withoutCount(workload ?? {}) : workload;
    return {
      ...step,
      plan: {
        ...step.plan,
        ...(made && { network: { ...network, ...made } }),
        workload: { ...kept, ...times.workload },
        schedule: { ...schedule, ...times.schedule },
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
