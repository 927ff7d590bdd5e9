import { inCallersWords } from '../../terminal/callers-words.ts';
import { benchOptions } from '../options/bench.ts';
import { UsageError } from '../exit-codes.ts';
import { benchBranch, benchBranches } from '../options/bench-branches.ts';
import { checkTaken } from '../options/branch.ts';
import type { CliCommand } from '../options/command.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Terminal } from '../output/terminal.ts';

/** With the words of another tool's line, where there is one. Throws UsageError. */
async function withForeignLine(values: OptionValues, terminal: Terminal): Promise<OptionValues> {
  const from = lastOf(values, 'from');
  if (from === null) return values;
  const other = ['recipe', 'plan'].find((name) => values.has(name));
  if (other !== undefined)
    throw new UsageError(`--from and --${other} each say what is sent: give one of them`);
  const [tool = '', ...line] = from.split(' ');
  if (line.length === 0)
    throw new UsageError(`--from ${tool} takes the line in quotes: --from ${tool} "-t set -n 100000 -P 16"`);
  const { describeDifferences, readForeign } = await import('../options/foreign/index.ts');
  const { acceptedValues } = await import('../activities/foreign-line.ts');
  const { putBeside } = await import('../options/foreign/beside.ts');
  const foreign = readForeign(tool, line.join(' '));
  const own = new Map([...values].filter(([name]) => name !== 'from'));
  putBeside(foreign.line, own, benchOptions);
  // A password beside the line is not in its words, which are shown.
  const taken = new Map([...acceptedValues(foreign, command), ...own]);
  if (!values.has('quiet'))
    terminal.stderr(
      `In our words: ${inCallersWords(foreign.line.shown)}\nWhat differs:\n${describeDifferences(foreign.line)}\n`,
    );
  return taken;
}

/**
 * The options of a call, with those of another tool's line, and of the configuration where `isRead` says so. Throws
 * UsageError.
 */
export async function givenOf(
  words: OptionValues,
  terminal: Terminal,
  isRead?: (name: string) => boolean,
): Promise<GivenOptions> {
  const { withConfig } = await import('../options/config.ts');
  return withConfig(await withForeignLine(words, terminal), process.cwd(), isRead);
}

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
    'npm run bench -- --rtt 0,1ms,5ms,20ms,180ms --html gain.html',
  ],
  helpCommand: 'npm run bench -- --help',
  async otherwise(words) {
    const { describeDifferences, readForeignWords } = await import('../options/foreign/index.ts');
    const { acceptedValues } = await import('../activities/foreign-line.ts');
    const foreign = readForeignWords(words, benchOptions);
    if (!foreign) return null;
    const { tool, line } = foreign;
    acceptedValues(foreign, command);
    return (
      `this is a line of ${tool}. The same run here:\n\n  ${line.shown}\n\nWhat differs:\n` +
      `${describeDifferences(line)}\nOr as it is: npm run bench -- --from ${tool} "…". All options: npm run bench -- --help`
    );
  },

  branches: Object.values(benchBranches),

  async run({ values: words }, terminal) {
    const { withServerOfEnvironment } = await import('../options/config.ts');
    const given = withServerOfEnvironment(await givenOf(words, terminal), process.env);
    const branch = benchBranch(given.values);
    checkTaken(given, branch);
    const { inOptions } = await import('../activities/plan-of.ts');
    const { ofRecipe, ofLoadCurve, ofDistances } = benchBranches;
    const activities = new Map([
      [ofRecipe, async () => (await import('../activities/recipe.ts')).benchRecipe],
      [ofLoadCurve, async () => (await import('../activities/load-curve.ts')).benchLoadCurve],
      [ofDistances, async () => (await import('../activities/distances.ts')).benchDistances],
    ]);
    const activity = activities.get(branch) ?? (async () => (await import('../activities/run.ts')).benchRun);
    return (await activity())(given, terminal).catch((error: unknown) => {
      throw inOptions(error, given);
    });
  },
};
