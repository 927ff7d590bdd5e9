import type { RecipeReporter } from './recipe-reporter.ts';

/** All of it, described in docs/recipes.md. */
export const recipeJson: RecipeReporter = {
  id: 'json',
  report(result, write) {
    write(`${JSON.stringify(result, null, 2)}\n`);
  },
};
