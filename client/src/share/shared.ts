import type { Headline } from '../run/headline.ts';
import type { Environment, Result } from '../../../shared/contract/result.ts';
import type { SearchSnapshot } from '../../../shared/contract/search.ts';
import type { DescribedAnswer } from '../../../shared/search/describe.ts';
import type { Numbers } from '../../../shared/words/numbers.ts';
import type { OutcomeInWords } from '../../../shared/sweep/recipe-in-words.ts';
import type { SearchWords } from '../../../shared/words/search-words.ts';

/** What can be shared: a run with its headline, the outcome of a lesson, a search with its answer. */
export type Shared = { id: string } & (
  | { kind: 'run'; result: Result; said: Pick<Headline, 'text' | 'fastest' | 'latency' | 'more'> }
  | { kind: 'lesson'; said: OutcomeInWords; numbers: Numbers; environment: Environment | undefined }
  | { kind: 'search'; shown: SearchSnapshot; answer: DescribedAnswer; words: SearchWords }
);
