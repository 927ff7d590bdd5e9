import { liveChance, liveInterval } from '../../shared/statistics/live-interval.ts';
import { pairedLogs } from '../../shared/statistics/paired-ratio.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Case, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Disturbance } from '../synthetic-run.ts';

/** Five lanes of the page: 30 minutes in rounds of 0.95 s, with a window in parts of 10 s. */
const halfHour = { rounds: 1900, ofPart: 11, parts: 6, windows: 180 };

interface Looks {
  rates: readonly number[];
  rounds: number;
  /** The window of a run without an end; absent: all rounds count. */
  window?: typeof halfHour;
}

/**
 * Each look at the lanes against the baseline, by round: the logarithms of the interval's ends, from the truth. A run
 * widens it to hold the ratio beside it, by which it misses no more often.
 */
function* looksAt({ rates, rounds, window }: Looks, disturbance: Disturbance, draw: Draw) {
  const [baseline = [], ...lanes] = syntheticSlices(rates, { ...disturbance, rounds }, draw);
  const logs = lanes.map((slices, lane) => {
    const truth = Math.log((rates[lane + 1] ?? NaN) / (rates[0] ?? NaN));
    return pairedLogs(slices, baseline).values.map((value) => value - truth);
  });
  for (let round = 1; round <= rounds; round++) {
    const start = window ? Math.max(0, Math.floor((round - 1) / window.ofPart) - window.parts + 1) : 0;
    const chance = liveChance(start, { lanes: lanes.length, windows: window?.windows ?? 0 });
    const from = start * (window?.ofPart ?? 0);
    yield logs.map((values) => liveInterval(values.slice(from, round), chance));
  }
}

const everMisses = (looks: Looks, disturbance: Disturbance) => (draw: Draw) => {
  for (const intervals of looksAt(looks, disturbance, draw))
    if (intervals.some((interval) => interval !== null && (interval[0] > 0 || interval[1] < 0))) return true;
  return false;
};

/** Draws a run, and returns true if the ends of each interval are within the factor of each other at one look. */
const endsWithin =
  (factor: number, rounds: number, disturbance: Disturbance, start = 0, windows = 0) =>
  (draw: Draw) => {
    const [baseline = [], ...lanes] = syntheticSlices(five, { ...disturbance, rounds }, draw);
    const chance = liveChance(start, { lanes: lanes.length, windows });
    return lanes.every((slices) => {
      const interval = liveInterval(pairedLogs(slices, baseline).values, chance);
      return interval !== null && interval[1] - interval[0] <= Math.log(factor);
    });
  };

const five = [1000, 1000, 2000, 5000, 20_000];
/** A run of 30 minutes is looked at 1900 times, so that fewer of them are drawn. */
const oneIn20 = (one: Case): Case => ({ ...one, share: 0.05 });

const { usual, quiet } = disturbances;

export const liveIntervals: Sentence = {
  name: 'interval of a ratio, looked at after each round',
  falseWhen: 'at any look, the true ratio of any lane is outside',
  cases: [
    ...[2, 5, 12].map((lanes) =>
      falseCase(
        `${lanes} lanes, 40 rounds, usual`,
        everMisses({ rates: new Array<number>(lanes).fill(1000), rounds: 40 }, usual),
      ),
    ),
    ...(Object.keys(disturbances) as (keyof typeof disturbances)[])
      .filter((name) => name !== 'usual')
      .map((name) =>
        falseCase(`5 lanes, 40 rounds, ${name}`, everMisses({ rates: five, rounds: 40 }, disturbances[name])),
      ),
    ...(['usual', 'drifting', 'heavy-tailed', 'correlated within a lane'] as const).map((name) =>
      oneIn20(
        falseCase(
          `5 lanes, 30 minutes, ${name}`,
          everMisses({ rates: five, rounds: halfHour.rounds, window: halfHour }, disturbances[name]),
        ),
      ),
    ),
    foundCase('ends within × 4, 5 lanes, 8 rounds, quiet', 0.9, endsWithin(4, 8, quiet)),
    foundCase('ends within × 1.6, 5 lanes, 16 rounds, quiet', 0.9, endsWithin(1.6, 16, quiet)),
    foundCase(
      'ends within × 1.3, 5 lanes, the newest minute of 30, usual',
      0.9,
      endsWithin(1.3, halfHour.ofPart * halfHour.parts, usual, 100, halfHour.windows),
    ),
  ],
};
