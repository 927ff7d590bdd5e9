import { findingOf } from '../../../shared/verdict/finding.ts';
import { sayVerdict, type VerdictWords } from '../../../shared/verdict/say.ts';
import type { Messages } from './en.ts';
import { haveSameFigures } from './same-figures.ts';

/** Judges a lane as the server did, and says so in these words. `null` where that is not what the server found. */
export const inOwnWords =
  (words: VerdictWords): Messages['verdict'] =>
  (lane, run, strategy) => {
    const finding = strategy ? findingOf(lane, run, strategy) : null;
    if (!finding) return null;
    const own = sayVerdict(finding, words);
    const stored = lane.verdict;
    const agrees =
      own.bound === stored.bound &&
      haveSameFigures(own.sentence, stored.sentence) &&
      haveSameFigures(own.advice, stored.advice);
    return agrees ? own : null;
  };
