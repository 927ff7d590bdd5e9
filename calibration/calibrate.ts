import { Draw, seedOf } from './draw.ts';
import type { Case, Sentence } from './sentence.ts';

export interface CaseReport extends Pick<Case, 'type' | 'name' | 'bound'> {
  rate: number;
  /** Whether the rate keeps its bound, or misses it by no more than chance does. */
  held: boolean;
}

export interface SentenceReport extends Pick<Sentence, 'name' | 'falseWhen'> {
  cases: CaseReport[];
}

export interface CalibrationReport {
  trials: number;
  seed: number;
  sentences: SentenceReport[];
}

export interface CalibrationScale {
  /** Of each case. */
  trials: number;
  seed: number;
}

/** Puts every case of every sentence through its trials. */
export function calibrate(
  sentences: readonly Sentence[],
  scale: CalibrationScale,
  onSentence: (report: SentenceReport) => void = () => undefined,
): CalibrationReport {
  const reports = sentences.map((sentence): SentenceReport => {
    const { name, falseWhen } = sentence;
    const report = { name, falseWhen, cases: sentence.cases.map((one) => judgeCase(name, one, scale)) };
    onSentence(report);
    return report;
  });
  return { ...scale, sentences: reports };
}

function judgeCase(
  sentence: string,
  { type, name, bound, share = 1, trial }: Case,
  { trials: ofAll, seed }: CalibrationScale,
): CaseReport {
  const trials = Math.ceil(share * ofAll);
  let count = 0;
  for (let index = 0; index < trials; index++)
    if (trial(new Draw(seedOf(seed, `${sentence} ${type} ${name}`, index)))) count++;
  const rate = count / trials;
  const slack = oneIn100 * Math.sqrt((bound * (1 - bound)) / trials);
  const said = share === 1 ? name : `${name}, ${trials.toLocaleString('en-US')} runs`;
  return {
    type,
    name: said,
    bound,
    rate,
    held: type === 'false' ? rate <= bound + slack : rate >= bound - slack,
  };
}

/** 99 % point of the normal distribution. */
const oneIn100 = 2.326;
