import type { ErrorBody } from './events.ts';
import type { LaneState } from './terms.ts';
import type { Advice, AdviceOrder, AdvicePoint, Rung, Stage } from '../search/advice.ts';

/** Body of `POST /api/search`: an order with its defaults left out. */
export type SearchInput = Partial<Omit<AdviceOrder, 'workload'>> & { workload?: object };

/** `POST /api/search`, 201. */
export interface SearchStarted {
  id: string;
}

/** The search that goes on, or the one that ended last: all that a page needs to show it. */
export interface SearchSnapshot {
  id: string;
  state: 'running' | LaneState;
  /** ISO 8601. */
  startedAt: string;
  order: AdviceOrder;
  /** Since the start, by the server's clock, at the moment of sending, ms. */
  elapsedMs: number;
  /** What goes on; `null` while it is set up, and when it is over. */
  stage: Stage | null;
  /** What is being measured now, in the order of the run's lanes. */
  rungs: Rung[];
  /** So far; where both stages measured a rung, both are here. */
  points: AdvicePoint[];
  /** At the end, but for its points, which are above. `null` where it broke off before anything was measured. */
  advice: Omit<Advice, 'points'> | null;
  /** Why it broke off. */
  error: ErrorBody['error'] | null;
}
