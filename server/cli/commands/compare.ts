import { reportersOf } from '../../reporters/index.ts';
import { exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { comparisonOptions, readComparisonRules } from '../options/gate.ts';
import { helpOption } from '../options/option.ts';
import { optionFor, requestsIn } from '../options/output.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the comparison as JSON',
  markdown: 'tables and checks as Markdown',
};

export const command: CliCommand = {
  usage: 'npm run compare -- OLD NEW [NEW…] [options]        or: roundtrip compare OLD NEW [NEW…] [options]',
  about: `Holds each later result against the first, lane by lane: better, worse or inconclusive. Results are files that
bench wrote with --json, --ndjson or --html, of the same plan. Beside one of redis-benchmark, valkey-benchmark (--csv) or
memtier_benchmark (--json-out-file), commands that both have are compared, without intervals.`,
  options: [
    ...comparisonOptions,
    ...reportersOf.comparison.map(({ id }) => optionFor({ id, help: helps[id] ?? id })),
    { ...helpOption, group: 'Output' },
  ],
  operands: 'files',
  exitCodes: `0 done; 1 a file could not be read or written; 2 wrong usage, or results of different plans; 99 a lane
is worse by more than --max-regression.`,
  helpCommand: 'roundtrip compare --help',

  async run({ values, operands }, terminal) {
    const rules = readComparisonRules(values);
    const [first, ...later] = operands;
    if (first === undefined || later.length === 0)
      throw new UsageError('compare takes two results and more: roundtrip compare old.json new.json');
    const { Outputs } = await import('../output/outputs.ts');
    const { printDocument } = await import('../output/print-document.ts');
    const outputs = new Outputs(requestsIn(values, reportersOf.comparison), terminal.stdout);
    const { compareStored, readStored } = await import('../gate/baseline.ts');
    const { foreignComparison, foreignIn, sideOf, sideOfOurs } = await import('../output/foreign-report.ts');
    const files = operands.map((file) => ({ file, foreign: foreignIn(file) }));
    if (files.some(({ foreign }) => foreign !== null)) {
      const [was, ...are] = files.map(({ file, foreign }) =>
        foreign ? sideOf(file, foreign) : sideOfOurs(file, readStored(file).result),
      );
      for (const is of are) {
        const report = was && foreignComparison(was, is);
        if (report) printDocument({ kind: 'blocks', report, result: { was, is } }, outputs, {}, terminal);
      }
      return exitCodes.done;
    }
    const compared = compareStored(readStored(first), later.map(readStored), rules);
    printDocument(compared, outputs, {}, terminal);
    return exitCodeOf(compared);
  },
};
