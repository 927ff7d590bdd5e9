import type { Sweep } from '../../shared/sweep/recipe.ts';
import type { Measured } from '../../shared/sweep/measured.ts';
import { recipeLanguage as english } from '../../shared/sweep/en/index.ts';
import {
  outcomeInWords,
  type OutcomeInWords,
  type RecipeOutcome,
} from '../../shared/sweep/recipe-in-words.ts';
import type { RecipeLanguage } from '../../shared/sweep/recipe-in-words.ts';

/** The outcome of a recipe with these figures. */
export const foundBy = (recipe: Sweep, measured: Measured): RecipeOutcome => ({
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
});

/** The same in the words of a language. */
export const saidIn = (
  recipe: Sweep,
  measured: Measured,
  language: RecipeLanguage = english,
): OutcomeInWords => outcomeInWords(foundBy(recipe, measured), language);

/** Its claims, in their order. */
export const judgedIn = (recipe: Sweep, measured: Measured) => saidIn(recipe, measured).claims;

export const readIn = (recipe: Sweep, measured: Measured) => saidIn(recipe, measured).reading;

export const tablesIn = (recipe: Sweep, measured: Measured) => saidIn(recipe, measured).tables;
