import { atLeast } from '../../shared/sweep/judging.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import type { ClaimOutcome } from '../../shared/contract/recipe.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

const published = 2;

const judged = (ratio: number, conditions: Conditions, outcome: ClaimOutcome['outcome']) => (draw: Draw) => {
  const [baseline = [], lane = []] = syntheticSlices([1000, 1000 * ratio], conditions, draw);
  return atLeast(compareSlices(lane, baseline), published, '').outcome === outcome;
};

const { usual, correlated } = disturbances;

export const claims: Sentence = {
  name: 'a published claim holds / does not hold',
  falseWhen: 'the true ratio is below / at or above what was published',
  cases: [
    falseCase('holds, at × 1.99 of × 2, 8 rounds, usual', judged(1.99, { ...usual, rounds: 8 }, 'holds')),
    falseCase(
      'holds, at × 1.99 of × 2, 12 rounds, correlated',
      judged(1.99, { ...correlated, rounds: 12 }, 'holds'),
    ),
    falseCase(
      'does not hold, at × 2 of × 2, 8 rounds, usual',
      judged(2, { ...usual, rounds: 8 }, 'does not hold here'),
    ),
    foundCase('holds, at × 3 of × 2, 8 rounds, usual', 0.95, judged(3, { ...usual, rounds: 8 }, 'holds')),
    foundCase(
      'does not hold, at × 1.5 of × 2, 8 rounds, usual',
      0.95,
      judged(1.5, { ...usual, rounds: 8 }, 'does not hold here'),
    ),
  ],
};
