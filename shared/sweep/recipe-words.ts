import type { Ratio, Text } from '../contract/recipe.ts';

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
export type Word<Figures> = (figures: Figures, say: Say) => string;
export type AnyWords = Readonly<Record<string, string | Word<never>>>;

interface ClaimWords {
  /** What the source says. */
  text: string;
  /** When it holds. */
  rule: string;
}

/** All words of a recipe in English. Their names are its codes, and the figures that each takes are those of the code. */
export interface RecipeWords {
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
  choices: Readonly<Record<string, string>>;
  /** The answer as a sentence that needs no table: `said` is it in words, "5.2" (times), "43 %", a choice. */
  takeaway: (said: string, answer: number | string) => string;
  claims: Readonly<Record<string, ClaimWords>>;
  /** Names of steps, tables, columns, rows and cells. */
  labels: AnyWords;
  /** Evidence of claims, and what the figures say. */
  sentences: AnyWords;
}

/** Words in another language, by those in English. One that is missing, or one too many, does not compile. */
export type TranslatedWords<English extends AnyWords> = {
  readonly [Code in keyof English]: English[Code] extends Word<infer Figures> ? Word<Figures> : string;
};

/** All words of a recipe in another language. */
export interface Translated<English extends RecipeWords> extends RecipeWords {
  choices: { readonly [Choice in keyof English['choices']]: string };
  claims: { readonly [Claim in keyof English['claims']]: ClaimWords };
  labels: TranslatedWords<English['labels']>;
  sentences: TranslatedWords<English['sentences']>;
}
