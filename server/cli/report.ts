import { optionLines } from './help.ts';
import type { CommandOption } from './options/option.ts';
import { optionFor } from './options/output.ts';
import { readWordsAndOperands } from './option-words.ts';
import { Outputs, type OutputRequest } from './outputs.ts';
import { eventReporters, reporters } from '../reporters/index.ts';
import { table } from './table.ts';
import { readResult } from './result-file.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usage-error.ts';

export const reportOptions: readonly CommandOption[] = [
  ...reporters.map(optionFor),
  { name: 'help', short: 'h', group: 'Output', help: 'this text' },
];

const help = [
  'Usage: npm run report -- RESULT [options]        or: roundtrip report RESULT [options]',
  '',
  'Makes reports of a stored result: a file that bench wrote with --json, --ndjson or --html; - for stdin.',
  'With no option, the table is written to stdout.',
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
    const outputs = new Outputs(call.requests, terminal.stdout);
    const result = readResult(call.file);
    if (call.requests.length === 0) table({ result }, terminal.look('stdout'), terminal.stdout);
    outputs.report({ result });
  }
  return Promise.resolve(exitCodes.done);
}

function read(words: readonly string[]): 'help' | { file: string; requests: OutputRequest[] } {
  const known = [...reportOptions, ...eventReporters.map(optionFor)];
  const { values, operands } = readWordsAndOperands(words, known, 'npm run report -- --help');
  if (values.has('help')) return 'help';
  for (const { id } of eventReporters)
    if (values.has(id))
      throw new UsageError(
        `--${id} is written while a run goes on: a stored result does not hold its events. Give it to bench`,
      );
  const [file, ...more] = operands;
  if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
  if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
  const requests = reporters.flatMap(({ id }) =>
    (values.get(id) ?? []).map((output) => ({ reporter: id, file: output })),
  );
  return { file, requests };
}
