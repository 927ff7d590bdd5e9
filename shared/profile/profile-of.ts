import type { Profile } from '../contract/profile.ts';
import type { TraceSource } from '../contract/profile-trace.ts';
import { detect, type Detecting } from './detect.ts';
import { exchangesOf } from './exchanges.ts';
import { withFindingIds } from './finding-ids.ts';
import { followsCursor, isBlocking } from './judge.ts';
import type { Trace, TracedUnit } from './read-trace.ts';
import { chainsOf, fewest } from './runs.ts';

/** What a trace itself does not know. */
export interface Recording extends Pick<Profile, 'startedAt' | 'program' | 'tookMs'> {
  /** Of a proxy. */
  proxy?: NonNullable<Profile['proxy']>;
  isCluster?: boolean;
  /** False where no process of Node began to record. */
  isOfNode?: boolean;
}

/** Judges what was recorded. */
export function profileOf(
  trace: Trace,
  { startedAt, program, tookMs, proxy, isCluster = false, isOfNode = true }: Recording,
  detecting: Detecting,
): Profile {
  const { source, commands, recorded, cost, leftOut, faults } = trace;
  const gaps: Profile['gaps'] = [
    ...(commands === 0 ? (['nothing-seen'] as const) : []),
    ...(commands > 0 && source === 'proxy' ? (['by-connection'] as const) : []),
    ...(isOfNode ? [] : (['no-node'] as const)),
    ...leftOut,
    ...(source === 'patch' && trace.units.some(hidesASequence) ? (['no-places'] as const) : []),
    ...(proxy && proxy.unread > 0 ? (['unread'] as const) : []),
    ...(faults ? (['recorder-fault'] as const) : []),
    ...(isCluster ? (['cluster'] as const) : []),
  ];
  const { findings, ...found } = detect(trace, detecting);
  return {
    ...{ kind: 'profile', schema: 1, source, startedAt, program, tookMs: Math.round(tookMs) },
    ...{ commands, recorded, cost, gaps },
    ...(proxy ? { proxy } : {}),
    ...(faults ? { faults } : {}),
    ...{ ...found, findings: withFindingIds(findings) },
  };
}

/** True where commands waited for each other whose places are not known. A client library follows a cursor by itself. */
function hidesASequence(unit: TracedUnit): boolean {
  if (unit.commands.filter(({ site }) => site === null).length < fewest) return false;
  return chainsOf(exchangesOf(unit)).some((chain) => {
    let hidden = 0;
    return chain.some((one) => {
      const isHidden = one.site === null && !isBlocking(one.name) && !followsCursor({ exchanges: [one] });
      hidden = isHidden ? hidden + 1 : 0;
      return hidden >= fewest;
    });
  });
}

/** Where the source of the program is not at hand. */
export const withoutSource = (source: TraceSource): Detecting => ({
  seesSites: source === 'patch',
  evidenceOf: () => null,
  patchOf: () => ({ why: 'unread', line: 0, name: '' }),
  diffOf: () => '',
  functionOf: () => '',
  isIgnored: () => false,
});
