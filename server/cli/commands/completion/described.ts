import type { CommandOption } from '../../../terminal/options/option.ts';
import { start } from '../../../terminal/options/start.ts';
import type { CliCommand, CommandEntry } from '../../options/command.ts';

/** What can be offered behind an option. */
export type CompletionArgument =
  | { type: 'none' }
  | { type: 'files' }
  | { type: 'choices'; words: readonly string[]; several: boolean }
  /** A number, a time, a line: nothing that could be guessed. */
  | { type: 'anything' };

export function argumentOf({ argument, choices, severalChoices = false }: CommandOption): CompletionArgument {
  if (argument === undefined) return { type: 'none' };
  if (choices) return { type: 'choices', words: choices, several: severalChoices };
  if (/\bFILE\b/.test(argument)) return { type: 'files' };
  if (argument.includes('|')) return { type: 'choices', words: argument.split('|'), several: false };
  return { type: 'anything' };
}

/** The first thought of an option's help. */
export const shortHelp = ({ help }: CommandOption): string => (/^[^;(]*/.exec(help)?.[0] ?? help).trim();

/** `--json`, and `-j` where there is one. */
export const flagsOf = ({ name, short }: CommandOption): string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** In single quotes, as every shell reads it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command with what can be typed behind it. */
export type DescribedCommand = Pick<CommandEntry, 'name' | 'summary'> &
  Pick<CliCommand, 'options' | 'operands'>;

export const described = async (commands: readonly CommandEntry[]): Promise<DescribedCommand[]> => [
  { ...start, name: 'start' },
  ...(await Promise.all(
    commands.map(async ({ name, summary, load }) => ({ ...(await load()), name, summary })),
  )),
];
