import { randomBytes } from 'node:crypto';
import type { SearchResult, SearchEvent, SearchOrder } from '../../../../shared/contract/search.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import type { startSearch } from '../../../engine/search/search.ts';
import type { OpenedTarget } from '../../../redis/connection/opened-target.ts';
import { describeError } from '../../plugins/errors.ts';
import type { RunBoard, SeriesTools } from '../run-board.ts';
import { applySearchEvent, newSearch } from './search-snapshot.ts';

export type StartSearch = typeof startSearch;

export interface SearchBoardOptions {
  board: RunBoard;
  startSearch: StartSearch;
  /** Milliseconds since the epoch, as in `Date.now`. */
  now?: () => number;
}

/** The search for a batch size that goes on or ended last. Its runs are shown by the run board as they come. */
export class SearchBoard {
  readonly #board: RunBoard;
  readonly #startSearch: StartSearch;
  readonly #now: () => number;
  readonly #changed: ((search: SearchSnapshot | null) => void)[] = [];
  readonly #finished: ((id: string, advice: SearchResult) => void)[] = [];
  readonly #lost: ((error: unknown) => void)[] = [];
  #latest: SearchSnapshot | null = null;
  #begunAt = 0;

  constructor({ board, startSearch, now = Date.now }: SearchBoardOptions) {
    this.#board = board;
    this.#startSearch = startSearch;
    this.#now = now;
  }

  /** Told of each change at once: a listener must be quick and must not throw. */
  onChange(listener: (search: SearchSnapshot | null) => void): void {
    this.#changed.push(listener);
  }

  /** Told of each advice, also of that of a search that was stopped once it had a figure that is judged. */
  onFinished(listener: (id: string, advice: SearchResult) => void): void {
    this.#finished.push(listener);
  }

  /** Told why a search broke off that had begun. */
  onLost(listener: (error: unknown) => void): void {
    this.#lost.push(listener);
  }

  /** The search that goes on or ended last, as of now. */
  snapshot(): SearchSnapshot | null {
    const search = this.#latest;
    return search?.state === 'running' ? { ...search, elapsedMs: this.#now() - this.#begunAt } : search;
  }

  /**
   * Makes the target ready and starts a search; resolves with its id once its first run goes on. Rejects with the
   * reason when that fails, and with a Refusal while something else goes on.
   */
  start(order: SearchOrder, opened: OpenedTarget): Promise<string> {
    const id = newSearchId(this.#now());
    const remainingMs = () => this.#remainingMs(order);
    return new Promise((resolve, reject) => {
      const onBegun = () => {
        resolve(id);
      };
      this.#board
        .carryOut({ id, kind: 'search', remainingMs }, (tools) =>
          this.#search(id, order, opened, tools, onBegun),
        )
        .then(onBegun, (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
    });
  }

  async #search(
    id: string,
    order: SearchOrder,
    opened: OpenedTarget,
    { signal, onEvent }: SeriesTools,
    onBegun: () => void,
  ): Promise<void> {
    this.#begunAt = this.#now();
    const before = this.#latest;
    this.#show(newSearch(id, order, new Date(this.#begunAt).toISOString()));
    const progress = { begun: false };
    try {
      const job = { order, target: opened };
      const advising = this.#startSearch(job, {
        signal,
        onEvent: (event: SearchEvent) => {
          if (event.type === 'run-event') {
            onEvent(event.event);
            if (event.event.type === 'run-started') {
              progress.begun = true;
              onBegun();
            }
          } else if (!endsEmpty(event) || before?.advice?.judgement == null) this.#take(event);
        },
      });
      const advice = await advising.finished;
      if (advice.state === 'completed' || hasFinalFigure(advice))
        for (const listener of this.#finished) listener(id, advice);
      // What was stopped too early says nothing: an answer that there was before stays.
      else if (before?.advice?.judgement) this.#show(before);
    } catch (error) {
      if (signal.aborted) {
        if (before?.advice?.judgement) this.#show(before);
        else this.#end('stopped', null);
        return;
      }
      if (progress.begun) {
        this.#end('failed', error);
        for (const listener of this.#lost) listener(error);
      }
      // Whoever asked is told why; what was found before stays on the page.
      else this.#show(before);
      throw error;
    }
  }

  #take(event: SearchEvent): void {
    const before = this.snapshot();
    const after = before && applySearchEvent(before, event);
    if (after !== before) this.#show(after);
  }

  #end(state: 'stopped' | 'failed', error: unknown): void {
    const search = this.snapshot();
    if (!search) return;
    const why = error === null ? null : describeError(error).details;
    this.#show({ ...search, state, stage: null, rungs: [], error: why });
  }

  #show(search: SearchSnapshot | null): void {
    this.#latest = search;
    for (const listener of this.#changed) listener(search);
  }

  #remainingMs({ budgetMs }: SearchOrder): number {
    return Math.max(0, budgetMs - (this.snapshot()?.elapsedMs ?? 0));
  }
}

const hasFinalFigure = ({ points }: SearchResult) =>
  points.some(({ stage, slices }) => stage === 'final' && slices.length > 0);

/** Whether it is the end of a search that was stopped before any figure that is judged. */
const endsEmpty = (event: SearchEvent) =>
  event.type === 'search-finished' && event.result.state !== 'completed' && !hasFinalFigure(event.result);

/** As those of runs: when, and something that no other has. */
const newSearchId = (now: number): string =>
  `${new Date(now).toISOString().replace(/[-:]|\..*/g, '')}-${randomBytes(4).toString('hex')}`;
