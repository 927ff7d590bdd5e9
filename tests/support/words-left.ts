/** Figures in a sentence of whatever language, without what groups their thousands, and with a decimal point. */
export function figuresOf(sentence: string, isRussian = /[а-яё]/i.test(sentence)): string[] {
  return [...sentence.matchAll(/\d[\d,.\u202f]*/g)]
    .map(([figure]) => figure.replaceAll('\u202f', '').replace(/[.,]$/, ''))
    .map((figure) => (isRussian ? figure.replace(',', '.') : figure.replaceAll(',', '')))
    .sort();
}

/** Names and units, which are the same in every language of the page. */
const names = new Set([
  ...[
    'CPU',
    'PING',
    'Redis',
    'ioredis',
    'node-redis',
    'GLIDE',
    'Nagle',
    'MSET',
    'MGET',
    'DEL',
    'MULTI',
    'EXEC',
    'Lua',
    'API',
  ],
  ...['ms', 's', 'p50', 'p99', 'Mbit', 'MiB', 'KiB', 'B'],
]);

/** Words in Latin letters that are no name and no unit. */
export const englishWords = (sentence: string): string[] =>
  (sentence.match(/[A-Za-z][A-Za-z0-9’'-]*/g) ?? []).filter((word) => !names.has(word));
