import { optionLines } from '../output/help.ts';
import type { CommandOption } from '../options/option.ts';
import { optionFor } from '../options/output.ts';
import { readWordsAndOperands } from '../options/option-words.ts';
import { checkRequests, Outputs, type OutputRequest } from '../output/outputs.ts';
import { eventReporters, reporters } from '../../reporters/index.ts';
import { checkRecipeOutputs } from '../options/recipe.ts';
import { recipeReport } from '../output/recipe-report.ts';
import { writeRecipe } from '../output/recipe-told.ts';
import { table } from '../output/table.ts';
import { readStoredFile, type Stored } from '../output/result-file.ts';
import { eventsOf } from '../output/stored-events.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage-error.ts';

const made = [...reporters, ...eventReporters];

export const reportOptions: readonly CommandOption[] = [
  ...made.map(optionFor),
  { name: 'help', short: 'h', group: 'Output', help: 'this text' },
];

const help = [
  'Usage: npm run report -- RESULT [options]        or: roundtrip report RESULT [options]',
  '',
  'Makes reports of a stored result: a file that bench wrote with --json, --ndjson or --html; - for stdin.',
  'What --recipe gave becomes --json, --csv, --markdown and --junit. With no option, the table is written to stdout.',
  ...optionLines(reportOptions),
  '',
  'Exit codes: 0 done; 1 a file could not be written; 2 wrong usage, or not a result.',
  '',
  'Example:',
  '  npm run report -- result.json --html report.html --csv -',
  '',
].join('\n');

/** `roundtrip report`: resolves with the exit code. Throws UsageError for a file that is not a result. */
export function report(words: readonly string[], terminal: Terminal): Promise<number> {
  const call = read(words);
  if (call === 'help') terminal.stdout(help);
  else {
    // Before the file is read, which may be large or come from a pipe.
    checkRequests(call.requests);
    const stored = readStoredFile(call.file);
    if (stored.kind === 'recipe') reportRecipe(stored, call.requests, terminal);
    else reportRun(stored, call.requests, terminal);
  }
  return Promise.resolve(exitCodes.done);
}

function reportRun(
  { result, events }: Extract<Stored, { kind: 'run' }>,
  requests: readonly OutputRequest[],
  terminal: Terminal,
): void {
  const outputs = new Outputs(requests, terminal.stdout);
  if (requests.length === 0) table({ result }, terminal.look('stdout'), terminal.stdout);
  for (const event of events ?? eventsOf(result)) outputs.hear(event);
  outputs.report({ result });
}

function reportRecipe(
  { result }: Extract<Stored, { kind: 'recipe' }>,
  requests: readonly OutputRequest[],
  terminal: Terminal,
): void {
  checkRecipeOutputs(requests.map(({ reporter }) => reporter));
  if (requests.length === 0) terminal.stdout(recipeReport(result));
  writeRecipe(result, requests, terminal);
}

function read(words: readonly string[]): 'help' | { file: string; requests: OutputRequest[] } {
  const { values, operands } = readWordsAndOperands(words, reportOptions, 'npm run report -- --help');
  if (values.has('help')) return 'help';
  const [file, ...more] = operands;
  if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
  if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
  const requests = made.flatMap(({ id }) =>
    (values.get(id) ?? []).map((output) => ({ reporter: id, file: output })),
  );
  return { file, requests };
}
