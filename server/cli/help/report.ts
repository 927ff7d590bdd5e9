import { reporters } from '../../reporters/index.ts';
import type { CommandUsage } from './command.ts';
import type { CommandOption } from '../options/option.ts';
import { optionFor } from '../options/output.ts';
import { optionLines } from './help-text.ts';

const options: readonly CommandOption[] = [
  ...reporters.map(optionFor),
  { name: 'help', short: 'h', group: 'Output', help: 'this text' },
];

const help = () =>
  [
    'Usage: npm run report -- RESULT [options]        or: roundtrip report RESULT [options]',
    '',
    'Makes reports of a stored result: a file that bench wrote with --json, --ndjson or --html; - for stdin.',
    'What --recipe gave becomes --json, --csv, --markdown and --junit. With no option, the table is written to stdout.',
    ...optionLines(options),
    '',
    'Exit codes: 0 done; 1 a file could not be written; 2 wrong usage, or not a result.',
    '',
    'Example:',
    '  npm run -s report -- result.json --html report.html --csv -',
    '',
  ].join('\n');

export const reportUsage: CommandUsage = {
  options,
  operands: 'files',
  help,
  helpCommand: 'npm run report -- --help',
};
