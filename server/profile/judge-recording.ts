import { appendFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Profile } from '../../shared/contract/profile.ts';
import { profileLine } from '../../shared/profile/open-profile.ts';
import { profileOf } from '../../shared/profile/profile-of.ts';
import { readTrace, type Trace } from '../../shared/profile/read-trace.ts';
import type { EndedProgram } from './launch.ts';
import type { Sources } from './sources.ts';

interface Recorded extends Pick<EndedProgram, 'traces' | 'processes' | 'tookMs'> {
  startedAt: string;
  command: readonly string[];
}

/** Judges what a program has left, by its sources. */
export function judgeRecording(
  { traces, processes, tookMs, startedAt, command }: Recorded,
  sources: Sources,
): { profile: Profile; trace: Trace } {
  const trace = readTrace(traces);
  const code = codeIn(command);
  // Another process may have code of its own.
  if (processes === 1 && code !== null) sources.holdCode(code);
  sources.toOriginals(trace);
  return {
    trace,
    profile: profileOf(
      trace,
      { startedAt, program: nameOfProgram(command), tookMs, isOfNode: processes > 0 },
      sources,
    ),
  };
}

/** Writes traces to a file, for its owner alone, before they are judged: judging may fail. Throws as `writeFileSync`. */
export function keepTraces(file: string, traces: readonly string[], sources: Sources): void {
  writeFileSync(file, '', { mode: 0o600 });
  for (const trace of traces) appendFileSync(file, sources.inOriginals(trace));
}

/** Ends a trace that was kept with what was found in it. Throws as `appendFileSync`. */
export function keepFindings(file: string, profile: Profile): void {
  appendFileSync(file, profileLine(profile));
}

/** Words for a recording that could not be judged. */
export const isKeptIn = (file: string): string => `${file} holds what was recorded, and no findings`;

/** `node app.js`: the script is the first word that ends like a file of code. All else may be secret. */
export const nameOfProgram = ([program = '', ...args]: readonly string[]): string => {
  const script = args.some((word) => evaluates.test(word))
    ? undefined
    : args.find((word) => /^[^-=\s][^=\s]*\.[cm]?[jt]sx?$/.test(word));
  return [basename(program), ...(script === undefined ? [] : [basename(script)])].join(' ');
};

/** The options of Node before code. */
const evaluates = /^(?:-[ep]|-pe|--eval|--print)$/;

/** The code of `node -e CODE`; `null`: there is none. */
function codeIn([program = '', ...args]: readonly string[]): string | null {
  const at = args.findIndex((word) => evaluates.test(word));
  return at >= 0 && /^node(?:\.exe)?$/.test(basename(program)) ? (args[at + 1] ?? null) : null;
}
