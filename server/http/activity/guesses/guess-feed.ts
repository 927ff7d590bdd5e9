import type { GuessAnswer } from '../../../../shared/contract/live.ts';
import { describeError } from '../../plugins/errors.ts';
import type { FeedServer, ViewerSocket } from '../viewers.ts';
import type { FeedPart } from '../feed.ts';
import type { GuessBook } from './guess-book.ts';

export interface GuessFeedOptions {
  guesses: GuessBook;
  onFault: (error: unknown) => void;
  /** Guesses that come within this time are sent together, ms. */
  gatherMs?: number;
}

/** Sends the guesses about lessons to every viewer, and receives theirs. */
export class GuessFeed implements FeedPart {
  readonly #options: GuessFeedOptions;
  #io: FeedServer | null = null;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: GuessFeedOptions) {
    this.#options = options;
    options.guesses.onChange(() => {
      this.#sendSoon();
    });
  }

  open(io: FeedServer): void {
    this.#io = io;
  }

  close(): void {
    clearTimeout(this.#gathering);
    this.#io = null;
  }

  welcome(viewer: ViewerSocket): void {
    const { guesses } = this.#options;
    viewer.emit('guesses', guesses.gathered(viewer.data.mayControl));
    viewer.on('guess', (guess: unknown, acknowledge: ((answer: GuessAnswer) => void) | undefined) => {
      const answer = this.#receive(guess);
      // What a viewer sends need not be of the type that it should be of.
      if (typeof acknowledge === 'function') acknowledge(answer);
    });
  }

  #receive(guess: unknown): GuessAnswer {
    try {
      return { ok: true, round: this.#options.guesses.add(guess) };
    } catch (error) {
      const { status, details } = describeError(error);
      if (status >= 500) this.#options.onFault(error);
      return { ok: false, error: details };
    }
  }

  /** When a class guesses at once, they are sent a few times a second, not once for each of them. */
  #sendSoon(): void {
    if (!this.#io) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const [open, shown] = [this.#options.guesses.gathered(true), this.#options.guesses.gathered(false)];
      for (const viewer of this.#io?.sockets.sockets.values() ?? [])
        viewer.emit('guesses', viewer.data.mayControl ? open : shown);
    }, this.#options.gatherMs ?? 250).unref();
  }
}
