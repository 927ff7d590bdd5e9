import { findRecipe, recipes, type KnownRecipe } from '../../../shared/sweep/recipes.ts';
import { UsageError } from '../exit-codes.ts';

/** Finds a recipe by its name. Throws UsageError that names them all. */
export function recipeNamed(name: string): KnownRecipe {
  const recipe = findRecipe(name);
  if (recipe) return recipe;
  throw new UsageError(`no recipe "${name}". There are: ${recipes.map(({ id }) => id).join(', ')}`);
}
