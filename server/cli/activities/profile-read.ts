import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CommandCall } from '../../terminal/options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { Outputs } from '../output/outputs.ts';
import type { Terminal } from '../output/terminal.ts';
import { openProfileFile } from './open-profile-file.ts';
import { isPassed, judgeOf, reportProfile } from './profile-report.ts';

/** Reports what an earlier profile holds. Returns the exit code. Throws UsageError. */
export function reportFile(file: string, { values, operands }: CommandCall, terminal: Terminal): number {
  if (operands.length > 0)
    throw new UsageError(
      `--read reads what was recorded and runs no program: leave out -- ${operands[0] ?? ''}`,
    );
  const gate = judgeOf(values);
  const outputs = new Outputs(requestsIn(values, profileReporters), terminal.stdout);
  const { profile, isCut } = openProfileFile(file, '--read');
  if (isCut) terminal.stderr(`roundtrip: ${file} ends within a line: it was read to its last whole one\n`);
  const stream = outputs.takeStdout ? 'stderr' : 'stdout';
  const checks = reportProfile(profile, { gate, outputs, quiet: values.has('quiet'), stream }, terminal);
  return isPassed(checks) ? exitCodes.done : exitCodes.assertionFailed;
}
