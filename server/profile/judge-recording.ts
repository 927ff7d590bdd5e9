import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Profile } from '../../shared/contract/profile.ts';
import { profileLine } from '../../shared/profile/open-profile.ts';
import { profileOf } from '../../shared/profile/profile-of.ts';
import { readTrace, type Trace } from '../../shared/profile/read-trace.ts';
import type { EndedProgram } from './launch.ts';
import type { Sources } from './sources.ts';

interface Recorded extends Pick<EndedProgram, 'trace' | 'tookMs'> {
  startedAt: string;
  command: readonly string[];
}

/** Judges what a program has left, by its sources. */
export function judgeRecording(
  { trace: text, tookMs, startedAt, command }: Recorded,
  sources: Sources,
): { profile: Profile; trace: Trace } {
  const trace = readTrace(text);
  sources.toOriginals(trace);
  return {
    trace,
    profile: profileOf(trace, { startedAt, program: nameOfProgram(command), tookMs }, sources),
  };
}

/** Writes a trace with what was found in it, for its owner alone. */
export function keepTrace(file: string, trace: string, profile: Profile, sources: Sources): void {
  writeFileSync(file, sources.inOriginals(trace) + profileLine(profile), { mode: 0o600 });
}

/** `node app.js`: the script is the first word that ends like a file of code. All else may be secret. */
export const nameOfProgram = ([program = '', ...args]: readonly string[]): string => {
  const isCode = args.some((word) => /^(?:-[ep]|-pe|--eval|--print)$/.test(word));
  const script = isCode ? undefined : args.find((word) => /^[^-=\s][^=\s]*\.[cm]?[jt]sx?$/.test(word));
  return [basename(program), ...(script === undefined ? [] : [basename(script)])].join(' ');
};
