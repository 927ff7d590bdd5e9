/** A finding that stands among sentences, as one. */
export const asSentence = (words: string): string =>
  words.charAt(0).toUpperCase() +
  words.slice(1) +
  (/[.!?。]$/.test(words) ? '' : /\p{Script=Han}$/u.test(words) ? '。' : '.');
