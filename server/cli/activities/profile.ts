import { basename } from 'node:path';
import { writeFileSync } from 'node:fs';
import { builtFile } from '../../built.ts';
import { profileLine } from '../../../shared/profile/open-profile.ts';
import { profileOf } from '../../../shared/profile/profile-of.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';
import type { Check } from '../../../shared/report/block.ts';
import { launch, type EndedProgram } from '../../profile/launch.ts';
import { Sources } from '../../profile/sources.ts';
import { exitCodes, messageOf, UsageError } from '../exit-codes.ts';
import { lastOf, type CommandCall, type OptionValues } from '../options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters, readShare } from '../options/profile.ts';
import { parseDuration } from '../options/values.ts';
import { Outputs } from '../output/outputs.ts';
import type { Terminal } from '../output/terminal.ts';
import { judgeOf, reportProfile, type Judge } from './profile-report.ts';

/** Profiles a program. Resolves with its exit code, or with 99. Throws UsageError before it is started. */
export async function profileProgram({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  if (operands.length === 0) throw new UsageError('which program? roundtrip profile -- node app.js');
  if (values.has('url')) throw new UsageError('-u is for --listen: a program of Node is watched as it runs');
  const gate = judgeOf(values);
  const outputs = outputsOf(values, terminal);
  const duration = lastOf(values, 'duration');
  const share = readShare(lastOf(values, 'budget') ?? '3%', '--budget');
  const startedAt = new Date().toISOString();
  const ended = await launch({
    command: operands,
    preload: builtFile('server/profile/preload.js'),
    share,
    durationMs: duration === null ? null : parseDuration(duration, '--duration'),
  }).catch((error: unknown) => {
    throw new Error(`${operands[0] ?? ''} could not be started: ${messageOf(error)}`, { cause: error });
  });
  // The program has the word on how it ended; what goes wrong here is only said.
  try {
    const checks = report({ ended, startedAt, operands, values, gate, outputs }, terminal);
    const isOpen = checks.every(({ passed }) => passed);
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

interface Reporting {
  ended: EndedProgram;
  startedAt: string;
  operands: readonly string[];
  values: OptionValues;
  gate: Judge;
  outputs: Outputs;
}

function report(
  { ended, startedAt, operands, values, gate, outputs }: Reporting,
  terminal: Terminal,
): Check[] {
  const trace = readTrace(ended.trace);
  const sources = new Sources(process.cwd(), values.get('ignore') ?? []);
  sources.toOriginals(trace);
  const { tookMs } = ended;
  const profile = profileOf(trace, { startedAt, program: programOf(operands), tookMs }, sources);
  const traceFile = lastOf(values, 'trace');
  if (traceFile !== null)
    writeFileSync(traceFile, sources.inOriginals(ended.trace) + profileLine(profile), { mode: 0o600 });
  return reportProfile(profile, { gate, outputs, quiet: values.has('quiet'), stream: 'stderr' }, terminal);
}

/** `node app.js`: what came with it may be secret. */
const programOf = ([program = '', ...args]: readonly string[]): string => {
  const script = args.find((word) => !word.startsWith('-'));
  return [basename(program), ...(script === undefined ? [] : [basename(script)])].join(' ');
};
