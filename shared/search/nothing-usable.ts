import type { SearchPoint } from '../contract/search.ts';
import type { SearchWords } from '../words/search-words.ts';
import { say } from '../words/words.ts';

/** Why a search has no point that can be recommended, each reason once. */
export function describeNothingUsable(points: readonly SearchPoint[], words: SearchWords): string {
  const reasons = points.flatMap(({ unusable }) => (unusable ? [say(unusable, words.unusable)] : []));
  return words.nothingUsable([...new Set(reasons)].join(words.then));
}
