import type { ForeignRefusal, ForeignRemark } from '../foreign/reading.ts';
import type { WordsOf } from './words.ts';

/** The words for results of other tools. */
export interface ForeignWords {
  /** A sentence. */
  by: (tool: string) => string;
  /** A sentence, for figures of one run. */
  oneRun: string;
  /** A test of a text with several runs. */
  inRun: (name: string, run: number) => string;
  heads: Record<'test' | 'mean' | 'max' | 'spread' | 'hits' | 'misses' | 'kilobytes', string>;
  remark: WordsOf<ForeignRemark>;
  /** Says of a file what it is, and why its figures are not shown. */
  refused: Record<ForeignRefusal, (tool: string) => string>;
  /** A sentence: the results that can be read. */
  readInstead: string;
}
