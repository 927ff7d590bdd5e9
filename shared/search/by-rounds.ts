import { mean } from '../statistics/statistics.ts';
import { smallest } from '../statistics/extremes.ts';

/** Scores of several points on a logarithmic scale, where differences are ratios. */
export interface ByRounds {
  /** Of each point, its slices; the same rounds for all. Empty where single scores are compared. */
  rounds: readonly (readonly number[])[];
  /** Of each point. */
  means: readonly number[];
  /** Standard error of the difference of two means; 0 where single scores are compared. */
  error: number;
}

const logOf = (score: number) => Math.log(Math.max(score, Number.MIN_VALUE));

/** `slices`: of each point, its score in each round; `whole`: its score where there are fewer than two rounds. */
export function byRounds(slices: readonly (readonly number[])[], whole: readonly number[]): ByRounds {
  const count = smallest(slices.map(({ length }) => length));
  if (slices.length === 0 || count < 2) return { rounds: [], means: whole.map(logOf), error: 0 };
  const rounds = slices.map((ofPoint) => ofPoint.slice(0, count).map(logOf));
  const means = rounds.map(mean);
  // What a round does to all of them is not between them.
  const ofRound = Array.from({ length: count }, (_, round) =>
    mean(rounds.map((logs, point) => (logs[round] ?? NaN) - (means[point] ?? NaN))),
  );
  const squares = rounds.flatMap((logs, point) =>
    logs.map((log, round) => (log - (means[point] ?? NaN) - (ofRound[round] ?? NaN)) ** 2),
  );
  const freedom = Math.max(1, (rounds.length - 1) * (count - 1));
  const variance = squares.reduce((sum, square) => sum + square, 0) / freedom;
  return { rounds, means, error: Math.sqrt((2 * variance) / count) };
}
