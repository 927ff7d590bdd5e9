import { wrap } from '../output/columns.ts';
import type { Terminal } from '../output/terminal.ts';
import { optionName, type CommandOption } from './option.ts';
import type { CommandCall, WordTable } from './option-words.ts';

/**
 * A command. `run` imports what is large, such as the engine, on demand: help, completion and wrong usage start
 * without it.
 */
export interface CliCommand extends WordTable {
  /** How it is called. */
  usage: string;
  /** What it does. */
  about: string;
  /** What its help says after the options. */
  notes?: string;
  exitCodes: string;
  examples?: readonly string[];
  /** What to say to words that cannot be read, when they are a line of another tool; `null`: they are none. */
  otherwise?: (words: readonly string[]) => Promise<string | null>;
  /** Resolves with the exit code. Throws UsageError, and what prevented the command from doing its work. */
  run: (call: CommandCall, terminal: Terminal, commands: readonly CommandEntry[]) => Promise<number>;
}

/** A command before it is loaded. */
export interface CommandEntry {
  name: string;
  /** One line of `roundtrip help`. */
  summary: string;
  load: () => Promise<CliCommand>;
}

const textColumn = 34;
const width = 100;

export function helpText({ usage, about, options, notes, exitCodes, examples = [] }: CliCommand): string {
  return [
    `Usage: ${usage}`,
    '',
    about,
    ...optionLines(options),
    '',
    ...(notes === undefined ? [] : [notes, '']),
    `Exit codes: ${exitCodes}`,
    '',
    ...(examples.length === 0 ? [] : [examples.length === 1 ? 'Example:' : 'Examples:']),
    ...examples.map((line) => `  ${line}`),
    ...(examples.length === 0 ? [] : ['']),
  ].join('\n');
}

/** A table of options as lines of text, under the headings of their groups. */
function optionLines(options: readonly CommandOption[]): string[] {
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups.flatMap((group) => [
    '',
    `${group ?? 'Options'}:`,
    ...options
      .filter((option) => option.group === group)
      .flatMap((option) => {
        const head = `  ${option.short ? '' : '    '}${optionName(option)}${option.argument ? ` ${option.argument}` : ''}`;
        const [first = '', ...rest] = wrap(option.help, width - textColumn);
        const start =
          head.length < textColumn - 1
            ? [`${head.padEnd(textColumn)}${first}`]
            : [head, ' '.repeat(textColumn) + first];
        return [...start, ...rest.map((line) => ' '.repeat(textColumn) + line)];
      }),
  ]);
}
