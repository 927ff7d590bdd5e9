import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import type { Api } from '../../connection/api.ts';
import type { Feed } from '../../connection/feed.svelte.ts';
import type { Messages } from '../../messages/en.ts';
import { problemInWords } from '../../plan/field-problems.svelte.ts';
import type { PlanEditor } from '../../plan/plan-editor.svelte.ts';
import type { Activity } from '../../run/activity.svelte.ts';
import type { ShownRun } from '../../run/shown-run.svelte.ts';
import { SearchDraft } from './search-draft.svelte.ts';

/** The search for a batch size: the one on screen, and the next one's order. */
export class BatchSearch {
  readonly order: SearchDraft;
  readonly activity: Activity;
  readonly #api: Api;
  readonly #messages: Messages;
  readonly #editor: PlanEditor;
  readonly #shownRun: ShownRun;
  #shown = $state.raw<SearchSnapshot | null>(null);
  /** Whether the one on screen is back, because that after it was stopped before it had an answer. */
  #isBack = $state(false);

  constructor(
    api: Api,
    feed: Feed,
    activity: Activity,
    shownRun: ShownRun,
    editor: PlanEditor,
    messages: Messages,
  ) {
    this.#messages = messages;
    this.#api = api;
    this.activity = activity;
    this.#shownRun = shownRun;
    this.#editor = editor;
    this.order = new SearchDraft(editor.own);
    feed.listen({ search: (search) => this.#show(search) });
  }

  /** The one in progress, or the last that ended; `null`: none yet. */
  get shown(): SearchSnapshot | null {
    return this.#shown;
  }

  get running(): boolean {
    return this.activity.running;
  }

  /** Whether the one on screen is back, because that after it was stopped before it had an answer. */
  get isBack(): boolean {
    return this.#isBack;
  }

  /** Whether what would be searched for now is not what the search on screen was about. */
  get isOutdated(): boolean {
    return !this.running && this.#shown !== null && this.order.differsFrom(this.#shown.order);
  }

  async start(): Promise<void> {
    if (this.order.faulty) return;
    await this.activity.start(
      () => this.#api.startSearch(this.order.toInput()),
      (problem) => problemInWords(problem, this.#messages),
    );
  }

  #show(search: SearchSnapshot | null): void {
    const isNew = search?.id !== this.#shown?.id;
    if (isNew) {
      const [shown, next] = [this.#shown?.startedAt ?? '', search?.startedAt ?? ''];
      this.#isBack = this.running && search !== null && search.state !== 'running' && next < shown;
    }
    this.#shown = search;
    this.activity.show(
      search && {
        id: search.id,
        running: search.state === 'running',
        stopping: false,
        remainingMs: search.order.budgetMs - search.elapsedMs,
      },
    );
    if (search && isNew) this.#refill(search);
  }

  /** Where the reader has set nothing, the settings are those of what is shown. */
  #refill({ order }: SearchSnapshot): void {
    if (this.order.isOwn) return;
    const { own, draft } = this.#editor;
    const { run } = this.#shownRun;
    const isFree = own.address === null && run === null;
    if (isFree) own.follow(() => draft.adoptWorkload(order));
    this.order.adopt(order);
  }
}
