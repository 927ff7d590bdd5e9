import { resultHeadline } from '../../shared/report/headline.ts';
import { programStrategy } from '../../shared/plan/program-lane.ts';
import { english } from '../../shared/words/en/index.ts';
import { limits } from '../../shared/limits.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { syntheticResult } from '../synthetic-result.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

const headlineOf = (rates: readonly number[], conditions: Conditions, draw: Draw) =>
  resultHeadline(syntheticResult(syntheticSlices(rates, conditions, draw)), ({ id }) => id, english);

const crowned = /× [\d.]+ against /;

const crowns = (rates: readonly number[], conditions: Conditions) => (draw: Draw) =>
  crowned.test(headlineOf(rates, conditions, draw).text);

/** The named lane is truly not the fastest, or one that is as fast is not named beside it. */
const crownsAlone = (rates: readonly number[], conditions: Conditions) => (draw: Draw) => {
  const { text, fastest } = headlineOf(rates, conditions, draw);
  if (!crowned.test(text)) return false;
  const most = Math.max(...rates);
  return rates.some((rate, lane) => rate === most && !`${text} ${fastest}`.includes(`lane-${lane}`));
};

/** The one that is truly fastest is named, and no other as being as fast. */
const namesOnly = (winner: number, rates: readonly number[], conditions: Conditions) => (draw: Draw) => {
  const { text, fastest } = headlineOf(rates, conditions, draw);
  const named = rates.flatMap((_, lane) =>
    lane > 0 && `${text} ${fastest}`.includes(`lane-${lane}`) ? [lane] : [],
  );
  return crowned.test(text) && named.length === 1 && named[0] === winner;
};

const equal = (lanes: number) => new Array<number>(lanes).fill(1000);
const { usual, quiet, noisy, correlated } = disturbances;

export const headline: Sentence = {
  name: 'headline: X, so many times the baseline',
  falseWhen: 'all lanes are equal',
  cases: [
    ...[2, 4, 8, limits.lanes.max].flatMap((lanes) =>
      [8, 12].map((rounds) =>
        falseCase(
          `${lanes} equal lanes, ${rounds} rounds, usual`,
          crowns(equal(lanes), { ...usual, rounds }),
        ),
      ),
    ),
    falseCase('4 equal lanes, 12 rounds, correlated', crowns(equal(4), { ...correlated, rounds: 12 })),
    foundCase(
      'one of 4 lanes × 1.2, 8 rounds, quiet',
      0.9,
      crowns([1000, 1000, 1200, 1000], { ...quiet, rounds: 8 }),
    ),
  ],
};

export const winner: Sentence = {
  name: 'headline: the fastest lane',
  falseWhen: 'another lane is as fast or faster, and is not named beside it',
  cases: [
    falseCase(
      '2 of 4 lanes × 5, 8 rounds, usual',
      crownsAlone([200, 1000, 1000, 400], { ...usual, rounds: 8 }),
    ),
    falseCase(
      '3 of 4 lanes × 5, 12 rounds, usual',
      crownsAlone([200, 1000, 1000, 1000], { ...usual, rounds: 12 }),
    ),
    falseCase(
      '7 of 8 lanes × 5, 12 rounds, noisy',
      crownsAlone([200, ...equal(7)], { ...noisy, rounds: 12 }),
    ),
    falseCase(
      `all but one of ${limits.lanes.max} lanes × 5, 12 rounds, noisy`,
      crownsAlone([200, ...equal(limits.lanes.max - 1)], { ...noisy, rounds: 12 }),
    ),
    falseCase('second by 1 %, 8 rounds, usual', crownsAlone([200, 990, 1000], { ...usual, rounds: 8 })),
    foundCase(
      'fastest by 20 %, 8 rounds, quiet',
      0.9,
      namesOnly(2, [200, 1000, 1200], { ...quiet, rounds: 8 }),
    ),
    foundCase(
      'fastest of 8 by 30 %, 12 rounds, quiet',
      0.9,
      namesOnly(2, [200, 1000, 1300, 1000, 1000, 1000, 1000, 1000], { ...quiet, rounds: 12 }),
    ),
  ],
};

/** The headline of two versions of the user's code. */
const behindOf = (rates: readonly [number, number], conditions: Conditions) => (draw: Draw) => {
  const result = syntheticResult(syntheticSlices(rates, conditions, draw));
  const lanes = result.plan.lanes.map((lane) => ({ ...lane, strategy: programStrategy, file: 'cart.mjs' }));
  const { text } = resultHeadline({ ...result, plan: { ...result.plan, lanes } }, ({ id }) => id, english);
  return text.includes(' as fast as ');
};

export const behind: Sentence = {
  name: 'headline: so many times as fast as the code before, if slower',
  falseWhen: 'both are equal, or it is truly faster',
  cases: [
    ...[8, 12, 20].map((rounds) =>
      falseCase(`equal, ${rounds} rounds, usual`, behindOf([1000, 1000], { ...usual, rounds })),
    ),
    falseCase('equal, 12 rounds, correlated', behindOf([1000, 1000], { ...correlated, rounds: 12 })),
    falseCase('× 1.02, 8 rounds, usual', behindOf([1000, 1020], { ...usual, rounds: 8 })),
    foundCase('× 0.8, 8 rounds, quiet', 0.9, behindOf([1000, 800], { ...quiet, rounds: 8 })),
  ],
};
