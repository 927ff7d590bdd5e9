import type { Result } from '../contract/result.ts';
import { waitedForCore } from '../statistics/too-busy.ts';
import { say } from '../words/words.ts';
import type { ReportLanguage } from './language.ts';

/** What comes before the figures of a run: first that its machine was too busy for them. */
export const doubtsInWords = (
  { lanes, warnings }: Pick<Result, 'warnings' | 'lanes'>,
  { words }: ReportLanguage,
): string[] => [
  ...(lanes.some(waitedForCore) ? [words.tooBusy] : []),
  ...warnings.map((warning) => say(warning, words.warning)),
];
