import type { Profile } from '../contract/profile.ts';
import type { TraceSource } from '../contract/profile-trace.ts';
import { detect, type Detecting } from './detect.ts';
import type { Trace } from './read-trace.ts';

/** What a trace itself does not know. */
export interface Recording extends Pick<Profile, 'startedAt' | 'program' | 'tookMs'> {
  /** Of a proxy. */
  proxy?: NonNullable<Profile['proxy']>;
  isCluster?: boolean;
}

/** Judges what was recorded. */
export function profileOf(
  trace: Trace,
  { startedAt, program, tookMs, proxy, isCluster = false }: Recording,
  detecting: Detecting,
): Profile {
  const { source, commands, recorded, cost, leftOut, faults } = trace;
  const gaps: Profile['gaps'] = [
    ...(commands === 0 ? (['nothing-seen'] as const) : []),
    ...(commands > 0 && source === 'proxy' ? (['by-connection'] as const) : []),
    ...leftOut,
    ...(proxy && proxy.unread > 0 ? (['unread'] as const) : []),
    ...(faults ? (['recorder-fault'] as const) : []),
    ...(isCluster ? (['cluster'] as const) : []),
  ];
  return {
    ...{ kind: 'profile', schema: 1, source, startedAt, program, tookMs: Math.round(tookMs) },
    ...{ commands, recorded, cost, gaps },
    ...(proxy ? { proxy } : {}),
    ...(faults ? { faults } : {}),
    ...detect(trace, detecting),
  };
}

/** Where the source of the program is not at hand. */
export const withoutSource = (source: TraceSource): Detecting => ({
  seesSites: source === 'patch',
  flowOf: () => null,
  isIgnored: () => false,
});
