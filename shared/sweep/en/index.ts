import { numbers } from '../../words/en/numbers.ts';
import { warning } from '../../words/en/warning.ts';
import { words as distances } from '../distances.ts';
import { words as loadCurve } from '../load-curve.ts';
import type { RecipeLanguage } from '../recipe-in-words.ts';
import type { RecipeWords } from '../recipe-words.ts';
import { labels, sentences } from './common.ts';

const ofPlans: Partial<Record<string, RecipeWords>> = { 'load-curve': loadCurve, distances };
const words = import.meta.glob<RecipeWords>('../../recipes/*.ts', { eager: true, import: 'words' });

/** Recipes in English. */
export const recipeLanguage: RecipeLanguage = {
  lang: 'en',
  comma: ', ',
  between: ' ',
  numbers,
  labels,
  sentences,
  warning,
  topics: {
    why: 'Why round trips cost',
    depth: 'How deep',
    cost: 'What it costs',
    breaks: 'When it breaks',
  },
  recorded: (when: string, on: string) => `Recorded on a quiet machine on ${when}: ${on}`,
  showRecorded: 'Show a recorded outcome',
  hideRecorded: 'Hide the recorded outcome',
  doneOn: (when: string) => `Done on ${when}`,
  allFigures: 'All figures',
  countedClaims: {
    holds: 'holds',
    'does not hold here': 'does not hold',
    'cannot be seen here': 'cannot be seen',
  },
  recipe: (id) => ofPlans[id] ?? words[`../../recipes/${id}.ts`],
};
