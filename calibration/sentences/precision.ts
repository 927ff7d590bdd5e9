import { compareLanes, widestInterval } from '../../server/engine/run/comparisons.ts';
import type { Comparison } from '../../shared/contract/result.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Disturbance } from '../synthetic-run.ts';

/** What a lane has by default, and 60 s of it. */
const rounds = { least: 20, most: 240 };

/** The comparisons of a run that lasts until they are so precise; `null`: they never were. */
function untilPrecise(
  rates: readonly number[],
  precision: number,
  disturbance: Disturbance,
  draw: Draw,
): Comparison[] | null {
  const slices = syntheticSlices(rates, { ...disturbance, rounds: rounds.most }, draw);
  for (let round = rounds.least; round <= rounds.most; round++) {
    const comparisons = compareLanes(
      slices.map((ofLane, lane) => ({
        id: `lane-${lane}`,
        countedFrom: 0,
        slices: ofLane.slice(0, round),
      })),
    );
    const widest = widestInterval(comparisons);
    if (widest !== null && widest <= precision) return comparisons;
  }
  return null;
}

const misses = (rates: readonly number[], precision: number, disturbance: Disturbance) => (draw: Draw) =>
  untilPrecise(rates, precision, disturbance, draw)?.some(({ ci95 }, index) => {
    const truth = (rates[index + 1] ?? NaN) / (rates[0] ?? NaN);
    return ci95 !== null && (ci95[0] > truth || ci95[1] < truth);
  }) ?? false;

const isReached = (precision: number, disturbance: Disturbance) => (draw: Draw) =>
  untilPrecise([1000, 1000], precision, disturbance, draw) !== null;

/** As for the interval of any ratio: to look after each round costs nothing that can be seen in 1500 trials. */
const mostMissed = 0.06;

const { usual, noisy, wild, correlated } = disturbances;

export const precise: Sentence = {
  name: 'the ratios of a run that lasts until they are precise',
  falseWhen: 'a true ratio is outside the interval that ended the run',
  cases: [
    falseCase('2 lanes, ±3 %, CV 5 %', misses([1000, 1000], 0.03, { cv: 0.05 }), mostMissed),
    falseCase('2 lanes, ±5 %, usual', misses([1000, 1000], 0.05, usual), mostMissed),
    falseCase('2 lanes, ±10 %, noisy', misses([1000, 2000], 0.1, noisy), mostMissed),
    falseCase('2 lanes, ±20 %, wild', misses([1000, 1000], 0.2, wild), mostMissed),
    falseCase('2 lanes, ±10 %, correlated', misses([1000, 1000], 0.1, correlated), mostMissed),
    foundCase('±3 % is reached, CV 5 %', 0.95, isReached(0.03, { cv: 0.05 })),
    foundCase('±5 % is reached, usual', 0.95, isReached(0.05, usual)),
  ],
};
