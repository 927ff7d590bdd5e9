import { basename } from 'node:path';
import { adviceOf, adviceReport } from '../../../shared/profile/saving-by-distance.ts';
import { exitCodes } from '../exit-codes.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { openTraceFile } from './open-profile-file.ts';

/** `advise --trace`: ranks the sites of a trace. Measures nothing. Returns the exit code. Throws UsageError. */
export function adviseTrace(file: string, values: OptionValues, terminal: Terminal): number {
  const { trace, profile } = openTraceFile(file);
  const advice = adviceOf(trace, profile);
  const outputs = new Outputs(requestsIn(values, profileReporters), terminal.stdout);
  const report = adviceReport(file === '-' ? 'the trace' : basename(file), advice);
  printDocument(
    { kind: 'blocks', report, result: advice, checks: [] },
    outputs,
    { quiet: values.has('quiet') },
    terminal,
  );
  return exitCodes.done;
}
