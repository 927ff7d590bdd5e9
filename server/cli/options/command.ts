import { wrap } from '../output/columns.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Branch } from './branch.ts';
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
  /** Ways in which it is carried out that differ in their options; absent: one, which takes all of them. */
  branches?: readonly Branch[];
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
const widest = 100;
const widestProse = 120;

/** `columns`: of the terminal; `null`: there is none. */
export function helpText(
  { usage, about, options, notes, exitCodes, examples = [] }: CliCommand,
  columns: number | null,
): string {
  // Prose runs on over its lines; a line that is indented is one to copy.
  const inLines = (text: string) =>
    columns === null
      ? [text]
      : text
          .replaceAll(/(?<=\S)\n(?=\S)/g, ' ')
          .split('\n')
          .flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, Math.min(columns, widestProse))));
  // A command that was broken could not be copied.
  const commands = examples.map((line) => `  ${line}`);
  return [
    `Usage: ${usage}`,
    '',
    ...inLines(about),
    ...optionLines(options, Math.min(widest, columns ?? widest)),
    '',
    ...(notes === undefined ? [] : [...inLines(notes), '']),
    ...inLines(`Exit codes: ${exitCodes}`),
    '',
    ...(commands.length === 0 ? [] : [commands.length === 1 ? 'Example:' : 'Examples:', ...commands, '']),
  ].join('\n');
}

/** A table of options as lines of text, under the headings of their groups. */
function optionLines(options: readonly CommandOption[], width: number): string[] {
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
