import type { Phrase, Text } from '../contract/recipe.ts';
import type { RecipeWords, Word } from './recipe-words.ts';
import type { labels, sentences } from './en/common.ts';

type FiguresOf<Said> = Said extends string
  ? []
  : Said extends Word<infer Figures>
    ? [figures: Figures]
    : never;

type Maker<Codes> = <Code extends keyof Codes & string>(
  code: Code,
  ...figures: FiguresOf<Codes[Code]>
) => Phrase;

/** Makes the labels that a recipe has words for, and those that all recipes share. */
export type LabelsOf<Words extends Pick<RecipeWords, 'labels'>> = Maker<typeof labels & Words['labels']>;
/** The same of its sentences. */
export type SentencesOf<Words extends Pick<RecipeWords, 'sentences'>> = Maker<
  typeof sentences & Words['sentences']
>;

/** A code with its figures. */
export const phrase = (code: string, ...figures: readonly unknown[]): Phrase => ({
  code,
  ...(figures[0] as object | undefined),
});

export const label: Maker<typeof labels> = phrase;
export const sentence: Maker<typeof sentences> = phrase;

/** Several parts of one name. */
export const listOf = (...parts: readonly Text[]): Phrase => label('list', { parts });

/** "depth 10 against 1" */
export const versus = (of: Text, than: Text | number): Phrase => label('versus', { of, than });
