import type { Answer } from '../contract/answer.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { isProgram } from '../plan/program-lane.ts';
import { askedRate } from '../plan/sustained-rate.ts';
import { bestLane, isWayOfSending } from '../statistics/best-lane.ts';
import {
  comparisonWithFirst,
  isWide,
  keepsRate,
  rateOf,
  shownLatency,
  whyNoInterval,
} from '../statistics/figures.ts';
import { say, type Words } from '../words/words.ts';

export type Concluded = Pick<Result, 'plan' | 'tunings' | 'lanes' | 'comparisons' | 'state'>;

/** The comparison of the lane that is named beside the baseline; `undefined`: none was compared. */
export const bestComparison = ({
  lanes,
  comparisons,
}: Pick<Result, 'lanes' | 'comparisons'>): Comparison | undefined =>
  bestLane(comparisons, (comparison) => ({
    strategy: lanes.find(({ id }) => id === comparison.lane)?.strategy ?? comparison.lane,
    comparison,
  }));

/** What a run that has ended answers, as data. */
export const answerOf = (result: Concluded): Answer =>
  leftOut(result) ?? atRate(result) ?? compared(result) ?? withoutComparison(result);

/** A replay that lacks more than this share of its commands is one of another program. */
const mostLeftOut = 0.05;

function leftOut({ plan: { written }, state }: Concluded): Answer | null {
  const { commands, of, names } = written?.leftOut ?? { commands: 0, of: 1, names: [] };
  return state !== 'failed' && commands / of > mostLeftOut
    ? { code: 'left-out', share: Math.min(1, commands / of), names }
    : null;
}

/** At a fixed rate all do the same: who keeps it, by the figures that are shown, and who responds sooner. */
function atRate(result: Concluded): Answer | null {
  const rate = askedRate(result);
  const lanes = result.lanes.filter(({ strategy }) => isWayOfSending(strategy));
  if (rate === null || !lanes.some((lane) => lane.rate && lane.throughput)) return null;
  const keeping = lanes.filter(keepsRate);
  return {
    ...{ code: 'at-rate', rate, keeping: keeping.map(({ id }) => id) },
    all: keeping.length === lanes.length,
    soonest: soonestOf(keeping, result),
  };
}

/** Of lanes that keep a rate, the first among them: by the p50 that is shown, where its comparison says so. */
function soonestOf(keeping: readonly LaneResult[], result: Concluded) {
  const [first, ...others] = keeping;
  if (!first || others.length === 0 || first.id !== result.lanes[0]?.id) return null;
  const p50 = ({ latencyMs }: LaneResult) => shownLatency(latencyMs)?.p50 ?? Infinity;
  const latencyOf = (lane: LaneResult) => comparisonWithFirst(lane, result)?.latency;
  const soonest = keeping.reduce((best, lane) => (p50(lane) < p50(best) ? lane : best), first);
  const told = { lane: soonest.id, baseline: first.id };
  if (soonest === first)
    return others.every((lane) => latencyOf(lane)?.outcome === 'worse')
      ? { ...told, ratio: null, ci95: null }
      : null;
  const latency = latencyOf(soonest);
  return latency?.outcome === 'better' ? { ...told, ratio: latency.ratio, ci95: latency.ci95 } : null;
}

function compared(result: Concluded): Answer | null {
  const best = bestComparison(result);
  if (!best) return null;
  const { lane, baseline, ratio, ci95 } = best;
  return best.outcome === 'slower' && ci95 !== null && isOfTwoPrograms(result)
    ? { code: 'behind', lane, baseline, ratio, ci95 }
    : answerOfBest(best, batchingLane(result));
}

/** Two versions of the user's code: the second is judged by the first, whichever way it went. */
const isOfTwoPrograms = ({ plan: { lanes } }: Concluded): boolean =>
  lanes.length === 2 && lanes.every(isProgram);

/** The same of what the history has kept of a run. */
function answerOfBest(
  {
    lane,
    baseline,
    ratio,
    ci95,
    outcome,
    pairs = 1,
  }: Omit<Comparison, 'pairs' | 'latency'> & { pairs?: number },
  batches?: Pick<LaneResult, 'id' | 'gain'>,
): Answer {
  if (ci95 === null)
    return whyNoInterval(pairs) === 'one-round'
      ? { code: 'one-round', lane, baseline, ratio }
      : { code: 'noisy', baseline };
  if (outcome === 'slower') return { code: 'slower', baseline };
  if (outcome === 'inconclusive') return { code: isWide(ci95) ? 'noisy' : 'inconclusive', baseline };
  if (!batches?.gain) return { code: 'ahead', lane, baseline, ratio, ci95 };
  const { waiting, batching } = batches.gain;
  return { code: 'factors', waiting, batching, batchingLane: batches.id };
}

/** The lane whose gain is taken apart: one that batching brought ahead before one that it did not, then the fastest. */
export const batchingLane = ({ lanes }: Pick<Result, 'lanes'>): LaneResult | undefined =>
  lanes
    .filter(({ gain }) => gain && gain.waiting.ci95 !== null && gain.batching.ci95 !== null)
    .reduce<LaneResult | undefined>((best, lane) => {
      const [[told, rate], [bestTold, bestRate]] = [broughtAhead(lane), broughtAhead(best)];
      return (told - bestTold || rate - bestRate) > 0 ? lane : best;
    }, undefined);

const broughtAhead = (lane: LaneResult | undefined): [told: number, rate: number] => [
  (lane?.gain?.batching.ci95?.[0] ?? 0) > 1 ? 1 : 0,
  rateOf(lane) ?? 0,
];

function withoutComparison({ lanes, state }: Concluded): Answer {
  if (state === 'failed') return { code: 'failed' };
  if (lanes.length > 0 && lanes.every(({ commands, failed }) => commands === 0 && failed > 0))
    return { code: 'all-failed' };
  const [only] = lanes;
  const rate = rateOf(only);
  return only && lanes.length === 1 && rate !== null
    ? { code: 'single', lane: only.id, rate, ...(only.perUnit && { units: true as const }) }
    : { code: 'none' };
}

/** In words, with the names of the lanes. */
export const runAnswerInWords = (answer: Answer, nameOf: (id: string) => string, words: Words): string =>
  say(named(answer, nameOf), words.answer);

function named(answer: Answer, nameOf: (id: string) => string): Answer {
  const { lane, baseline } = { lane: '', baseline: '', ...answer };
  const names = {
    ...('lane' in answer ? { lane: nameOf(lane) } : {}),
    ...('baseline' in answer ? { baseline: nameOf(baseline) } : {}),
    ...('batchingLane' in answer ? { batchingLane: nameOf(answer.batchingLane) } : {}),
  };
  if (answer.code !== 'at-rate') return { ...answer, ...names };
  const { soonest, keeping } = answer;
  return {
    ...answer,
    keeping: keeping.map(nameOf),
    soonest: soonest && { ...soonest, lane: nameOf(soonest.lane), baseline: nameOf(soonest.baseline) },
  };
}
