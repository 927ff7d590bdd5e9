const parts = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];

/** Splits a command line at its spaces; "two words" and 'two words' are one. */
export const splitWords = (line: string): string[] =>
  parts(line).map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** The word that begins with a quote which nothing closes; `null`: there is none. */
export const openQuote = (line: string): string | null =>
  parts(line).find(([, , , bare]) => bare !== undefined && /^["']/.test(bare))?.[3] ?? null;
