import { hasMeasured } from '../../../shared/sweep/recipe.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import type { KeptLesson } from '../../../shared/contract/guesses.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { HistoryUnusable } from '../../history/history-unusable.ts';
import type { ActivityBoard } from '../activity/activity-board.ts';
import type { GuessBook } from '../activity/guesses/guess-book.ts';
import type { RunActivity } from '../activity/types/run.ts';

interface Followed {
  board: ActivityBoard;
  runs: RunActivity;
  /** Follows the board before this does: the guesses about a lesson are closed when it is kept. */
  guesses: GuessBook;
}

interface HistoryKeeperOptions {
  /** `null`: nothing is kept. */
  store: HistoryStore | null;
  /** Why nothing is kept, in a sentence. */
  whyOff?: string;
  /** Told once when keeping begins to fail. */
  warn: (text: string) => void;
}

/** Puts into the history whatever was measured here. What cannot be kept is said, and disturbs nothing else. */
export class HistoryKeeper {
  readonly store: HistoryStore | null;
  readonly #warn: (text: string) => void;
  #trouble: string | null;
  /** One after the other, so that they are all there when the last is. */
  #last: Promise<void> = Promise.resolve();
  readonly #listeners: (() => void)[] = [];

  constructor({ store, whyOff = 'The history is off.', warn }: HistoryKeeperOptions) {
    this.store = store;
    this.#warn = warn;
    this.#trouble = store ? null : whyOff;
  }

  /** Why what is measured now is not kept; `null`: it is. */
  trouble(): string | null {
    return this.#trouble;
  }

  onKept(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Keeps each single run, lesson, load curve and search; runs that belong to a lesson or a search are kept with it. */
  follow({ board, runs, guesses }: Followed): void {
    board.onEvent((event) => {
      if (event.type === 'lesson-ended') this.#keepLesson(event.id, event.result, guesses);
      if (event.type === 'search-ended') this.#keep((store) => store.keepSearch(event.id, event.result));
      const run = runs.latest.get();
      if (event.type === 'run-finished' && run && run.series === undefined)
        this.#keep((store) => store.keepRun(event.result, run.samples));
    });
  }

  /** Resolves once all that came until now is kept, or has failed to be. */
  async close(): Promise<void> {
    await this.#last;
    this.store?.close();
  }

  #keepLesson(id: string, result: RecipeResult, guesses: GuessBook): void {
    if (result.state === 'stopped' && !hasMeasured(result)) return;
    // As of now: the next lesson begins without them.
    const guessed =
      result.prediction.answer === null && !result.distances ? null : guesses.closed(result.recipe);
    const lesson: KeptLesson = guessed ? { ...result, guesses: guessed } : result;
    this.#keep((store) => store.keepLesson(id, lesson));
  }

  #keep(action: (store: HistoryStore) => Promise<void>): void {
    const { store } = this;
    if (!store) return;
    this.#last = this.#last
      .then(() => action(store))
      .then(
        () => {
          this.#trouble = null;
          for (const listener of this.#listeners) listener();
        },
        (error: unknown) => {
          this.#note(error);
        },
      );
  }

  #note(error: unknown): void {
    const before = this.#trouble;
    const known = error instanceof HistoryUnusable;
    this.#trouble = `What was measured last is not kept. ${known ? error.withoutPlace : 'The server’s terminal says why.'}`;
    if (before === this.#trouble) return;
    const why = known ? error.message : error instanceof Error ? error.stack : String(error);
    this.#warn(`What was measured last is not kept: ${why ?? ''}`);
  }
}
