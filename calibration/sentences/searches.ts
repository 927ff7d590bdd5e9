import { leastGain, recommend } from '../../shared/search/recommendation.ts';
import type { Recommendation, Worth } from '../../shared/contract/search.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { nearlyBest } from '../../shared/search/share-of-best.ts';
import { disturbances } from '../synthetic-run.ts';
import type { Conditions } from '../synthetic-run.ts';
import { drawCurve, searchScope, syntheticPoints, type TrueRung } from '../synthetic-search.ts';

interface Searched {
  recommendation: Recommendation;
  /** What is true of that batch size. */
  truthOf: (batchSize: number) => TrueRung;
  candidates: readonly TrueRung[];
}

function searchCurve(conditions: Conditions, draw: Draw, p99BoundMs: number | null = null): Searched {
  return searchCandidates(drawCurve(draw), conditions, draw, p99BoundMs);
}

function searchCandidates(
  candidates: readonly TrueRung[],
  conditions: Conditions,
  draw: Draw,
  p99BoundMs: number | null = null,
): Searched {
  const recommendation = recommend(
    searchScope({ p99BoundMs }),
    syntheticPoints(candidates, conditions, draw),
  );
  return {
    recommendation,
    candidates,
    truthOf: (batchSize) => candidates.find((candidate) => candidate.batchSize === batchSize) ?? nothing,
  };
}

const nothing: TrueRung = { batchSize: 0, rate: 0, p99Ms: Infinity };
const bestRate = (candidates: readonly TrueRung[]) => Math.max(...candidates.map(({ rate }) => rate));
const percent = (share: number) => `${Math.round(share * 100)} %`;

const atEachScatter = (isFalse: (conditions: Conditions) => (draw: Draw) => boolean) =>
  [0.06, 0.1, 0.2].flatMap((cv) =>
    [4, 8, 12].map((rounds) => falseCase(`${rounds} rounds, CV ${percent(cv)}`, isFalse({ cv, rounds }))),
  );

type Curve = (draw: Draw) => readonly TrueRung[];

/** The share that is said does not hold the true one. */
const shareIsFalse =
  (conditions: Conditions, curve: Curve = drawCurve) =>
  (draw: Draw) => {
    const { recommendation, truthOf, candidates } = searchCandidates(curve(draw), conditions, draw);
    if (recommendation.reached === null) return false;
    const [low, high] = recommendation.reached.ci95;
    const share = truthOf(recommendation.candidate.batchSize).rate / bestRate(candidates);
    return share < low || share > high;
  };

const notNeedlesslyDeep = (conditions: Conditions) => (draw: Draw) => {
  const { recommendation, candidates } = searchCurve(conditions, draw);
  const enough = candidates.find(({ rate }) => rate >= nearlyBest * bestRate(candidates));
  return recommendation.candidate.batchSize <= 2 * (enough?.batchSize ?? 0);
};

const isNearBest = (conditions: Conditions) => (draw: Draw) => {
  const { recommendation, truthOf, candidates } = searchCurve(conditions, draw);
  return truthOf(recommendation.candidate.batchSize).rate >= 0.9 * bestRate(candidates);
};

const isNarrow = (width: number, conditions: Conditions) => (draw: Draw) => {
  const [low, high] = searchCurve(conditions, draw).recommendation.reached?.ci95 ?? [0, 1];
  return high - low <= width;
};

const shares =
  (...rates: readonly number[]): Curve =>
  () => [
    { batchSize: 1, rate: 10_000, p99Ms: 1 },
    ...rates.map((share, index) => ({
      batchSize: 16 * 2 ** index,
      rate: 300_000 * share,
      p99Ms: 2 ** index,
    })),
  ];

const { usual, quiet, correlated } = disturbances;

export const smallestBatch: Sentence = {
  name: 'the advised batch reaches such a share of the best',
  falseWhen: 'the true share is outside the interval that is said',
  cases: [
    ...atEachScatter(shareIsFalse),
    ...(['correlated', 'correlated within a lane', 'drifting', 'with outliers', 'heavy-tailed'] as const).map(
      (name) => falseCase(`12 rounds, ${name}`, shareIsFalse({ ...disturbances[name], rounds: 12 })),
    ),
    ...[
      { what: '6 equal batches', curve: shares(1, 1, 1, 1, 1, 1) },
      { what: '2 equal batches', curve: shares(1, 1) },
      { what: '97 % and the best', curve: shares(0.97, 1) },
      { what: '90 %, the best, then worse', curve: shares(0.9, 1, 0.97, 0.9, 0.8) },
    ].flatMap(({ what, curve }) => [
      falseCase(`${what}, 12 rounds, CV 2 %`, shareIsFalse({ cv: 0.02, rounds: 12 }, curve)),
      falseCase(`${what}, 8 rounds, usual`, shareIsFalse({ ...usual, rounds: 8 }, curve)),
      falseCase(`${what}, 12 rounds, correlated`, shareIsFalse({ ...correlated, rounds: 12 }, curve)),
    ]),
    foundCase(
      'at most twice as deep as enough, 12 rounds, CV 6 %',
      0.9,
      notNeedlesslyDeep({ cv: 0.06, rounds: 12 }),
    ),
    foundCase('truly reaches 90 %, 12 rounds, CV 6 %', 0.95, isNearBest({ cv: 0.06, rounds: 12 })),
    foundCase('truly reaches 90 %, 12 rounds, CV 10 %', 0.9, isNearBest({ cv: 0.1, rounds: 12 })),
    foundCase('an interval within 12 %, 12 rounds, quiet', 0.9, isNarrow(0.12, { ...quiet, rounds: 12 })),
    foundCase('an interval within 20 %, 8 rounds, usual', 0.9, isNarrow(0.2, { ...usual, rounds: 8 })),
  ],
};

