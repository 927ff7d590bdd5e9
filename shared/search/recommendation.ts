import type { SearchPoint, BoundOutcome, Gain, Recommendation, Worth } from '../contract/search.ts';
import { bestOf, gainOver, kneeOf, plateauOf, scoreOf } from './curve.ts';
import { deepestOf, isOpenLoop, type SearchScope } from './search-plan.ts';
import { nearlyBest, reachedOf, smallestNearBest } from './share-of-best.ts';

/** A gain below this is not worth the code and the latency of batching. */
export const leastGain = 1.1;

/**
 * Judges the points of a search. `baseline` has to be among the final ones. An open loop that nothing keeps up
 * with is judged by throughput, like a closed one. Throws RangeError without a usable baseline.
 */
export function recommend(search: SearchScope, points: readonly SearchPoint[]): Recommendation {
  const final = points.filter(({ stage, unusable }) => stage === 'final' && unusable === null);
  const [baseline] = final;
  if (!baseline) throw new RangeError('the baseline was not measured');
  const keeping = final.filter(({ keepsRate }) => keepsRate);
  const open = isOpenLoop(search.workload) && keeping.length > 0;
  const usable = keeping.length > 0 ? keeping : final;
  const { p99BoundMs } = search;
  const under =
    p99BoundMs === null ? usable : usable.filter(({ p99Ms }) => p99Ms !== null && p99Ms < p99BoundMs);
  const least = leastP99(usable);
  const chosenFrom = steadiest(under, baseline, p99BoundMs);
  const undecided =
    p99BoundMs === null || open || batchesOf(under, baseline).length > 0
      ? null
      : (nearBound(batchesOf(usable, baseline), baseline, p99BoundMs) ??
        neverCompared(points, baseline, p99BoundMs));
  const candidate = undecided ?? (under.length > 0 ? candidateOf(chosenFrom, baseline, open) : least);
  const gain = candidate === baseline ? null : gainOver(candidate, baseline, open);
  const worth: Worth = undecided
    ? 'inconclusive'
    : under.length === 0
      ? 'bound out of reach'
      : worthOf(candidate, baseline, gain, {
          serves: under.includes(baseline),
          steady: open || p99BoundMs === null || keepsEverywhere(baseline, p99BoundMs),
        });
  const advised = { yes: candidate, 'bound out of reach': candidate, no: baseline, inconclusive: null }[
    worth
  ];
  const best = bestOf(usable, open);
  return {
    baseline,
    best,
    indistinguishable: plateauOf(usable, open).filter((point) => point !== best),
    smallest: smallestNearBest(usable, open),
    // Of the final round alone: the machine may have been another one during the survey.
    knee: kneeOf(
      usable.filter(
        ({ strategy }) =>
          strategy === (batchesOf(usable, baseline).includes(candidate) ? candidate : best).strategy,
      ),
      open,
    ),
    bound:
      p99BoundMs === null
        ? null
        : boundOutcome(p99BoundMs, { baseline, under, chosenFrom, least, candidate }, open),
    candidate,
    reached:
      candidate === baseline || !under.includes(candidate)
        ? null
        : reachedOf(candidate, batchesOf(chosenFrom, baseline), open),
    advised,
    gain,
    worth,
    alternatives:
      under.length > 0
        ? bestOfOthers(chosenFrom, candidate, baseline, (points) => smallestNearBest(points, open)).sort(
            (a, b) => scoreOf(b, open) - scoreOf(a, open),
          )
        : bestOfOthers(usable, candidate, baseline, leastP99).sort((a, b) => p99Of(a) - p99Of(b)),
    stillClimbing: best.batchSize >= deepestOf(search) && isStillClimbing(usable, best, open),
  };
}

/** A batch that kept the bound in less than this share of its slices clearly does not keep it. */
const leastUnderBound = 0.25;

/**
 * The most throughput of the batches that gain, and are over the bound on the whole but not in every slice: whether they
 * keep it is open. `null`: there is none.
 */
function nearBound(
  batches: readonly SearchPoint[],
  baseline: SearchPoint,
  p99BoundMs: number,
): SearchPoint | null {
  const near = batches.filter(({ p99Slices, throughput }) => {
    const kept = p99Slices.filter((ms) => ms < p99BoundMs).length;
    return (
      kept > 0 && kept >= leastUnderBound * p99Slices.length && throughput > leastGain * baseline.throughput
    );
  });
  return near.length === 0 ? null : bestOf(near, false);
}

/**
 * The most throughput of what gained and kept the bound in the first look, and was then not compared in turns. `null`:
 * there is none.
 */
