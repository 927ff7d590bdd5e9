import type { SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import { startSearch } from '../../../server/engine/search/search.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { madeSearch, madeWorkload } from '../../support/made-points.ts';

export const briefOrder = (fields: Partial<SearchOrder> = {}): SearchOrder => ({
  target: 'embedded',
  ...madeSearch({ workload: madeWorkload({ clients: 2 }), deepest: 4 }),
  budgetMs: 7000,
  ...fields,
});

export async function searchBriefly(target: Target, order: SearchOrder) {
  const events: SearchEvent[] = [];
  const { finished } = startSearch({ order, target }, { onEvent: (event) => events.push(event) });
  return { events, advice: await finished };
}
