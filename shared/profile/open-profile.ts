import { profileSchema, type Profile } from '../contract/profile.ts';
import { traceVersion } from '../contract/profile-trace.ts';
import type { Detecting } from './detect.ts';
import { profileOf, type Recording } from './profile-of.ts';
import { readTrace, TraceUnreadable, type Trace } from './read-trace.ts';

export interface OpenedProfile {
  profile: Profile;
  /** `null`: the file holds what was found, and not what was recorded. */
  trace: Trace | null;
  /** Whether the file ends within a line. */
  isCut: boolean;
  /** Whether the findings are those of the profiler, which had the source, and not of this reading. */
  isJudged: boolean;
}

/** Text that is no profile; `version`: it is one, of another Roundtrip. */
export class ProfileUnreadable extends Error {
  override readonly name = 'ProfileUnreadable';
  readonly version: string | null;
  readonly isOlder: boolean;
  constructor(message: string, version: string | null = null, isOlder = false) {
    super(message);
    this.version = version;
    this.isOlder = isOlder;
  }
}

const neither = 'is neither a profile of schema 1 nor a trace, as profile --json and --trace write them';
const endStart = '{"k":"profile"';

/** Ends a trace that is kept: what was found in it, where the source of the program was. A trace holds no source. */
export function profileLine({ patch: _, findings, ...profile }: Profile): string {
  const withoutSource = findings.map(({ patch: _diff, ...finding }) => finding);
  return `${endStart},"profile":${JSON.stringify({ ...profile, findings: withoutSource })}}\n`;
}

/**
 * Reads a trace, or the JSON of a profile. A trace that ends within a line is read to its last whole one; its findings
 * are those that it ends with, or are made by `detecting`. Throws ProfileUnreadable.
 */
export function openProfile(
  text: string,
  recording: Pick<Recording, 'startedAt' | 'program'>,
  detecting: (trace: Trace) => Detecting,
): OpenedProfile {
  if (!/^\s*\{\s*"k"/.test(text))
    return { profile: readProfile(text), trace: null, isCut: false, isJudged: true };
  const trace = traceIn(text);
  const isCut = !text.endsWith('\n') && isBroken(text.slice(text.lastIndexOf('\n') + 1));
  const judged = lastWord(text);
  const end: Profile['gaps'] = hasEnd(text) ? [] : ['cut'];
  return {
    ...{ trace, isCut, isJudged: judged !== null },
    profile:
      judged ?? withGaps(profileOf(trace, { ...recording, tookMs: trace.tookMs }, detecting(trace)), end),
  };
}

/** Reads the JSON of a profile. Throws ProfileUnreadable. */
function readProfile(text: string): Profile {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ProfileUnreadable(neither);
  }
  const { kind, schema } = (found ?? {}) as { kind?: unknown; schema?: unknown };
  if (kind === 'profile' && typeof schema === 'number' && schema > 1)
    throw new ProfileUnreadable(`a profile of schema ${schema}; this Roundtrip reads schema 1`, `${schema}`);
  const profile = profileSchema.safeParse(found);
  if (!profile.success) throw new ProfileUnreadable(neither);
  return profile.data;
}

function traceIn(text: string): Trace {
  try {
    const trace = readTrace(text);
    if (trace.units.length + trace.counts.size > 0) return trace;
  } catch (error) {
    if (error instanceof TraceUnreadable)
      throw new ProfileUnreadable(error.message, error.version, error.isOlder);
    throw error;
  }
  throw new ProfileUnreadable(`a trace of version ${traceVersion} without a command in it`);
}

/** Of a trace that one run of the profiler wrote, and that is whole. */
function lastWord(text: string): Profile | null {
  const at = text.indexOf(`\n${endStart}`) + 1;
  if (at === 0) return null;
  const line = text.slice(at).trimEnd();
  if (line.includes('\n') || isBroken(line)) return null;
  const { profile } = JSON.parse(line) as { profile?: unknown };
  const read = profileSchema.safeParse(profile);
  return read.success ? read.data : null;
}

/** True where a trace is there to its end, which says what was found. */
const hasEnd = (text: string): boolean => {
  const whole = text.trimEnd();
  const line = whole.slice(whole.lastIndexOf('\n') + 1);
  return line.startsWith(endStart) && !isBroken(line);
};

const withGaps = (profile: Profile, more: Profile['gaps']): Profile => ({
  ...profile,
  gaps: [...profile.gaps, ...more],
});

function isBroken(line: string): boolean {
  try {
    JSON.parse(line);
    return false;
  } catch {
    return true;
  }
}
