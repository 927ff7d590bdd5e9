import { optionName, type CommandOption } from '../options/option.ts';
import { wrap } from '../output/wrap.ts';

const textColumn = 34;
const width = 100;

/** A table of options as lines of text, under the headings of their groups. */
export function optionLines(options: readonly CommandOption[]): string[] {
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
