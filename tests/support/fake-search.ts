import type { SearchResult, SearchEvent, SearchOrder, SearchPoint } from '../../shared/contract/search.ts';
import type { Warning } from '../../shared/contract/warning.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import { newActivityId, type InProgress, type StartOptions } from '../../server/engine/run/run-job.ts';
import type { StartSearch } from '../../server/http/activity/types/search.ts';
import { prepareTarget } from '../../server/redis/connection/target.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { anEnvironment } from './a-result.ts';
import { ScriptedRun } from './fake-engine.ts';

/** A search that does what the test says; at a stop it ends with what it has. */
export class ScriptedSearch implements InProgress<SearchResult> {
  readonly id = newActivityId(new Date());
  readonly order: SearchOrder;
  readonly finished: Promise<SearchResult>;
  readonly points: SearchPoint[] = [];
  readonly #emit: (event: SearchEvent) => void;
  /** What making the target ready had to say. */
  warnings: readonly Warning[] = [];
  #resolve: (advice: SearchResult) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(order: SearchOrder, { onEvent, signal }: StartOptions<SearchEvent> = {}) {
    this.order = order;
    this.#emit = onEvent ?? (() => undefined);
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal?.addEventListener('abort', () => {
      this.finish('stopped');
    });
  }

  /** Its first event: it is being set up. */
  announce(): void {
    const { order } = this;
    this.#emit({ type: 'search-started', order, baseline: 'one-by-one', totalMs: order.budgetMs });
  }

  /** Its first run is in progress. */
  begin(): void {
    this.#emit({
      type: 'stage-started',
      stage: 'survey',
      candidates: [{ strategy: 'one-by-one', batchSize: 1 }],
    });
    this.lastRun = this.run();
    this.lastRun.begin();
  }

  /** The run that it began with. */
  lastRun = this.run();

  /** A run of it, which emits its events. */
  run(): ScriptedRun {
    const plan = parsePlan({ lanes: [{ id: 'one-by-one-1', strategy: 'one-by-one' }] });
    return new ScriptedRun('run-of-search', plan, (event) => {
      this.#emit({ type: 'run-event', event });
    });
  }

  point(point: SearchPoint): void {
    this.points.push(point);
    this.#emit({ type: 'point', point });
  }

  finish(state: SearchResult['state'] = 'completed'): void {
    const { order, points } = this;
    const recommendation = state === 'completed' ? recommend(order, points) : null;
    const advice: SearchResult = {
      schema: 2,
      startedAt: '2026-01-01T00:00:00.000Z',
      elapsedMs: 1000,
      state,
      order,
      environment: anEnvironment,
      points,
      recommendation,
      snippet: recommendation ? 'the code' : null,
      warnings: [...this.warnings],
    };
    this.#emit({ type: 'search-finished', result: advice });
    this.#resolve(advice);
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}

/** Stands in for the engine's search: each begins at once and then waits for the test. */
export class FakeSearches {
  readonly searches: ScriptedSearch[] = [];
  onStart: (search: ScriptedSearch) => void = (search) => {
    search.begin();
  };

  readonly start: StartSearch = ({ order, target }, options) => {
    const search = new ScriptedSearch(order, options);
    this.searches.push(search);
    queueMicrotask(() => {
      search.announce();
    });
    prepareTarget(target, order).then(
      ({ warnings }) => {
        search.warnings = warnings;
        this.onStart(search);
      },
      (error: unknown) => {
        search.fail(error as Error);
      },
    );
    return search;
  };

  get search(): ScriptedSearch {
    const search = this.searches.at(-1);
    if (!search) throw new Error('no search was started');
    return search;
  }
}
