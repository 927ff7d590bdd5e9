interface Lines {
  customCommand?: string | undefined;
  customCommands?: readonly string[] | undefined;
}

/** The lines of one's own that a workload sends, in the order of its commands "custom". */
export const ownLines = ({ customCommand, customCommands }: Lines): readonly string[] =>
  customCommands ?? (customCommand === undefined ? [] : [customCommand]);

/** The field of the line at this place among those of one's own. */
export const lineField = ({ customCommands }: Lines, place: number): string =>
  customCommands ? `customCommands[${place}]` : 'customCommand';

/** The line of the command "custom" at this place of the commands. */
export function lineAt(
  { commands, ...lines }: Lines & { commands?: readonly string[] | undefined },
  place: number,
): string | undefined {
  const before = (commands ?? []).slice(0, place).filter((id) => id === 'custom').length;
  const own = ownLines(lines);
  return own[lines.customCommands ? before : 0];
}

interface Token {
  text: string;
  isQuoted: boolean;
}

/** Words and quoted texts. A backslash in double quotes takes a quote or a backslash as it is. */
const tokensOf = (line: string): Token[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/gs)].map(([, double, single, bare]) => ({
    text: double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? bare ?? '',
    isQuoted: bare === undefined,
  }));

/** Words of a line, repeated ones included. */
const mostWords = 20_000;

/** Writes out `(a b)*3`, where that is not too long. */
function writtenOut(tokens: readonly Token[]): Token[] {
  const open = tokens.findIndex(({ text, isQuoted }) => !isQuoted && text.startsWith('('));
  const close = tokens.findIndex(
    ({ text, isQuoted }, at) => at >= open && !isQuoted && /\)\*\d{1,5}$/.test(text),
  );
  if (open < 0 || close < 0) return [...tokens];
  const [end = '', times = '1'] = (tokens[close]?.text ?? '').split(/\)\*(?=\d+$)/);
  const group = tokens.slice(open, close + 1).map((token) => ({ ...token }));
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || group.length * Number(times) > mostWords) return [...tokens];
  last.text = end;
  first.text = first.text.slice(1);
  const words = group.filter(({ text, isQuoted }) => isQuoted || text !== '');
  return [
    ...tokens.slice(0, open),
    ...Array.from({ length: Number(times) }, () => words).flat(),
    ...writtenOut(tokens.slice(close + 1)),
  ];
}

/**
 * Splits a command line at its spaces; "two words" and 'two words' are one, and `(f:__rand_int__ __data__)*3` is these two
 * words three times.
 */
export const splitWords = (line: string): string[] => writtenOut(tokensOf(line)).map(({ text }) => text);

/** A word as `splitWords` reads it, in quotes where it needs them. */
export const quotedWord = (word: string): string =>
  /^[^\s"'()]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Payloads that a line sends. */
export const payloadsIn = (line: string): number =>
  splitWords(line).filter((word) => word === '__data__').length;

/** The word that begins with a quote which nothing closes; `null`: there is none. */
export const openQuote = (line: string): string | null =>
  tokensOf(line).find(({ text, isQuoted }) => !isQuoted && /^["']/.test(text))?.text ?? null;
