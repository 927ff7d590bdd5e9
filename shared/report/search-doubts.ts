import type { Doubt } from '../contract/doubt.ts';
import type { SearchResult } from '../contract/search.ts';
import { isTooBusy } from '../search/names.ts';

/** Whether a machine was too busy, as a doubt. */
export const busy = (was: boolean): Doubt[] => (was ? [{ lane: null, finding: { code: 'too-busy' } }] : []);

/** All that makes a search doubtful, but what kept it from larger batches, which has words of its own. */
export const searchDoubts = ({
  recommendation,
  warnings,
}: Pick<SearchResult, 'recommendation' | 'warnings'>): Doubt[] => [
  ...busy(isTooBusy(recommendation)),
  ...warnings.flatMap((finding) =>
    finding.code === 'out-of-time' || finding.code === 'no-room-for-larger' ? [] : [{ lane: null, finding }],
  ),
];
