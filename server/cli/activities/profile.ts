import { builtFile } from '../../built.ts';
import { judgeRecording, keepTrace } from '../../profile/judge-recording.ts';
import { launch, timeLimit } from '../../profile/launch.ts';
import { Sources } from '../../profile/sources.ts';
import { exitCodes, messageOf, UsageError } from '../exit-codes.ts';
import { lastOf, type CommandCall, type OptionValues } from '../options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { parseDuration } from '../options/values.ts';
import { Outputs } from '../output/outputs.ts';
import type { Terminal } from '../output/terminal.ts';
import { isPassed, judgeOf, reportProfile, shareIn } from './profile-report.ts';

/** Profiles a program. Resolves with its exit code, or with 99. Throws UsageError before it is started. */
export async function profileProgram({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  if (operands.length === 0) throw new UsageError('which program? roundtrip profile -- node app.js');
  const gate = judgeOf(values);
  const outputs = outputsOf(values, terminal);
  const duration = lastOf(values, 'duration');
  const share = shareIn(values);
  const startedAt = new Date().toISOString();
  const program = await launch({
    command: operands,
    preload: builtFile('server/profile/preload.js'),
    share,
    until: timeLimit(duration === null ? null : parseDuration(duration, '--duration')),
  });
  const ended = await program.ended;
  // The program has the word on how it ended; what goes wrong here is only said.
  try {
    const sources = new Sources(process.cwd(), values.get('ignore') ?? []);
    const { profile } = judgeRecording({ ...ended, startedAt, command: operands }, sources);
    const traceFile = lastOf(values, 'trace');
    if (traceFile !== null) keepTrace(traceFile, ended.trace, profile, sources);
    const reporting = { gate, outputs, quiet: values.has('quiet'), stream: 'stderr' } as const;
    const isOpen = isPassed(reportProfile(profile, reporting, terminal));
    return ended.code === exitCodes.done && !isOpen ? exitCodes.assertionFailed : ended.code;
  } catch (error) {
    terminal.stderr(`roundtrip: ${messageOf(error)}\n`);
    return ended.code;
  }
}

function outputsOf(values: OptionValues, terminal: Terminal): Outputs {
  const requests = requestsIn(values, profileReporters);
  const toStdout = requests.find(({ file }) => file === '-');
  if (toStdout) throw new UsageError(`--${toStdout.reporter} -: stdout is the program’s; name a file`);
  return new Outputs(requests, terminal.stdout);
}
