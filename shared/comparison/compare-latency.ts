import type { LatencySlices } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { LatencyComparison } from '../contract/result.ts';
import { changeInWords, latencyInWords, type LatencyWords } from '../words/latency.ts';
import { compareSides, type SliceValues } from './compare-sides.ts';

type Kind = LatencySlices['kind'];
type Latencies = Pick<LaneResult, 'latencyMs' | 'latencySlices' | 'throughput'>;

/** A lane of one run; where its p50 is to be a ratio to another lane's, that one as well. */
export interface LatencyOf {
  lane: Latencies;
  over?: Latencies | undefined;
}

/**
 * The p50 of a lane in a run against that in an earlier one, with the interval of the p50s of the slices; a file that
 * has none gives no interval. `null`: not measured.
 */
export function compareLatency(was: LatencyOf, is: LatencyOf): LatencyComparison | null {
  const kind = is.lane.latencyMs.response ? 'response' : 'command';
  const [before, after] = [sideOf(was, kind), sideOf(is, kind)];
  const found = compareSides(before, after, is.over ? 2 : 1).ratio ?? {
    ratio: after.shown / before.shown,
    ci95: null,
  };
  const { ratio, ci95 } = found;
  if (!(ratio > 0 && ratio < Infinity)) return null;
  const outcome = ci95 && ci95[0] > 1 ? 'worse' : ci95 && ci95[1] < 1 ? 'better' : 'inconclusive';
  return { kind, ratio, ci95, outcome };
}

function sideOf({ lane, over }: LatencyOf, kind: Kind): SliceValues {
  const p50 = ({ latencyMs }: Latencies) => latencyMs[kind]?.p50 ?? NaN;
  const p50s = (of: Latencies) => (of.latencySlices?.kind === kind ? of.latencySlices.p50Ms : []);
  const others = over && p50s(over);
  const values = p50s(lane).map((own, round) => (own ?? NaN) / (others ? (others[round] ?? NaN) : 1));
  return { shown: p50(lane) / (over ? p50(over) : 1), values, starts: lane.throughput?.starts };
}

/** Beside a throughput that is better, also what has no interval, which it then says; `null`: nothing to say. */
export const comparedLatencyInWords = (
  latency: LatencyComparison | null,
  isBetter: boolean,
  words: LatencyWords,
): string | null =>
  latency?.ci95 === null && isBetter
    ? words.noInterval(changeInWords(latency, words))
    : latencyInWords(latency, words);
