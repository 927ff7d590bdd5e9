import { reporters, reportersOf } from '../../reporters/index.ts';
import type { Recipe } from '../../../shared/sweep/recipe.ts';
import { gateOptions } from './gate.ts';
import { refuseBoth, type OptionValues } from './option-words.ts';
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
  'config',
  'quiet',
  'no-progress',
  'help',
];

const runOutputs = reporters.map(({ id }) => id);
const gates = gateOptions.map(({ name }) => name);

/** Throws UsageError for options that a recipe has no use for, and says which it has. */
export function checkRecipeOptions(values: OptionValues, recipe: Recipe): void {
  const others = [...values.keys()].filter((name) => !besideRecipe.includes(name));
  if (others.length > 0) throw new UsageError(whyNot(others));
  refuseBoth(values, 'url', 'target', 'where');
  if (recipe.needsPrivateServer && (values.has('url') || values.has('target')))
    throw new UsageError(
      `the recipe ${recipe.id} is about settings of servers, or their number, and brings private ones: leave out --url and --target`,
    );
}

function whyNot(others: readonly string[]): string {
  const leaveOut = `leave out ${dashed(others)}`;
  if (others.every((name) => runOutputs.includes(name))) return ofOneRun(others);
  if (others.every((name) => gates.includes(name)))
    return `a recipe judges claims of its own, and ${dashed(others)} is about a single run: ${leaveOut}. --junit has a test case for each claim`;
  return `--recipe brings plans of its own: ${leaveOut}. Beside it: ${dashed(besideRecipe.slice(1))}`;
}

const ofOneRun = (outputs: readonly string[]) =>
  `a recipe is a series of runs, and ${dashed(outputs)} describes one: leave it out. Reports of a recipe: ${dashed(recipeOutputs)}`;

/** Throws UsageError for reports that are of a single run. */
export function checkRecipeOutputs(outputs: readonly string[]): void {
  const others = outputs.filter((id) => !recipeOutputs.includes(id));
  if (others.length > 0) throw new UsageError(ofOneRun(others));
}

const dashed = (names: readonly string[]): string => names.map((name) => `--${name}`).join(', ');
