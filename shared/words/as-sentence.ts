/** With what ends a sentence, where nothing does. */
export const withEnd = (words: string): string =>
  words + (/[.!?。？]$/.test(words) ? '' : /\p{Script=Han}/u.test(words) ? '。' : '.');

/** A finding that stands among sentences, as one. */
export const asSentence = (words: string): string => withEnd(words.charAt(0).toUpperCase() + words.slice(1));

/** A sentence as the title of a page: without its end. */
export const asTitle = (sentence: string): string => sentence.replace(/[.。]$/, '');
