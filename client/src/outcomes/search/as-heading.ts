import type { SearchAnswerWords } from '../../../../shared/words/search-words.ts';

/** The first part of an answer without what leads to the rest of it. */
export const asHeading = (first: string): string => first.replace(/[.:。：]$/, '');

/** The rest of an answer below its heading: where it went on after a colon, it now begins a sentence. */
export const belowHeading = ([first, rest]: SearchAnswerWords): string =>
  /[:：]$/.test(first) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
