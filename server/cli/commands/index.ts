import { recipes } from '../../../shared/recipes/index.ts';
import { adviseOptions } from '../options/advise.ts';
import { advise } from './advise.ts';
import { benchOptions } from '../options/bench.ts';
import { bench } from './bench.ts';
import { clean, cleanOptions } from './clean.ts';
import { compare, compareOptions } from './compare.ts';
import { completion, completionOptions, shells } from './completion.ts';
import type { CommandOption } from '../options/option.ts';
import { listRecipes, recipesOptions } from './recipes.ts';
import { report, reportOptions } from './report.ts';
import { selfcheck, selfcheckOptions } from './selfcheck.ts';
import type { Terminal } from '../output/terminal.ts';

/** What follows `roundtrip` on the command line. */
export interface Command {
  name: string;
  /** One line of `roundtrip help`. */
  summary: string;
  options: readonly CommandOption[];
  /** What words without an option are, for completion; absent where there are none. */
  operands?: 'files' | readonly string[];
  /** Resolves with the exit code. Throws UsageError, and what keeps it from its work. */
  run: (words: readonly string[], terminal: Terminal) => Promise<number>;
}

/** Every command, in the order of the help; usage and shell completion follow from this table. */
export const commands: readonly Command[] = [
  { name: 'bench', summary: 'measure', options: benchOptions, run: bench },
  {
    name: 'advise',
    summary: 'find the strategy and the batch size for a workload, with code for it',
    options: adviseOptions,
    run: advise,
  },
  {
    name: 'compare',
    summary: 'hold a result against an earlier one',
    options: compareOptions,
    operands: 'files',
    run: compare,
  },
  {
    name: 'report',
    summary: 'make reports of a stored result',
    options: reportOptions,
    operands: 'files',
    run: report,
  },
  {
    name: 'recipes',
    summary: 'list the published experiments and other lessons, for bench --recipe NAME',
    options: recipesOptions,
    operands: recipes.map(({ id }) => id),
    run: listRecipes,
  },
  {
    name: 'clean',
    summary: 'remove the keys that crashed runs have left on a server',
    options: cleanOptions,
    run: clean,
  },
  {
    name: 'selfcheck',
    summary: 'prove the instrument on this machine',
    options: selfcheckOptions,
    run: selfcheck,
  },
  {
    name: 'completion',
    summary: 'print what completes these commands in bash, zsh or fish',
    options: completionOptions,
    operands: shells,
    run: (words, terminal) => completion(words, terminal, commands),
  },
];
