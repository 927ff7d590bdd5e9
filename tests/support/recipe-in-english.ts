import type { Recipe } from '../../shared/recipes/recipe.ts';
import type { Measured } from '../../shared/recipes/measured.ts';
import { recipeLanguage as english } from '../../shared/words/en/recipes/index.ts';
import { outcomeInWords, type OutcomeInWords } from '../../shared/words/recipe-in-words.ts';
import type { RecipeLanguage } from '../../shared/words/recipe-words.ts';

/** All that a recipe says of these figures, in the words of a language. */
export const saidIn = (
  recipe: Recipe,
  measured: Measured,
  language: RecipeLanguage = english,
): OutcomeInWords =>
  outcomeInWords(
    {
      kind: 'recipe',
      schema: 2,
      recipe: recipe.id,
      form: 'quick',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:01:00.000Z',
      state: 'completed',
      prediction: {
        unit: recipe.prediction.type === 'number' ? recipe.prediction.unit : null,
        answer: recipe.prediction.answer(measured),
      },
      tables: recipe.tables(measured),
      claims: Object.entries(recipe.claims).map(([claim, judge]) => ({ claim, ...judge(measured) })),
      reading: recipe.read(measured),
      warnings: [],
    },
    language,
  );

/** Its claims, in their order. */
export const judgedIn = (recipe: Recipe, measured: Measured) => saidIn(recipe, measured).claims;

export const readIn = (recipe: Recipe, measured: Measured) => saidIn(recipe, measured).reading;

export const tablesIn = (recipe: Recipe, measured: Measured) => saidIn(recipe, measured).tables;
