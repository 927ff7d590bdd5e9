import type { AdvicePoint, BoundJudgement, Gain, Judgement, Worth } from './advice.ts';
import { bestOf, compare, kneeOf, nearlyBest, plateauOf, scoreOf, smallestWithin } from './curve.ts';
import { interval95 } from '../statistics.ts';
import { deepestOf, isOpenLoop, type Search } from './search-plan.ts';

/** A gain below this is not worth the code and the latency of batching. */
export const leastGain = 1.1;

/**
 * Judges the points of a search. `baseline` has to be among the final ones. An open loop that nothing keeps up
 * with is judged by throughput, like a closed one. Throws RangeError without a usable baseline.
 */
export function judgePoints(search: Search, points: readonly AdvicePoint[]): Judgement {
  const final = points.filter(({ stage, unusable }) => stage === 'final' && unusable === null);
  const [baseline] = final;
  if (!baseline) throw new RangeError('the baseline was not measured');
  const keeping = final.filter(({ keepsRate }) => keepsRate);
  const open = isOpenLoop(search.workload) && keeping.length > 0;
  const usable = keeping.length > 0 ? keeping : final;
  const { p99BoundMs } = search;
  const under =
    p99BoundMs === null ? usable : usable.filter(({ p99Ms }) => p99Ms !== null && p99Ms < p99BoundMs);
  const least = usable.reduce((low, point) => (p99Of(point) < p99Of(low) ? point : low));
  const candidate = under.length > 0 ? candidateOf(under, baseline, open) : least;
  const gain = candidate === baseline ? null : compare(candidate, baseline, open);
  const worth: Worth =
    under.length === 0 ? 'bound out of reach' : worthOf(candidate, baseline, gain, under.includes(baseline));
  const advised = worth === 'no' || worth === 'not told' ? baseline : candidate;
  const best = bestOf(usable, open);
  return {
    baseline,
    best,
    notToldApart: plateauOf(usable, open).filter((point) => point !== best),
    smallest: smallestWithin(usable, open),
    // Of the final round alone: the machine may have been another one during the survey.
    knee: kneeOf(
      usable.filter(({ strategy }) => strategy === (candidate === baseline ? best : candidate).strategy),
      open,
    ),
    bound: p99BoundMs === null ? null : boundJudgement(p99BoundMs, under, least, candidate, open),
    candidate,
    advised,
    gain,
    worth,
    alternatives: alternativesOf(under, candidate, baseline, open),
    stillClimbing: best.depth >= deepestOf(search) && isStillClimbing(usable, best, open),
  };
}

/**
 * The smallest within 5 % of the best. Noise may make the baseline one of those; where the best batch has a gain
 * that would be worth it, were it told apart, that is what there is to say.
 */
function candidateOf(under: readonly AdvicePoint[], baseline: AdvicePoint, open: boolean): AdvicePoint {
  const smallest = smallestWithin(under, open);
  const best = bestOf(under, open);
  if (smallest !== baseline || best === baseline) return smallest;
  const gain = compare(best, baseline, open);
  if (!gain || gain.ratio < leastGain) return smallest;
  return smallestWithin(
    under.filter((point) => point !== baseline),
    open,
  );
}

/** Whether the judgement is about throughput: always in a closed loop, else where nothing keeps up with the rate. */
export const judgedByThroughput = ({ workload }: Search, { best }: Judgement): boolean =>
  !isOpenLoop(workload) || !best.keepsRate;

const p99Of = ({ p99Ms }: AdvicePoint) => p99Ms ?? Infinity;

/** A strategy's rungs by depth, each as the final round has it where it does. */
export function curveOf(points: readonly AdvicePoint[], strategy: string): AdvicePoint[] {
  const ofDepth = new Map<number, AdvicePoint>();
  for (const point of points)
    if (point.strategy === strategy && ofDepth.get(point.depth)?.stage !== 'final')
      ofDepth.set(point.depth, point);
  return [...ofDepth.values()].sort((a, b) => a.depth - b.depth);
}

function worthOf(
  candidate: AdvicePoint,
  baseline: AdvicePoint,
  gain: Gain | null,
  baselineServes: boolean,
): Worth {
  if (candidate === baseline) return 'no';
  // What breaks the bound, or does not keep the rate, is no choice.
  if (!baselineServes) return 'yes';
  if (!gain || gain.ratio < leastGain) return 'no';
  return gain.outcome === 'faster' ? 'yes' : 'not told';
}

function boundJudgement(
  p99Ms: number,
  under: readonly AdvicePoint[],
  least: AdvicePoint,
  candidate: AdvicePoint,
  open: boolean,
): BoundJudgement {
  const reach = interval95(candidate.p99Slices);
  return {
    p99Ms,
    best: under.length > 0 ? bestOf(under, open) : null,
    least,
    close: under.length > 0 && reach !== null && reach[1] >= p99Ms,
  };
}

function alternativesOf(
  points: readonly AdvicePoint[],
  candidate: AdvicePoint,
  baseline: AdvicePoint,
  open: boolean,
): AdvicePoint[] {
  const others = points.filter(
    (point) => point.strategy !== candidate.strategy && point.strategy !== baseline.strategy,
  );
  return [...new Set(others.map(({ strategy }) => strategy))]
    .map((strategy) =>
      smallestWithin(
        others.filter((point) => point.strategy === strategy),
        open,
      ),
    )
    .sort((a, b) => scoreOf(b, open) - scoreOf(a, open));
}

/** Whether the best is the deepest of its strategy and beyond the reach of the next one by more than 5 %. */
function isStillClimbing(points: readonly AdvicePoint[], best: AdvicePoint, open: boolean): boolean {
  const curve = curveOf(points, best.strategy);
  const below = curve.at(-2);
  if (open || curve.at(-1) !== best || !below) return false;
  const gain = compare(below, best, open);
  return gain?.ci95 != null && gain.ci95[1] < nearlyBest;
}
