import type { GuessAnswer } from '../../../../shared/contract/live.ts';
import { describeError } from '../../plugins/errors.ts';
import type { FeedServer, ViewerSocket } from '../feed-sockets.ts';
import type { FeedPart } from '../live-feed.ts';
import type { GuessBook } from './guess-book.ts';
import type { LessonBoard } from './lesson-board.ts';

export interface LessonFeedOptions {
  lessons: LessonBoard;
  guesses: GuessBook;
  onFault: (error: unknown) => void;
  /** Guesses that come within this time are told at once, ms. */
  gatherMs?: number;
}

/** Shows the lesson and the guesses about it to every viewer, and takes their guesses in. */
export class LessonFeed implements FeedPart {
  readonly #options: LessonFeedOptions;
  #io: FeedServer | null = null;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: LessonFeedOptions) {
    this.#options = options;
    options.lessons.onChange(() => {
      this.#io?.emit('lesson', options.lessons.snapshot());
    });
    options.guesses.onChange(() => {
      this.#tellGuessesSoon();
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
    const { lessons, guesses } = this.#options;
    viewer.emit('lesson', lessons.snapshot());
    viewer.emit('guesses', guesses.gathered(viewer.data.mayControl));
    viewer.on('guess', (guess: unknown, acknowledge: ((answer: GuessAnswer) => void) | undefined) => {
      const answer = this.#take(guess);
      // What a viewer sends need not be of the type that it should be of.
      if (typeof acknowledge === 'function') acknowledge(answer);
    });
  }

  #take(guess: unknown): GuessAnswer {
    try {
      return { ok: true, round: this.#options.guesses.add(guess) };
    } catch (error) {
      const { status, details } = describeError(error);
      if (status >= 500) this.#options.onFault(error);
      return { ok: false, error: details };
    }
  }

  /** A class that guesses at once is told of it a few times a second, not once for each of them. */
  #tellGuessesSoon(): void {
    if (!this.#io) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const [open, shown] = [this.#options.guesses.gathered(true), this.#options.guesses.gathered(false)];
      for (const viewer of this.#io?.sockets.sockets.values() ?? [])
        viewer.emit('guesses', viewer.data.mayControl ? open : shown);
    }, this.#options.gatherMs ?? 250).unref();
  }
}
