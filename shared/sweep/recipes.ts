import type { Recipe } from './recipe.ts';
import type { RecipeWords } from './recipe-words.ts';

/** A recipe of this program, with its words in English. */
export interface KnownRecipe extends Recipe {
  words: RecipeWords;
}

const files = import.meta.glob<{ recipe: Recipe; words: RecipeWords }>('../recipes/*.ts', { eager: true });

/** Every recipe, in the order in which the command line and the page offer them. */
export const recipes: readonly KnownRecipe[] = Object.values(files)
  .map(({ recipe, words }) => ({ ...recipe, words }))
  .sort((one, other) => one.order - other.order);

export const findRecipe = (id: string): KnownRecipe | undefined => recipes.find((recipe) => recipe.id === id);
