import type { Workload } from '../contract/workload.ts';

type Lines = { [Field in 'customCommand' | 'customCommands']?: Workload[Field] | undefined };

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

const parts = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];

/** Splits a command line at its spaces; "two words" and 'two words' are one. */
export const splitWords = (line: string): string[] =>
  parts(line).map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** The word that begins with a quote which nothing closes; `null`: there is none. */
export const openQuote = (line: string): string | null =>
  parts(line).find(([, , , bare]) => bare !== undefined && /^["']/.test(bare))?.[3] ?? null;
