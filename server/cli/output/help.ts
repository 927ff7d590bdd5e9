import { benchOptions } from '../options/bench.ts';
import { nameOf, type CommandOption } from '../options/option.ts';
import { wrap } from './wrap.ts';

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
        const head = `  ${option.short ? '' : '    '}${nameOf(option)}${option.argument ? ` ${option.argument}` : ''}`;
        const [first = '', ...rest] = wrap(option.help, width - textColumn);
        const start =
          head.length < textColumn - 1
            ? [`${head.padEnd(textColumn)}${first}`]
            : [head, ' '.repeat(textColumn) + first];
        return [...start, ...rest.map((line) => ' '.repeat(textColumn) + line)];
      }),
  ]);
}

/** The text of `bench --help`, made from the table of options. */
export function benchHelp(): string {
  return [
    'Usage: npm run bench -- [options]        or: roundtrip bench [options]',
    '',
    'Sends the same workload to Redis in several ways, in turns, and says how much each one brings.',
    ...optionLines(benchOptions),
    '',
    'Exit codes: 0 done; 1 the measurement could not be made; 2 wrong usage; 99 an assertion or the bound of',
    '--max-regression failed.',
    '',
    'Examples:',
    '  npm run bench -- --strategy one-by-one,pipeline -P 64',
    '  npm run bench -- -t get -d 1k -c 50 --strategy one-by-one,auto-pipeline,multi-key --json result.json',
    '  npm run bench -- -u redis://127.0.0.1:6379 -n 100k --strategy one-by-one,pipeline,wire',
    '',
  ].join('\n');
}
