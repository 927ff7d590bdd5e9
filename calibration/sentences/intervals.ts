import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { summariseThroughput } from '../../shared/statistics/throughput.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

type Interval = readonly [low: number, high: number] | null | undefined;

const misses = (interval: Interval, truth: number) =>
  interval != null && (interval[0] > truth || interval[1] < truth);

function ratioInterval(ratio: number, conditions: Conditions, draw: Draw): Interval {
  const [baseline = [], lane = []] = syntheticSlices([1000, 1000 * ratio], conditions, draw);
  return compareSlices(lane, baseline)?.ci95;
}

/** Covers at least 94 %: 95 % but for what rounding to whole ranks costs. */
const mostMissed = 0.06;

const missing = (ratio: number, conditions: Conditions) => (draw: Draw) =>
  misses(ratioInterval(ratio, conditions, draw), ratio);

/** An interval that covers everything is no use: its ends are to be nearer to each other than this factor. */
const within = (factor: number, conditions: Conditions) => (draw: Draw) => {
  const interval = ratioInterval(1, conditions, draw);
  return interval != null && interval[1] <= factor * interval[0];
};

export const ratioIntervals: Sentence = {
  name: 'interval of a ratio',
  falseWhen: 'the true ratio is outside',
  cases: [
    ...[2, 3, 4, 6, 8, 10, 12, 16, 20, 30, 60].map((rounds) =>
      falseCase(
        `× 1.5, ${rounds} rounds, usual`,
        missing(1.5, { ...disturbances.usual, rounds }),
        mostMissed,
      ),
    ),
    ...(Object.keys(disturbances) as (keyof typeof disturbances)[]).flatMap((name) =>
      [6, 12, 30].map((rounds) =>
        falseCase(
          `× 1.5, ${rounds} rounds, ${name}`,
          missing(1.5, { ...disturbances[name], rounds }),
          mostMissed,
        ),
      ),
    ),
    falseCase('× 10, 8 rounds, usual', missing(10, { ...disturbances.usual, rounds: 8 }), mostMissed),
    foundCase('ends within × 1.3, 6 rounds, quiet', 0.9, within(1.3, { ...disturbances.quiet, rounds: 6 })),
    foundCase(
      'ends within × 1.15, 12 rounds, quiet',
      0.9,
      within(1.15, { ...disturbances.quiet, rounds: 12 }),
    ),
    foundCase(
      'ends within × 1.12, 30 rounds, usual',
      0.9,
      within(1.12, { ...disturbances.usual, rounds: 30 }),
    ),
  ],
};

const throughputMisses = (conditions: Conditions) => (draw: Draw) => {
  const [slices = []] = syntheticSlices([1000], conditions, draw);
  return misses(summariseThroughput(slices)?.ci95, 1000);
};

export const throughputIntervals: Sentence = {
  name: 'interval of a throughput',
  falseWhen: 'the true median is outside',
  cases: [
    ...[3, 6, 8, 10, 12, 16, 20, 60].map((rounds) =>
      falseCase(`${rounds} slices, usual`, throughputMisses({ ...disturbances.usual, rounds }), mostMissed),
    ),
    ...(['noisy', 'with outliers', 'heavy-tailed', 'correlated'] as const).map((name) =>
      falseCase(`12 slices, ${name}`, throughputMisses({ ...disturbances[name], rounds: 12 }), mostMissed),
    ),
    foundCase('ends within × 1.15, 12 slices, usual', 0.9, (draw) => {
      const [slices = []] = syntheticSlices([1000], { ...disturbances.usual, rounds: 12 }, draw);
      const ci95 = summariseThroughput(slices)?.ci95;
      return ci95 != null && ci95[1] <= 1.15 * ci95[0];
    }),
  ],
};
