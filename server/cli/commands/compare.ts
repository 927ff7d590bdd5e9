import { reportersOf } from '../../reporters/index.ts';
import { exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { asWords, checkTaken, listed, type Branch } from '../options/branch.ts';
import type { CliCommand } from '../options/command.ts';
import { comparisonOptions, readComparisonRules } from '../options/gate.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { optionFor, requestsIn } from '../options/output.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the comparison as JSON',
  markdown: 'tables and checks as Markdown',
};

const compareOptions = [
  ...comparisonOptions,
  ...reportersOf.comparison.map(({ id }) => optionFor({ id, help: helps[id] ?? id })),
  { ...helpOption, group: 'Output' },
] as const;
const names = compareOptions.map(({ name }) => name);

/** Nothing is judged without a bound. */
const ofResults: Branch = {
  called: 'compare',
  takes: names,
  refuses: listed,
  needs: { strict: ['max-regression'] },
};

const notOfForeign: Readonly<Record<string, string>> = {
  compare: 'throughput is all that they have in common',
  'allow-different': 'a file of another tool has no plan that could differ',
  strict: 'their ratios have no interval, so that each is judged as it is',
};

const ofForeign: Branch = {
  called: 'compare with a file of another tool',
  takes: names.filter((name) => !(name in notOfForeign)),
  refuses: (others) =>
    others
      .map(
        ({ name, written }) =>
          `${written} does not go with files of other tools: ${notOfForeign[name] ?? ''}. Leave it out`,
      )
      .join('\n'),
};

export const command: CliCommand = {
  usage: 'npm run compare -- OLD NEW [NEW…] [options]        or: roundtrip compare OLD NEW [NEW…] [options]',
  about: `Holds each later result against the first, lane by lane: better, worse or inconclusive. Results are files that
bench wrote with --json, --ndjson or --html, of the same plan. Beside the output of redis-benchmark, valkey-benchmark,
memtier_benchmark, redis-benchmark-go or valkey-perf-benchmark (text, CSV or JSON), commands that both have are compared,
without intervals. Settings that both wrote and that differ stand beside the ratio.`,
  options: compareOptions,
  branches: [ofResults, ofForeign],
  operands: 'files',
  exitCodes: `0 done; 1 a file could not be read or written; 2 wrong usage, or results of different plans; 99 a lane
is worse by more than --max-regression.`,
  helpCommand: 'roundtrip compare --help',

  async run({ values, operands }, terminal) {
    const rules = readComparisonRules(values);
    if (operands.length < 2)
      throw new UsageError('compare takes two results and more: roundtrip compare old.json new.json');
    const { Outputs } = await import('../output/outputs.ts');
    const { printDocument } = await import('../output/print-document.ts');
    const outputs = new Outputs(requestsIn(values, reportersOf.comparison), terminal.stdout);
    const { compareStored, readStored, readOrFail } = await import('../gate/baseline.ts');
    const { foreignIn } = await import('../output/foreign-report.ts');
    const { inputOf } = await import('../output/result-file.ts');
    const files = operands.map((file) => {
      const text = readOrFail(() => inputOf(file));
      return { file, text, foreign: foreignIn(file, text) };
    });
    const isForeign = files.some(({ foreign }) => foreign !== null);
    checkTaken(asWords(values), isForeign ? ofForeign : ofResults);
    if (isForeign) {
      const { foreignComparison, sideOf, sideOfOurs } = await import('../gate/foreign-comparison.ts');
      const [was, ...are] = files.map(({ file, text, foreign }) =>
        foreign ? sideOf(file, foreign) : sideOfOurs(file, readStored(file, text).result),
      );
      if (!was) return exitCodes.done;
      const document = foreignComparison(was, are, rules.maxRegression);
      printDocument(document, outputs, {}, terminal);
      return exitCodeOf(document);
    }
    const [was, ...are] = files.map(({ file, text }) => readStored(file, text));
    if (!was) return exitCodes.done;
    const compared = compareStored(was, are, rules);
    printDocument(compared, outputs, {}, terminal);
    return exitCodeOf(compared);
  },
};
