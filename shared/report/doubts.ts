import type { Doubt } from '../contract/doubt.ts';
import type { Result } from '../contract/result.ts';
import { countedTunings } from '../plan/tuned-plan.ts';
import { isWide, waitedForCore } from '../statistics/figures.ts';
import { say, type Words } from '../words/words.ts';
import { bestComparison } from './headline.ts';

/**
 * All that makes a run doubtful, the weightiest first: a busy machine, our own proxy, what the engine warns of, how the
 * run ended, few rounds, noise; then what it warns of in a lane. Every surface takes it from here.
 */
export function doubts(
  result: Pick<Result, 'lanes' | 'comparisons' | 'warnings' | 'state' | 'plan' | 'tunings'>,
): Doubt[] {
  const { lanes, warnings, state, plan, tunings } = result;
  const counted = lanes.some(({ throughput }) => throughput !== null);
  const proxied = lanes.filter(({ verdict }) => verdict.code === 'proxy').map(({ id }) => id);
  const ci95 = bestComparison(result)?.ci95;
  const found: [holds: boolean, finding: Doubt['finding']][] = [
    [lanes.some(waitedForCore), { code: 'too-busy' }],
    [proxied.length > 0, { code: 'proxy-bound', lanes: proxied }],
    ...warnings.map((warning): [boolean, Doubt['finding']] => [true, warning]),
    [state === 'stopped', { code: 'stopped-early', counted }],
    [state === 'failed' && counted, { code: 'lane-failed' }],
    [plan.schedule.mode === 'race', { code: 'race' }],
    [countedTunings(tunings).length > 0, { code: 'settings-changed' }],
    [ci95 === null, { code: 'one-round' }],
    [ci95 !== undefined && isWide(ci95), { code: 'wide-interval' }],
  ];
  return [
    ...found.flatMap(([holds, finding]) => (holds ? [{ lane: null, finding }] : [])),
    ...lanes.flatMap(({ id, warnings: ofLane }) => ofLane.map((finding) => ({ lane: id, finding }))),
  ];
}

/** A doubt with the names of the lanes that it is about. */
export function doubtInWords(
  { lane, finding }: Doubt,
  nameOf: (id: string) => string,
  words: Pick<Words, 'doubt' | 'warning'>,
): string {
  const text = say(named(finding, nameOf), { ...words.doubt, ...words.warning });
  return lane === null ? text : `${nameOf(lane)}: ${text}`;
}

function named(finding: Doubt['finding'], nameOf: (id: string) => string): Doubt['finding'] {
  switch (finding.code) {
    case 'proxy-bound':
      return { ...finding, lanes: finding.lanes.map(nameOf) };
    case 'round-trips-differ':
      return { ...finding, shortest: nameOf(finding.shortest), longest: nameOf(finding.longest) };
    default:
      return finding;
  }
}
