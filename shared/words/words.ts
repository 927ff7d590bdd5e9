import type { Answer } from '../contract/answer.ts';
import type { Finding } from '../contract/finding.ts';
import type { Verdict } from '../contract/verdict.ts';
import type { Warning } from '../contract/warning.ts';
import type { OutcomeDoubt } from '../contract/doubt.ts';
import type { NoInterval } from '../statistics/figures.ts';
import type { GainWords } from './gain.ts';
import type { HeadlineWords } from './headline.ts';
import type { Numbers } from './numbers.ts';
import type { LatencyWords } from './latency.ts';
import type { SettingPhrases } from './settings.ts';

/** The words of a family of findings in a language: a function a code, so that a missing one does not compile. */
export type WordsOf<Family extends Finding, Said = string> = {
  readonly [Code in Family['code']]: (finding: Extract<Family, { code: Code }>) => Said;
};

/** A verdict in words: the evidence, and what would help. */
interface SaidVerdict {
  sentence: string;
  advice: string;
}

/** What a reader’s language calls the figures of a lane, live and in tables. */
export interface FigureWords {
  lane: string;
  rate: string;
  unitRate: string;
  mixedRate: string;
  /** Of all turns. */
  whole: (rate: string) => string;
  commandsPerUnit: string;
  tripsPerUnit: string;
  timesBaseline: string;
  perWrite: string;
  failed: string;
  inconclusive: string;
  noInterval: Record<NoInterval, string>;
}

/** Trips of a mean unit from which on it is advised to have fewer. */
export const severalTrips = 1.05;

export type VerdictWords = WordsOf<Verdict, SaidVerdict>;
export type WarningWords = WordsOf<Warning>;
export type AnswerWords = WordsOf<Answer>;
export type DoubtWords = WordsOf<OutcomeDoubt>;

/** What every reader of results needs in a language. The words of recipes and of a search are files of their own. */
export interface Words {
  answer: AnswerWords;
  doubt: DoubtWords;
  figures: FigureWords;
  headline: HeadlineWords;
  gain: GainWords;
  numbers: Numbers;
  latency: LatencyWords;
  setting: SettingPhrases;
  verdict: VerdictWords;
  warning: WarningWords;
}

/** A finding in words. Its code has to be known: readers of files see to that. */
export function say<const Family extends Finding, Words extends WordsOf<Family, unknown>>(
  finding: Family,
  words: Words,
): ReturnType<Words[Family['code']]> {
  const word: (finding: never) => unknown = words[finding.code as Family['code']];
  return word(finding as never) as ReturnType<Words[Family['code']]>;
}
