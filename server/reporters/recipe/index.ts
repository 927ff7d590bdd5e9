import { recipeCsv } from './csv.ts';
import { recipeJson } from './json.ts';
import { recipeJunit } from './junit.ts';
import { recipeMarkdown } from './markdown.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/** Every report of a recipe, by the name of its option. */
export const recipeReporters: readonly RecipeReporter[] = [
  recipeJson,
  recipeCsv,
  recipeMarkdown,
  recipeJunit,
];
