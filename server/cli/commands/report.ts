import { reporters } from '../../reporters/index.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../options/option.ts';
import { optionFor, requestsIn } from '../options/output.ts';
import { checkRecipeOutputs } from '../options/recipe.ts';

export const command: CliCommand = {
  usage: 'npm run report -- RESULT [options]        or: roundtrip report RESULT [options]',
  about: `Makes reports of a stored result: a file that bench wrote with --json, --ndjson or --html; - for stdin.
What --recipe gave becomes --json, --csv, --markdown and --junit. Results of redis-benchmark and valkey-benchmark (--csv)
and of memtier_benchmark (--json-out-file) are read too. With no option, the table is written to stdout.`,
  options: [...reporters.map(optionFor), { ...helpOption, group: 'Output' }],
  operands: 'files',
  exitCodes: '0 done; 1 a file could not be written; 2 wrong usage, or not a result.',
  examples: ['npm run -s report -- result.json --html report.html --csv -'],
  helpCommand: 'npm run report -- --help',

  async run({ values, operands }, terminal) {
    const [file, ...more] = operands;
    if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
    if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
    const requests = requestsIn(values, reporters);
    const { Outputs } = await import('../output/outputs.ts');
    const { printReport } = await import('../output/print-document.ts');
    // Before the file is read, which may be large or come from a pipe.
    const outputs = new Outputs(requests, terminal.stdout);
    const { foreignIn, foreignReport } = await import('../output/foreign-report.ts');
    const foreign = foreignIn(file);
    if (foreign) {
      const document = { kind: 'blocks', report: foreignReport(file, foreign), result: foreign } as const;
      if (requests.length === 0) printReport(document, 'stdout', terminal);
      outputs.report(document);
      return exitCodes.done;
    }
    const { eventsOf, readStoredFile } = await import('../output/result-file.ts');
    const stored = readStoredFile(file);
    if (stored.kind === 'recipe') checkRecipeOutputs(requests.map(({ reporter }) => reporter));
    if (requests.length === 0) printReport(stored, 'stdout', terminal);
    if (stored.kind === 'run')
      for (const event of stored.events ?? eventsOf(stored.result)) outputs.onEvent(event);
    outputs.report(stored);
    return exitCodes.done;
  },
};
