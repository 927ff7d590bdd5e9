import { plainJson } from '../../terminal/plain-text.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/** All of it, described in docs/recipes.md. */
export const recipeJson: RecipeReporter = {
  id: 'json',
  report(result, write) {
    write(`${plainJson(result, 2)}\n`);
  },
};
