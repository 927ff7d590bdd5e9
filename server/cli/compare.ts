import { readWordsAndOperands } from './option-words.ts';
import { compareStored, readStored } from './gate/baseline.ts';
import { checksText } from './gate/checks-text.ts';
import { readComparisonRules } from './gate/comparison-options.ts';
import { comparisonText } from './gate/comparison-text.ts';
import { checkRegression } from './gate/regression.ts';
import { optionLines } from './help.ts';
import { comparisonOptions } from './options/gate.ts';
import type { CommandOption } from './options/option.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usage-error.ts';

export const compareOptions: readonly CommandOption[] = [
  ...comparisonOptions,
  { name: 'help', short: 'h', group: 'Gate', help: 'this text' },
];

const help = [
  'Usage: npm run compare -- OLD NEW [NEW…] [options]        or: roundtrip compare OLD NEW [NEW…] [options]',
  '',
  'Holds each later result against the first, lane by lane: better, worse or not told apart. Results are files that',
  'bench wrote with --json, --ndjson or --html, of the same plan.',
  ...optionLines(compareOptions),
  '',
  'Exit codes: 0 done; 1 a file could not be read; 2 wrong usage, or results of different plans; 99 a lane is worse',
  'by more than --max-regression.',
  '',
].join('\n');

/** `roundtrip compare`: resolves with the exit code. Throws UsageError, BaselineUnreadable. */
export function compare(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, operands } = readWordsAndOperands(words, compareOptions, 'roundtrip compare --help');
  if (values.has('help')) {
    terminal.stdout(help);
    return Promise.resolve(exitCodes.done);
  }
  const rules = readComparisonRules(values);
  const [first, ...later] = operands;
  if (first === undefined || later.length === 0)
    throw new UsageError('compare takes two results and more: roundtrip compare old.json new.json');
  const was = readStored(first);
  const all = later.map(readStored).map((is) => ({ is, comparison: compareStored(was, is, rules) }));
  for (const { is, comparison } of all) terminal.stdout(comparisonText(comparison, was.file, is.file));
  const bound = rules.maxRegression;
  const checks =
    bound === null
      ? []
      : all.flatMap(({ is, comparison }) =>
          checkRegression(comparison, bound, was.file).map((check) =>
            all.length === 1 ? check : { ...check, name: `${is.file}: ${check.name}` },
          ),
        );
  terminal.stdout(checksText(checks));
  return Promise.resolve(checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.assertionFailed);
}
