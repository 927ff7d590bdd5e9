import { benchOptions } from '../options/bench.ts';
import type { CliCommand } from '../options/command.ts';

export const command: CliCommand = {
  usage: 'npm run bench -- [options]        or: roundtrip bench [options]',
  about: 'Sends the same workload to Redis in several ways, in turns, and says how much each one brings.',
  options: benchOptions,
  exitCodes: `0 done; 1 the measurement could not be made; 2 wrong usage; 99 an assertion or the bound of
--max-regression failed.`,
  examples: [
    'npm run bench -- --strategy one-by-one,pipeline -P 64',
    'npm run bench -- -t get -d 1k -c 50 --strategy one-by-one,auto-pipeline,multi-key --json result.json',
    'npm run bench -- -u redis://127.0.0.1:6379 -n 100k --strategy one-by-one,pipeline,wire',
  ],
  helpCommand: 'npm run bench -- --help',

  async run({ values }, terminal) {
    const { withConfig } = await import('../options/config.ts');
    const given = await withConfig(values, process.cwd());
    if (given.values.has('recipe')) {
      const { benchRecipe } = await import('../activities/recipe.ts');
      return benchRecipe(given.values, terminal);
    }
    if (given.values.has('load-curve')) {
      const { benchLoadCurve } = await import('../activities/load-curve.ts');
      return benchLoadCurve(given, terminal);
    }
    const { benchRun } = await import('../activities/run.ts');
    return benchRun(given, terminal);
  },
};
