import { isKeptIn, judgeRecording, keepFindings, keepTraces } from '../../profile/judge-recording.ts';
import { launch, timeLimit } from '../../profile/launch.ts';
import { Sources } from '../../profile/sources.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { lastOf, type CommandCall, type OptionValues } from '../../terminal/options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { parseDuration, routesIn } from '../../terminal/options/values.ts';
import { Outputs } from '../output/outputs.ts';
import type { Terminal } from '../output/terminal.ts';
import { isGate, isPassed, judgeOf, reportProfile, shareIn } from './profile-report.ts';

/** Profiles a program. Resolves with its exit code, with 99 or with 1. Throws UsageError before it is started. */
export async function profileProgram({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  if (operands.length === 0) throw new UsageError('which program? roundtrip profile -- node app.js');
  const gate = judgeOf(values);
  const outputs = outputsOf(values, terminal);
  const duration = lastOf(values, 'duration');
  const share = shareIn(values);
  const startedAt = new Date().toISOString();
  const program = await launch({
    command: operands,
    share,
    routes: routesIn(values),
    until: timeLimit(duration === null ? null : parseDuration(duration, '--duration')),
  });
  const note = (pids: readonly number[], what: string) => {
    if (pids.length > 0) terminal.stderr(`roundtrip: still running: ${pids.join(', ')} (${what})\n`);
  };
  note(program.orphans, 'processes of a program whose profile was killed');
  const ended = await program.ended;
  note(ended.livesOn, 'processes of the program; what they send from now on is not recorded');
  const attempt = (act: () => void): boolean => {
    try {
      act();
      return true;
    } catch (error) {
      terminal.stderr(`roundtrip: ${messageOf(error)}\n`);
      return false;
    }
  };
  // The program has the word on how it ended. Where it ended well, no gate passes by what goes wrong here.
  let code: number = isGate(values) ? exitCodes.notMeasured : exitCodes.done;
  const sources = new Sources(process.cwd(), { ignored: values.get('ignore') ?? [], isOwn: true });
  const traceFile = lastOf(values, 'trace');
  const hasTrace =
    traceFile === null ||
    attempt(() => {
      keepTraces(traceFile, ended.traces, sources);
    });
  const isJudged = attempt(() => {
    const { profile } = judgeRecording({ ...ended, startedAt, command: operands }, sources);
    const checks = gate(profile);
    if (!isPassed(checks)) code = exitCodes.assertionFailed;
    const isKept =
      traceFile === null ||
      (hasTrace &&
        attempt(() => {
          keepFindings(traceFile, profile);
        }));
    const reporting = { gate: () => checks, outputs, quiet: values.has('quiet'), stream: 'stderr' } as const;
    const isReported = attempt(() => {
      reportProfile(profile, reporting, terminal);
    });
    if (isPassed(checks) && isKept && isReported) code = exitCodes.done;
  });
  if (!isJudged && traceFile !== null && hasTrace) terminal.stderr(`roundtrip: ${isKeptIn(traceFile)}\n`);
  return ended.code === exitCodes.done ? code : ended.code;
}

function outputsOf(values: OptionValues, terminal: Terminal): Outputs {
  const requests = requestsIn(values, profileReporters);
  const toStdout = requests.find(({ file }) => file === '-');
  if (toStdout) throw new UsageError(`--${toStdout.reporter} -: stdout is the program’s; name a file`);
  return new Outputs(requests, terminal.stdout);
}
