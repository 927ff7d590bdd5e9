import { basename } from 'node:path';
import { monitorReport } from '../../../shared/profile/monitor-report.ts';
import { readMonitorFile } from '../../profile/monitor-file.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { newFileName } from '../options/new-file.ts';
import type { CommandCall } from '../../terminal/options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';

/** Says what a log of MONITOR tells. Returns the exit code. Throws UsageError. */
export function reportMonitor(file: string, { values, operands }: CommandCall, terminal: Terminal): number {
  if (operands.length > 0)
    throw new UsageError(`--monitor reads a log and runs no program: leave out -- ${operands[0] ?? ''}`);
  const log = read(file);
  if (log.commands + log.ofScripts === 0)
    throw new UsageError(
      `--monitor ${file} holds no line of MONITOR: redis-cli MONITOR > ${newFileName('monitor.log')} writes them`,
    );
  const outputs = new Outputs(requestsIn(values, profileReporters), terminal.stdout);
  const report = monitorReport(file === '-' ? 'the log' : basename(file), log);
  printDocument(
    { kind: 'blocks', report, result: log, checks: [] },
    outputs,
    { quiet: values.has('quiet') },
    terminal,
  );
  return exitCodes.done;
}

function read(file: string) {
  try {
    return readMonitorFile(file);
  } catch (error) {
    throw new UsageError(`--monitor ${file}: ${messageOf(error)}`);
  }
}
