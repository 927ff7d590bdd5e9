import type { Numbers } from './numbers.ts';
import type { WarningWords } from './words.ts';
import type { RecipeId } from '../recipes/index.ts';
import type { LoadCurveCodes } from '../recipes/load-curve.ts';
import type { Ratio } from '../recipes/measured.ts';
import type { CommonLabels, CommonSentences, None, Phrase, RecipeCodes, Text } from '../recipes/phrase.ts';
import type { ClaimState } from '../contract/recipe.ts';

/** What the words of a phrase are made with: other phrases within it, and figures as the language writes them. */
export interface Say {
  label: (text: Text) => string;
  /** "1,234" */
  count: (value: number) => string;
  /** "12,345/s" */
  perSecond: (rate: number) => string;
  /** "× 5.18 (4.90 – 5.44)" */
  ratio: (ratio: Ratio) => string;
  /** "4.90 – 5.44" */
  interval: (ends: readonly [number, number]) => string;
  /** "a, b, c" */
  list: (parts: readonly string[]) => string;
}

/** Whether there is a ratio, and noise alone may have made it larger than 1. */
export const isUnclear = (ratio: Ratio | null): boolean =>
  ratio !== null && (ratio.ci95 === null || ratio.ci95[0] <= 1);

/** A code with figures is a function of them; one without is a text. */
export type PhraseWord<Figures> = Figures extends None ? string : (figures: Figures, say: Say) => string;
export type WordsFor<Codes> = { readonly [Code in keyof Codes]: PhraseWord<Codes[Code]> };

export interface ClaimWords {
  /** What the source says. */
  text: string;
  /** When it holds. */
  rule: string;
}

/** All words of a recipe in one language. One that is missing does not compile. */
export interface RecipeWords<Codes extends RecipeCodes> {
  title: string;
  /** What the sweep is to find out. */
  question: string;
  /** How it is done here, and in what that differs from its source. */
  method: string;
  /** Where the published figures and claims come from. */
  source: string;
  /** Asked before anything is measured. */
  ask: string;
  /** A number needs no words. */
  choices: { readonly [Choice in Codes['choices']]: string };
  /** The answer as a sentence that needs no table: `said` is it in words, "5.2" (times), "43 %", a choice. */
  takeaway: (said: string, answer: number | string) => string;
  claims: { readonly [Claim in Codes['claims']]: ClaimWords };
  labels: WordsFor<Codes['labels']>;
  sentences: WordsFor<Codes['sentences']>;
}

/** As they are looked up: whether code and figures fit has been checked where both were written. */
export type AnyWords = Readonly<Record<string, string | ((figures: never, say: Say) => string)>>;

export interface AnyRecipeWords extends Pick<
  RecipeWords<RecipeCodes>,
  'title' | 'question' | 'method' | 'source' | 'ask' | 'takeaway'
> {
  choices: Readonly<Record<string, string>>;
  claims: Readonly<Record<string, ClaimWords>>;
  labels: AnyWords;
  sentences: AnyWords;
}

/** A language in which recipes are read. */
export interface RecipeLanguage {
  lang: string;
  /** Between the parts of a list. */
  comma: string;
  /** Between two sentences. */
  between: string;
  numbers: Numbers;
  labels: WordsFor<CommonLabels>;
  sentences: WordsFor<CommonSentences>;
  /** Of the runs of a sweep. */
  warning: WarningWords;
  /** "cannot be seen 1" */
  countedClaims: Readonly<Record<ClaimState, string>>;
  recipes: Readonly<Record<RecipeId | LoadCurveCodes['id'], AnyRecipeWords>>;
}

/** A code that there are no words for is from another version: it is shown as it is. */
export const phraseInWords = (phrase: Phrase, words: readonly (AnyWords | undefined)[], say: Say): string => {
  const word = words.map((some) => some?.[phrase.code]).find((found) => found !== undefined);
  if (word === undefined) return phrase.code;
  return typeof word === 'string' ? word : (word as (phrase: Phrase, say: Say) => string)(phrase, say);
};
