import { compareLanes, fitLanes, gainsOf } from '../../server/engine/run/comparisons.ts';
import type { LaneGain } from '../../shared/contract/lane-result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { english } from '../../shared/words/en/index.ts';
import { factorsInWords } from '../../shared/words/gain.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

const strategies = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'];
const plan = parsePlan({ lanes: strategies.map((strategy) => ({ strategy })) });

/** What is said of the pipeline lane: its factors, or `null`. The true rates are of the default lanes. */
function saidOf(rates: readonly number[], conditions: Conditions, draw: Draw): LaneGain | null {
  const slices = syntheticSlices(rates, conditions, draw);
  const lanes = strategies.map((id, lane) => ({
    id,
    countedFrom: 0,
    slices: slices[lane] ?? [],
  }));
  const fit = fitLanes(lanes);
  const comparisons = compareLanes(lanes, fit);
  const gain = gainsOf(plan, lanes, comparisons, fit).get('pipeline') ?? null;
  const comparison = comparisons.find(({ lane }) => lane === 'pipeline');
  return factorsInWords({ gain }, comparison, english.gain) === null ? null : gain;
}

type Factor = 'waiting' | 'batching';

const outside = ({ ci95 }: LaneGain['waiting'], truth: number) =>
  ci95 !== null && (ci95[0] > truth || ci95[1] < truth);

/** A factor of truly 1 is said without being called inconclusive. */
const claimsFactor = (factor: Factor, rates: readonly number[], conditions: Conditions) => {
  return (draw: Draw) => {
    const gain = saidOf(rates, conditions, draw);
    return gain !== null && outside(gain[factor], 1);
  };
};

const findsBoth = (rates: readonly number[], conditions: Conditions) => (draw: Draw) => {
  const gain = saidOf(rates, conditions, draw);
  return gain !== null && outside(gain.waiting, 1) && outside(gain.batching, 1);
};

const misses = (
  factor: Factor,
  [one = 1, more = 1, , most = 1]: readonly number[],
  conditions: Conditions,
) => {
  const truth = { waiting: more / one, batching: most / more }[factor];
  return (draw: Draw) => {
    const gain = saidOf([one, more, most, most], conditions, draw);
    return gain !== null && outside(gain[factor], truth);
  };
};

const { usual, quiet, noisy, correlated } = disturbances;
/** As for the interval of any ratio: 95 % but for what rounding to whole ranks costs. */
const mostMissed = 0.06;

export const factors: Sentence = {
  name: 'gain: × from not waiting, × from batching',
  falseWhen: 'a factor is truly 1 and not called inconclusive, or lies outside its interval',
  cases: [
    ...[4, 8, 20].flatMap((rounds) => [
      falseCase(
        `batching gives nothing, ${rounds} rounds, usual`,
        claimsFactor('batching', [150, 1000, 1000, 1000], { ...usual, rounds }),
      ),
      falseCase(
        `not waiting gives nothing, ${rounds} rounds, usual`,
        claimsFactor('waiting', [1000, 1000, 1600, 1600], { ...usual, rounds }),
      ),
    ]),
    falseCase(
      'batching gives nothing, 12 rounds, correlated',
      claimsFactor('batching', [150, 1000, 1000, 1000], { ...correlated, rounds: 12 }),
    ),
    ...(['waiting', 'batching'] as const).flatMap((factor) => [
      falseCase(
        `× 6.7 and × 1.6: interval of ${factor}, 8 rounds, usual`,
        misses(factor, [150, 1000, 1600, 1600], { ...usual, rounds: 8 }),
        mostMissed,
      ),
      falseCase(
        `× 6.7 and × 1.6: interval of ${factor}, 20 rounds, noisy`,
        misses(factor, [150, 1000, 1600, 1600], { ...noisy, rounds: 20 }),
        mostMissed,
      ),
    ]),
    foundCase(
      '× 6.7 and × 1.6, 8 rounds, usual',
      0.9,
      findsBoth([150, 1000, 1600, 1600], { ...usual, rounds: 8 }),
    ),
    foundCase(
      '× 6.7 and × 1.2, 12 rounds, quiet',
      0.9,
      findsBoth([150, 1000, 1200, 1200], { ...quiet, rounds: 12 }),
    ),
  ],
};
