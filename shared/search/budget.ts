import type { NetworkPlan } from '../contract/plan.ts';
import { longestSearch, type SearchSize } from './search-plan.ts';
import { leastBudgetMs } from './time-plan.ts';

const usualBudgetMs = 60_000;

/** What is known of a trip before anything is measured, ms. */
export const askedTripMs = (network: NetworkPlan | undefined): number =>
  network ? network.rttMs + network.jitterMs : 0;

/** Below this a search cannot be made. */
export const leastBudgetFor = (search: SearchSize, network: NetworkPlan | undefined): number =>
  leastBudgetMs(longestSearch(search), askedTripMs(network));

/** What a search takes when nobody says: a minute, over a slow network what it needs. */
export const usualBudgetFor = (search: SearchSize, network: NetworkPlan | undefined): number =>
  Math.max(usualBudgetMs, leastBudgetFor(search, network));
