import { reportersOf } from '../../reporters/index.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { asWords, checkTaken, listed, type Branch } from '../options/branch.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { besideCsv, needsOfCsv, optionsFor, requestsIn } from '../options/output.ts';
import { ofRecipeFile } from '../options/recipe.ts';

const names = [...reportersOf.run.map(({ id }) => id), ...besideCsv, 'help'];

const ofRun: Branch = { called: 'report', takes: names, refuses: listed, needs: needsOfCsv };

const ofForeign: Branch = {
  called: 'report of a result of another tool',
  takes: [...reportersOf.foreign.map(({ id }) => id), ...besideCsv, 'help'],
  needs: needsOfCsv,
  refuses: (others) =>
    `a result of another tool has too few figures for ${listed(others)}: leave it out. Its reports: ${reportersOf.foreign.map(({ id }) => `--${id}`).join(', ')}`,
};

export const command: CliCommand = {
  usage: 'npm run report -- RESULT [options]        or: roundtrip report RESULT [options]',
  about: `Makes reports of a stored result: a file that bench wrote with --json, --ndjson or --html; - for stdin.
What --recipe gave becomes --json, --csv, --markdown and --junit. Text, CSV and JSON of redis-benchmark, valkey-benchmark,
memtier_benchmark, redis-benchmark-go and valkey-perf-benchmark are read too. With no option, the table is written to
stdout.`,
  options: [...optionsFor(reportersOf.run), { ...helpOption, group: 'Output' }],
  branches: [ofRun, ofRecipeFile, ofForeign],
  operands: 'files',
  exitCodes: '0 done; 1 a file could not be written; 2 wrong usage, or not a result.',
  examples: ['npm run -s report -- result.json --html report.html --csv -'],
  helpCommand: 'npm run report -- --help',

  async run({ values, operands }, terminal) {
    const [file, ...more] = operands;
    if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
    if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
    const requests = requestsIn(values, reportersOf.run);
    const { Outputs } = await import('../output/outputs.ts');
    const { printReport } = await import('../output/print-document.ts');
    // Before the file is read, which may be large or come from a pipe.
    const outputs = new Outputs(requests, terminal.stdout);
    const { foreignIn, foreignReport } = await import('../output/foreign-report.ts');
    const { eventsOf, nameOf, readStoredFile, inputOf } = await import('../output/result-file.ts');
    const text = inputOf(file);
    const foreign = foreignIn(file, text);
    if (foreign) {
      checkTaken(asWords(values), ofForeign);
      const report = foreignReport(nameOf(file), foreign);
      const document = { kind: 'blocks', report, result: foreign } as const;
      if (requests.length === 0) printReport(document, 'stdout', terminal);
      outputs.report(document);
      return exitCodes.done;
    }
    const stored = readStoredFile(file, text);
    checkTaken(asWords(values), stored.kind === 'recipe' ? ofRecipeFile : ofRun);
    if (requests.length === 0) printReport(stored, 'stdout', terminal);
    if (stored.kind === 'run')
      for (const event of stored.events ?? eventsOf(stored.result)) outputs.onEvent(event);
    outputs.report(stored);
    return exitCodes.done;
  },
};
