import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import type { SearchEvent, SearchResult, SearchSnapshot } from '../../../../shared/contract/search.ts';
import { checkOrder } from '../../../../shared/search/check-order.ts';
import { parseOrder } from '../../../../shared/search/order.ts';
import type { InProgress, StartOptions } from '../../../engine/run/in-progress.ts';
import type { SearchJob, startSearch } from '../../../engine/search/search.ts';
import { describeError } from '../../plugins/errors.ts';
import { LatestSnapshot } from '../latest-snapshot.ts';
import { withoutStacks, type OnStack } from '../without-stacks.ts';
import { capabilitiesOf, targetOf, withTarget, type AvailableTargets } from '../resolve-plan.ts';
import type { Breakdown, Ended, ActivityType } from './activity-type.ts';
import { hasFinalFigure, reduceSearch } from './search-snapshot.ts';

export type StartSearch = typeof startSearch;

export interface SearchKindOptions {
  startSearch: StartSearch;
  onStack?: OnStack;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Searches for a strategy and a batch size. */
export class SearchActivity implements ActivityType<SearchJob, SearchEvent, SearchSnapshot, SearchResult> {
  readonly name = 'search';
  readonly latest: LatestSnapshot<SearchSnapshot, SearchEvent>;
  readonly #startSearch: StartSearch;
  readonly #onStack: OnStack | undefined;

  constructor({ startSearch, onStack, now = Date.now }: SearchKindOptions) {
    this.#onStack = onStack;
    this.#startSearch = startSearch;
    this.latest = new LatestSnapshot(this, now);
  }

  start(job: SearchJob, { onEvent, ...options }: StartOptions<SearchEvent>): InProgress<SearchResult> {
    const onStack = this.#onStack;
    return this.#startSearch(job, {
      ...options,
      onEvent: (event) => onEvent?.(withoutStacks(event, onStack)),
    });
  }

  /** Before its first run, nothing is known of whether the target can be used. */
  isBegun(event: SearchEvent): boolean {
    return this.runEvent(event)?.type === 'run-started';
  }

  runEvent(event: SearchEvent): RunEvent | null {
    return event.type === 'run-event' ? event.event : null;
  }

  readonly reduce = reduceSearch;

  startsClock({ type }: SearchEvent): boolean {
    return type === 'search-started';
  }

  asOf(search: SearchSnapshot, elapsedMs: number): SearchSnapshot {
    return { ...search, elapsedMs };
  }

  facts({ id, state, startedAt, order, elapsedMs }: SearchSnapshot) {
    return { id, state, startedAt, remainingMs: Math.max(0, order.budgetMs - elapsedMs) };
  }

  breakOff(
    search: SearchSnapshot,
    { error, stopped }: Breakdown,
    before: SearchSnapshot | null,
  ): SearchSnapshot | null {
    const over = { ...search, stage: null, candidates: [] };
    if (!stopped) return { ...over, state: 'failed', error: describeError(error).details };
    return before?.advice?.recommendation ? before : { ...over, state: 'stopped', error: null };
  }

  /** What was stopped before any figure that is judged says nothing. */
  ended(id: string, result: SearchResult): Ended | null {
    return result.state === 'completed' || hasFinalFigure(result)
      ? { type: 'search-ended', id, result }
      : null;
  }
}

/** The search in a document that came over the network. Throws InvalidInput. */
export function parseSearch(input: unknown, offer: AvailableTargets): SearchJob {
  const order = parseOrder(withTarget(input, offer));
  return { order, target: targetOf(order, offer, checkOrder(order, capabilitiesOf(offer))) };
}
