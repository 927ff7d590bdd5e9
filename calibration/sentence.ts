import type { Draw } from './draw.ts';

/**
 * A world in which a sentence would be false, or true, as many times as there are trials.
 * false: how often it is said all the same, at most `bound`. found: how often it is said where it is true, at least
 * `bound`: a floor, so that silence does not pass.
 */
export interface Case {
  type: 'false' | 'found';
  name: string;
  bound: number;
  /** A share of the trials, where one takes long; absent: all of them. */
  share?: number;
  trial: (draw: Draw) => boolean;
}

/** A type of sentence that the program can say. */
export interface Sentence {
  name: string;
  /** What makes it false. */
  falseWhen: string;
  cases: readonly Case[];
}

/** No sentence is to be false more often. */
const mostFalse = 0.05;

export const falseCase = (name: string, trial: Case['trial'], bound = mostFalse): Case => ({
  type: 'false',
  name,
  bound,
  trial,
});

export const foundCase = (name: string, bound: number, trial: Case['trial']): Case => ({
  type: 'found',
  name,
  bound,
  trial,
});
