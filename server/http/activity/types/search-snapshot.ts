import type {
  SearchEvent,
  SearchOrder,
  SearchResult,
  SearchSnapshot,
} from '../../../../shared/contract/search.ts';
import type { Origin } from '../latest-snapshot.ts';

/** A search of which nothing is known yet. */
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
export function reduceSearch(
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
export const hasFinalFigure = ({ points }: Pick<SearchResult, 'points'>): boolean =>
  points.some(({ stage, slices }) => stage === 'final' && slices.length > 0);
