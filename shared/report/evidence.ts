import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import { factorsInWords, type GainWords } from '../words/gain.ts';
import { bestComparison } from './answer.ts';

/** Less is no change. */
const leastChange = 0.02;

type Evidence = Pick<
  LaneResult,
  'id' | 'gain' | 'effectiveBatch' | 'bytesOut' | 'commands' | 'failed' | 'server'
>;

/**
 * What batching changed besides the throughput, by the figures of the lane and of the concurrent one that it was
 * compared with; what stayed the same is left out. `null`: the gain was not taken apart, or nothing is known of both.
 */
export function batchingEvidence<Lane extends Evidence>(
  lane: Lane,
  lanes: readonly Lane[],
  nameOf: (lane: Lane) => string,
  words: GainWords,
): string | null {
  const { times } = words.numbers;
  const concurrent = lanes.find(({ id }) => id === lane.gain?.concurrent);
  if (!concurrent) return null;
  const both = (
    figure: (lane: Lane) => number | null,
    say: (batching: string, concurrent: string) => string,
  ) => {
    const [ours, theirs] = [figure(lane), figure(concurrent)];
    const isChanged = ours !== null && theirs !== null && Math.abs(ours / theirs - 1) >= leastChange;
    return isChanged ? [say(times(ours), times(theirs))] : [];
  };
  const figures = [
    ...both(({ effectiveBatch }) => effectiveBatch, words.perWrite),
    ...both(({ server }) => server.commandsPerRead, words.perRead),
    ...both(({ server }) => server.cpuMicrosPerCommand, words.serverCpu),
    ...both(({ bytesOut, commands, failed }) => bytesOut && bytesOut / (commands + failed), words.bytes),
  ];
  return figures.length === 0 ? null : words.evidence(nameOf(concurrent), figures);
}

/** The same of the lane that the headline names, where its gain is taken apart. */
export function bestEvidence(
  result: Result,
  nameOf: (lane: LaneResult) => string,
  words: GainWords,
): string | null {
  const best = bestComparison(result);
  const lane = result.lanes.find(({ id }) => id === best?.lane);
  const isApart = lane && factorsInWords(lane, best, words) !== null;
  return isApart ? batchingEvidence(lane, result.lanes, nameOf, words) : null;
}
