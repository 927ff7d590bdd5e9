import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import type {
  SearchEvent,
  SearchResult,
  SearchSnapshot,
  SearchOrder,
} from '../../../../shared/contract/search.ts';
import { checkOrder } from '../../../../shared/search/check-order.ts';
import { parseOrder } from '../../../../shared/search/order.ts';
import type { InProgress, StartOptions } from '../../../engine/run/run-job.ts';
import type { SearchJob, startSearch } from '../../../engine/search/search.ts';
import { describeError } from '../../plugins/errors.ts';
import { LatestSnapshot, type Origin } from '../latest-snapshot.ts';
import { withoutStacks, type OnStack } from '../without-stacks.ts';
import { capabilitiesOf, targetOf, withTarget, type AvailableTargets } from '../resolve-plan.ts';
import type { Breakdown, Ended, ActivityType } from './activity-type.ts';

export type StartSearch = typeof startSearch;

interface SearchKindOptions {
  startSearch: StartSearch;
  onStack?: OnStack;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

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

const newSearch = (id: string, order: SearchOrder, startedAt: string): SearchSnapshot => ({
  id,
  state: 'running',
  startedAt,
  order,
  elapsedMs: 0,
  stage: null,
  candidates: [],
  points: [],
  advice: null,
  error: null,
});

/**
 * What is known of a search after one more event; pure. The events of its runs change nothing. A search that was
 * stopped before any figure that is judged gives the place back to the answer before it.
 */
function reduceSearch(
  search: SearchSnapshot | null,
  event: SearchEvent,
  { id, startedAt, before }: Origin<SearchSnapshot>,
): SearchSnapshot | null {
  if (event.type === 'search-started') return newSearch(id, event.order, startedAt);
  if (!search) return null;
  switch (event.type) {
    case 'stage-started':
      return { ...search, stage: event.stage, candidates: event.candidates };
    case 'point':
      return { ...search, points: [...search.points, event.point] };
    case 'search-finished': {
      const { points, ...advice } = event.result;
      const isEmpty = advice.state !== 'completed' && !hasFinalFigure(event.result);
      if (isEmpty && before?.advice?.recommendation) return before;
      return { ...search, state: advice.state, stage: null, candidates: [], points, advice };
    }
    case 'run-event':
      return search;
  }
}

/** Whether it has a figure that is judged. */
const hasFinalFigure = ({ points }: Pick<SearchResult, 'points'>): boolean =>
  points.some(({ stage, slices }) => stage === 'final' && slices.length > 0);
