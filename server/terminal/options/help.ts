import { optionName, type CommandOption } from './option.ts';

/** A command as its help describes it. */
export interface HelpedCommand {
  /** Command line, as in `roundtrip clean --url URL`. */
  usage: string;
  /** Sentences on the purpose of the command. */
  about: string;
  options: readonly CommandOption[];
  /** Text of the help after the options. */
  notes?: string;
  exitCodes: string;
  examples?: readonly string[];
}

const textColumn = 34;
const widest = 100;
const widestProse = 120;

/** `columns`: of the terminal; `null`: there is none. */
export function helpText(
  { usage, about, options, notes, exitCodes, examples = [] }: HelpedCommand,
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

/** A text in lines of at most so many columns, broken between words. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
