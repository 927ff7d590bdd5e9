import type { CommandUsage } from './command.ts';
import { benchOptions } from '../options/bench.ts';
import { optionLines } from './help-text.ts';

const help = () =>
  [
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

export const benchUsage: CommandUsage = {
  options: benchOptions,
  help,
  helpCommand: 'npm run bench -- --help',
};