function neverCompared(
  points: readonly SearchPoint[],
  baseline: SearchPoint,
  p99BoundMs: number,
): SearchPoint | null {
  const compared = points.filter(({ stage }) => stage === 'final');
  const missed = points.filter(
    ({ strategy, batchSize, unusable, p99Ms, throughput }) =>
      unusable === null &&
      strategy !== baseline.strategy &&
      (p99Ms ?? Infinity) < p99BoundMs &&
      throughput > leastGain * baseline.throughput &&
      !compared.some((other) => other.strategy === strategy && other.batchSize === batchSize),
  );
  return missed.length === 0 ? null : bestOf(missed, false);
}

/** Batches that kept the bound in every slice; where there are none, all that kept it on the whole. */
function steadiest(
  under: readonly SearchPoint[],
  baseline: SearchPoint,
  p99BoundMs: number | null,
): readonly SearchPoint[] {
  if (p99BoundMs === null) return under;
  const steady = under.filter((point) => keepsEverywhere(point, p99BoundMs));
  return steady.some((point) => point !== baseline) ? steady : under;
}

const keepsEverywhere = ({ p99Slices }: SearchPoint, p99BoundMs: number) =>
  p99Slices.every((ms) => ms < p99BoundMs);

const batchesOf = (points: readonly SearchPoint[], baseline: SearchPoint) =>
  points.filter((point) => point !== baseline);

/** The smallest batch near the best; whether it is worth it, its gain over the baseline tells. */
function candidateOf(points: readonly SearchPoint[], baseline: SearchPoint, open: boolean): SearchPoint {
  const batches = batchesOf(points, baseline);
  return batches.length === 0 ? baseline : smallestNearBest(batches, open);
}

const p99Of = ({ p99Ms }: SearchPoint) => p99Ms ?? Infinity;

/** A strategy's candidates by batch size, each as the final round has it where it does. */
export function curveOf(points: readonly SearchPoint[], strategy: string): SearchPoint[] {
  const ofDepth = new Map<number, SearchPoint>();
  for (const point of points)
    if (point.strategy === strategy && ofDepth.get(point.batchSize)?.stage !== 'final')
      ofDepth.set(point.batchSize, point);
  return [...ofDepth.values()].sort((a, b) => a.batchSize - b.batchSize);
}

function worthOf(
  candidate: SearchPoint,
  baseline: SearchPoint,
  gain: Gain | null,
  ofBaseline: { serves: boolean; steady: boolean },
): Worth {
  // Where even the baseline breaks the bound now and then, batches that did so may keep it on a quiet machine.
  if (candidate === baseline) return ofBaseline.steady ? 'no' : 'inconclusive';
  // What breaks the bound, or does not keep the rate, is no choice.
  if (!ofBaseline.serves) return 'yes';
  if (gain?.ci95 && gain.ci95[1] < leastGain) return 'no';
  return gain?.ci95 && gain.ci95[0] >= leastGain ? 'yes' : 'inconclusive';
}

function boundOutcome(
  p99Ms: number,
  {
    baseline,
    under,
    chosenFrom,
    least,
    candidate,
  }: Record<'under' | 'chosenFrom', readonly SearchPoint[]> &
    Record<'baseline' | 'least' | 'candidate', SearchPoint>,
  open: boolean,
): BoundOutcome {
  const best = chosenFrom.length > 0 ? bestOf(chosenFrom, open) : null;
  const all = under.length > 0 ? bestOf(under, open) : null;
  return {
    p99Ms,
    best,
    edge: all !== null && all !== baseline && !chosenFrom.includes(all) ? all : null,
    least,
    onEdge: under.includes(candidate) && !keepsEverywhere(candidate, p99Ms),
  };
}

/** Of each strategy but these two. */
function bestOfOthers(
  points: readonly SearchPoint[],
  candidate: SearchPoint,
  baseline: SearchPoint,
  best: (ofStrategy: readonly SearchPoint[]) => SearchPoint,
): SearchPoint[] {
  const others = points.filter(
    (point) => point.strategy !== candidate.strategy && point.strategy !== baseline.strategy,
  );
  return [...new Set(others.map(({ strategy }) => strategy))].map((strategy) =>
    best(others.filter((point) => point.strategy === strategy)),
  );
}

const leastP99 = (points: readonly SearchPoint[]): SearchPoint =>
  points.reduce((low, point) => (p99Of(point) < p99Of(low) ? point : low));

/** Whether the best is the deepest of its strategy and beyond the reach of the next one by more than 5 %. */
function isStillClimbing(points: readonly SearchPoint[], best: SearchPoint, open: boolean): boolean {
  const curve = curveOf(points, best.strategy);
  const below = curve.at(-2);
  if (open || curve.at(-1) !== best || !below) return false;
  const gain = gainOver(below, best, open);
  return gain?.ci95 != null && gain.ci95[1] < nearlyBest;
}
