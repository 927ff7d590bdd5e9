import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import type { Messages } from '../../messages/en.ts';
import { ApiError, type Api } from '../../shell/api.ts';
import type { Feed } from '../../shell/feed.svelte.ts';
import type { Action, Lab } from '../compare/lab.svelte.ts';
import { RunClock } from '../../run/run-clock.svelte.ts';
import { SearchDraft } from './search-draft.svelte.ts';

/** The search for a batch size: the one on screen, and the next one's order. */
export class BatchSearch {
  readonly order: SearchDraft;
  readonly #api: Api;
  readonly #lab: Lab;
  readonly #messages: Messages;
  #shown = $state.raw<SearchSnapshot | null>(null);
  #clock = $state.raw(new RunClock());
  #action = $state<Action>('idle');
  #complaint = $state<string | null>(null);
  /** The search that was asked to stop: it is stopping until it is over. */
  #stopping = $state<string | null>(null);
  /** Whether the one on screen is back, because that after it was stopped before it had an answer. */
  #isBack = $state(false);

  constructor(api: Api, feed: Feed, lab: Lab, messages: Messages) {
    this.#api = api;
    this.#lab = lab;
    this.#messages = messages;
    this.order = new SearchDraft(lab.draft);
    feed.listen({ search: (search) => this.#show(search) });
    lab.know('search', () => this.#keptAs);
  }

  /** The one that goes on or ended last; `null`: none yet. */
  get shown(): SearchSnapshot | null {
    return this.#shown;
  }

  get running(): boolean {
    return this.#shown?.state === 'running';
  }

  get action(): Action {
    if (!this.running) return this.#action;
    // A search can be stopped as soon as it shows, while the answer to its start is still on the way.
    return this.#stopping === this.#shown?.id ? 'stopping' : 'idle';
  }

  /** Whether the one on screen is back, because that after it was stopped before it had an answer. */
  get isBack(): boolean {
    return this.#isBack;
  }

  /** Whether what would be searched for now is not what the search on screen was about. */
  get isOutdated(): boolean {
    return !this.running && this.#shown !== null && this.order.differsFrom(this.#shown.order);
  }

  /** Why it did not start or stop. */
  get complaint(): string | null {
    return this.#complaint;
  }

  /** Why this reader cannot start a search now; `null`: they can. */
  get hindrance(): string | null {
    if (this.#lab.hindrance !== null) return this.#lab.hindrance;
    const busy = this.#lab.run?.running === true || this.#lab.series?.kind === 'lesson';
    return !this.running && busy ? this.#messages.search.otherRun : null;
  }

  /** About how long it still takes, ms. */
  get remainingMs(): number {
    return Math.max(0, (this.#shown?.order.budgetMs ?? 0) - this.#clock.elapsedMs);
  }

  /** To be called a few times a second while a search goes on. */
  tick(): void {
    this.#clock.tick();
  }

  async start(): Promise<void> {
    if (this.hindrance !== null || this.#action !== 'idle' || this.running || this.order.faulty) return;
    await this.#ask('starting', () => this.#api.startSearch(this.order.toInput()));
  }

  async stop(): Promise<void> {
    if (this.hindrance !== null || !this.running || this.action === 'stopping') return;
    this.#stopping = this.#shown?.id ?? null;
    if (!(await this.#ask('stopping', () => this.#api.stopSearch()))) this.#stopping = null;
  }

  /** Whether it was done. */
  async #ask(action: Action, request: () => Promise<unknown>): Promise<boolean> {
    this.#complaint = null;
    this.#action = action;
    try {
      await request();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { problems = [], run } = error.detail;
      this.#complaint =
        error.code === 'run_in_progress'
          ? this.#messages.run.inTheWay(run?.remainingMs ?? null)
          : problems.map(({ field, message }) => `${field}: ${message}`).join('\n') || error.message;
      return false;
    } finally {
      if (this.#action === action) this.#action = 'idle';
    }
  }

  #show(search: SearchSnapshot | null): void {
    const isNew = search?.id !== this.#shown?.id;
    if (isNew) {
      this.#clock = new RunClock();
      const [shown, next] = [this.#shown?.startedAt ?? '', search?.startedAt ?? ''];
      this.#isBack = this.running && search !== null && search.state !== 'running' && next < shown;
    }
    this.#shown = search;
    if (search === null) return;
    if (isNew) this.#refill(search);
    this.#clock.set(search.elapsedMs);
    if (search.state !== 'running') this.#clock.stop();
  }

  /** Under which id the newest search is kept; `null`: it goes on, or was over before it had an answer. */
  get #keptAs(): string | null {
    return this.#isBack || this.running || !this.#shown?.advice ? null : this.#shown.id;
  }

  /** Where the reader has set nothing, the settings are those of what is shown. */
  #refill({ order }: SearchSnapshot): void {
    if (this.order.isOwn) return;
    const { own, draft, run } = this.#lab;
    const isFree = own.address === null && (run === null || run.series !== undefined);
    if (isFree) own.follow(() => draft.adoptWorkload(order));
    this.order.adopt(order);
  }
}
