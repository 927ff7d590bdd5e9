import { reportersOf } from '../../reporters/index.ts';
import type { CommandUsage } from './command.ts';
import { comparisonOptions } from '../options/gate.ts';
import type { CommandOption } from '../options/option.ts';
import { optionFor } from '../options/output.ts';
import { optionLines } from './help-text.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the comparison as JSON',
  markdown: 'tables and checks as Markdown',
};
const options: readonly CommandOption[] = [
  ...comparisonOptions,
  ...reportersOf.comparison.map(({ id }) => optionFor({ id, help: helps[id] ?? id })),
  { name: 'help', short: 'h', group: 'Output', help: 'this text' },
];

const help = () =>
  [
    'Usage: npm run compare -- OLD NEW [NEW…] [options]        or: roundtrip compare OLD NEW [NEW…] [options]',
    '',
    'Holds each later result against the first, lane by lane: better, worse or inconclusive. Results are files that',
    'bench wrote with --json, --ndjson or --html, of the same plan.',
    ...optionLines(options),
    '',
    'Exit codes: 0 done; 1 a file could not be read or written; 2 wrong usage, or results of different plans; 99 a lane',
    'is worse by more than --max-regression.',
    '',
  ].join('\n');

export const compareUsage: CommandUsage = {
  options,
  operands: 'files',
  help,
  helpCommand: 'roundtrip compare --help',
};
