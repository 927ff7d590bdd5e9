import { reportersOf } from '../../reporters/index.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { optionFor, requestsIn } from '../options/output.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the runs as JSON',
  csv: 'a line for each lane of each run as CSV',
  markdown: 'the tables as Markdown',
  html: 'one page with charts that opens offline',
};

export const command: CliCommand = {
  usage: 'roundtrip trend FILE [options]',
  about: `Shows the runs that bench --trend FILE appended to a file: throughput, ratio and latencies of each lane over
time, apart by name, plan and kind of machine. With no option, tables are written to stdout.`,
  options: [
    ...reportersOf.trend.map(({ id }) => optionFor({ id, help: helps[id] ?? id })),
    { ...helpOption, group: 'Output' },
  ],
  operands: 'files',
  exitCodes: '0 done; 1 a file could not be read or written, or holds no run; 2 wrong usage.',
  examples: ['roundtrip trend trend.jsonl --html trend.html'],
  helpCommand: 'roundtrip trend --help',

  async run({ values, operands }, terminal) {
    const [file, ...more] = operands;
    if (file === undefined || more.length > 0)
      throw new UsageError('trend takes the file of bench --trend: roundtrip trend trend.jsonl');
    const { Outputs } = await import('../output/outputs.ts');
    const { printReport } = await import('../output/print-document.ts');
    const { readTrend } = await import('../gate/trend/file.ts');
    const requests = requestsIn(values, reportersOf.trend);
    const outputs = new Outputs(requests, terminal.stdout);
    const { lines, faults } = readOrFail(file, () => readTrend(file));
    for (const sentence of faults) terminal.stderr(`${sentence}\n`);
    if (lines.length === 0) throw new Error(`${file} holds no run: bench --trend ${file} appends one`);
    const document = { kind: 'trend', file, lines } as const;
    if (requests.length === 0) printReport(document, 'stdout', terminal);
    outputs.report(document);
    return exitCodes.done;
  },
};

function readOrFail<Read>(file: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