const power = ({ rate, p99Ms }: TrueRung) => rate / p99Ms;

/** A larger batch still brings more throughput than latency: its power is over 5 % higher. */
const kneeTooEarly = (conditions: Conditions) => (draw: Draw) => {
  const { recommendation, truthOf, candidates } = searchCurve(conditions, draw);
  const knee = truthOf(recommendation.knee.batchSize);
  return candidates.some(
    (candidate) => candidate.batchSize > knee.batchSize && power(candidate) > power(knee) / 0.95,
  );
};

export const knee: Sentence = {
  name: 'the knee',
  falseWhen: 'a deeper batch truly has over 5 % more power (throughput / p99)',
  cases: [
    ...atEachScatter(kneeTooEarly),
    falseCase('12 rounds, correlated', kneeTooEarly({ ...correlated, rounds: 12 })),
    falseCase('12 rounds, with outliers', kneeTooEarly({ ...disturbances['with outliers'], rounds: 12 })),
    foundCase('at most twice as deep as the true one, 12 rounds, CV 6 %', 0.9, (draw) => {
      const { recommendation, candidates } = searchCurve({ cv: 0.06, rounds: 12 }, draw);
      const most = candidates.reduce((top, candidate) => (power(candidate) > power(top) ? candidate : top));
      return recommendation.knee.batchSize <= 2 * most.batchSize;
    }),
  ],
};

/** A baseline and batches that bring so many times its rate. */
const flatCurve = (gain: number): TrueRung[] =>
  [1, 16, 32, 64].map((batchSize) => ({
    batchSize,
    rate: batchSize === 1 ? 50_000 : 50_000 * gain,
    p99Ms: batchSize,
  }));

const worthIs = (worth: Worth, gain: number, conditions: Conditions) => (draw: Draw) =>
  searchCandidates(flatCurve(gain), conditions, draw).recommendation.worth === worth;

export const worthIt: Sentence = {
  name: 'batching is worth it',
  falseWhen: `it truly brings less than × ${leastGain}`,
  cases: [
    falseCase('× 1, 8 rounds, usual', worthIs('yes', 1, { ...usual, rounds: 8 })),
    falseCase('× 1.09, 8 rounds, usual', worthIs('yes', 1.09, { ...usual, rounds: 8 })),
    falseCase('× 1.09, 12 rounds, usual', worthIs('yes', 1.09, { ...usual, rounds: 12 })),
    foundCase('× 1.3, 8 rounds, quiet', 0.95, worthIs('yes', 1.3, { ...quiet, rounds: 8 })),
    foundCase('× 2, 6 rounds, usual', 0.95, worthIs('yes', 2, { ...usual, rounds: 6 })),
  ],
};

export const notWorthIt: Sentence = {
  name: 'batching is not worth it',
  falseWhen: `it truly brings × ${leastGain} or more`,
  cases: [
    falseCase('× 1.1, 8 rounds, usual', worthIs('no', 1.1, { ...usual, rounds: 8 })),
    falseCase('× 1.1, 12 rounds, usual', worthIs('no', 1.1, { ...usual, rounds: 12 })),
    foundCase('× 1, 12 rounds, CV 3 %', 0.9, worthIs('no', 1, { cv: 0.03, rounds: 12 })),
  ],
};

/** The second batch size is truly just over the bound. */
const justOver: TrueRung[] = [
  { batchSize: 1, rate: 10_000, p99Ms: 1 },
  { batchSize: 16, rate: 100_000, p99Ms: 3 },
  { batchSize: 32, rate: 150_000, p99Ms: 5.1 },
];

const advisedIs =
  (batchSize: number, candidates: readonly TrueRung[], conditions: Conditions) => (draw: Draw) => {
    const { advised, bound } = searchCandidates(candidates, conditions, draw, 5).recommendation;
    return advised?.batchSize === batchSize && bound?.onEdge === false;
  };

export const boundKept: Sentence = {
  name: 'the advised batch keeps the p99 bound',
  falseWhen: 'its true p99 is over the bound',
  cases: [
    ...[4, 8, 12].map((rounds) =>
      falseCase(
        `p99 2 % over the bound, ${rounds} rounds, usual`,
        advisedIs(32, justOver, { ...usual, rounds }),
      ),
    ),
    foundCase(
      'p99 at 60 % of the bound, 8 rounds, usual',
      0.95,
      advisedIs(16, justOver, { ...usual, rounds: 8 }),
    ),
  ],
};

const climbsTo = (factor: number): TrueRung[] => [
  { batchSize: 1, rate: 10_000, p99Ms: 1 },
  { batchSize: 256, rate: 100_000, p99Ms: 10 },
  { batchSize: 1024, rate: 100_000 * factor, p99Ms: 40 },
];

const isClimbing = (factor: number, conditions: Conditions) => (draw: Draw) =>
  searchCandidates(climbsTo(factor), conditions, draw).recommendation.stillClimbing;

export const stillClimbing: Sentence = {
  name: 'throughput is still climbing at the deepest batch',
  falseWhen: 'the batch before it truly reaches 95 % of it',
  cases: [
    falseCase('× 1.05, 8 rounds, usual', isClimbing(1.05, { ...usual, rounds: 8 })),
    falseCase('× 1, 12 rounds, usual', isClimbing(1, { ...usual, rounds: 12 })),
    foundCase('× 1.5, 8 rounds, usual', 0.95, isClimbing(1.5, { ...usual, rounds: 8 })),
  ],
};
