import { reportersOf } from '../../reporters/index.ts';
import type { Recipe } from '../../../shared/sweep/recipe.ts';
import { listed, type Branch, type RefusedOption } from './branch.ts';
import { gateOptions } from './gate.ts';
import { besideCsv, needsOfCsv } from './output.ts';
import { refuseBoth, type OptionValues } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';

/** Times that may be other than the recipe's; all else of its plans is what it is about. */
const timeOptions = ['duration', 'warmup', 'slice'];

/** Names of the reports that can be made of what a recipe gave. */
const recipeOutputs = reportersOf.recipe.map(({ id }) => id);

/** Options that may stand beside `--recipe`. */
export const besideRecipe = [
  'recipe',
  'quick',
  ...timeOptions,
  'url',
  'target',
  'network',
  'prefix',
  'allow-eviction',
  ...recipeOutputs,
  ...besideCsv,
  'config',
  'quiet',
  'no-progress',
  'help',
];

const runOutputs = reportersOf.run.map(({ id }) => id);
const gates = gateOptions.map(({ name }) => name);

/** `bench --recipe`. */
export const ofRecipe: Branch = {
  called: 'bench --recipe',
  takes: besideRecipe,
  refuses: whyNot,
  needs: needsOfCsv,
};

/** `report` of what a recipe gave. */
export const ofRecipeFile: Branch = {
  called: 'report of a recipe',
  takes: [...recipeOutputs, ...besideCsv, 'help'],
  refuses: ofOneRun,
  needs: needsOfCsv,
};

/** Throws UsageError for a server that the recipe has no use for. */
export function checkRecipeServer(values: OptionValues, recipe: Recipe): void {
  refuseBoth(values, 'url', 'target', 'where');
  if (recipe.needsPrivateServer && (values.has('url') || values.has('target')))
    throw new UsageError(
      `the recipe ${recipe.id} is about settings of servers, or their number, and brings private ones: leave out --url and --target`,
    );
}

function whyNot(others: readonly RefusedOption[]): string {
  const leaveOut = `leave out ${listed(others)}`;
  if (others.every(({ name }) => runOutputs.includes(name))) return ofOneRun(others);
  if (others.every(({ name }) => gates.includes(name)))
    return `a recipe judges claims of its own, and ${listed(others)} is about a single run: ${leaveOut}. --junit has a test case for each claim`;
  return `--recipe brings plans of its own: ${leaveOut}. Beside it: ${dashed(besideRecipe.slice(1))}`;
}

function ofOneRun(others: readonly RefusedOption[]): string {
  return `a recipe is a series of runs, and ${listed(others)} describes one: leave it out. Reports of a recipe: ${dashed(recipeOutputs)}`;
}

const dashed = (names: readonly string[]): string => names.map((name) => `--${name}`).join(', ');
