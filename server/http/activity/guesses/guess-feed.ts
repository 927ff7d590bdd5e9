import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { GuessAnswer } from '../../../../shared/contract/live.ts';
import { describeError } from '../../plugins/errors.ts';
import type { FeedServer, ViewerSocket, FeedPart } from '../viewers.ts';
import type { GuessBook } from './guess-book.ts';

interface GuessFeedOptions {
  guesses: GuessBook;
  onFault: (error: unknown) => void;
  /** Guesses that come within this time are sent together, ms. */
  gatherMs?: number;
}

/** Sends the guesses about lessons to every viewer, and receives theirs. */
export class GuessFeed implements FeedPart {
  readonly #options: GuessFeedOptions;
  readonly #ids = new ViewerIds();
  /** Ids of those who are connected, with the number of their connections. */
  readonly #here = new Map<string, number>();
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
      const answer = this.#receive(viewer, guess);
      // What a viewer sends need not be of the type that it should be of.
      if (typeof acknowledge === 'function') acknowledge(answer);
    });
    viewer.on('disconnect', () => {
      if (viewer.data.guesser !== undefined) this.#count(viewer.data.guesser, -1);
    });
  }

  #receive(viewer: ViewerSocket, guess: unknown): GuessAnswer {
    try {
      const id = this.#idOf(viewer, guess);
      const round = this.#options.guesses.add(guess, id, (other) => this.#here.has(other));
      return { ok: true, round, viewer: id };
    } catch (error) {
      const { status, details } = describeError(error);
      if (status >= 500) this.#options.onFault(error);
      return { ok: false, error: details };
    }
  }

  /** A connection has one id: the one that its browser was given earlier, or a new one. */
  #idOf(viewer: ViewerSocket, guess: unknown): string {
    if (viewer.data.guesser !== undefined) return viewer.data.guesser;
    const shown = typeof guess === 'object' && guess !== null && 'viewer' in guess ? guess.viewer : null;
    const id = this.#ids.gave(shown) ? shown : this.#ids.give();
    viewer.data.guesser = id;
    this.#count(id, 1);
    return id;
  }

  #count(id: string, by: 1 | -1): void {
    const connections = (this.#here.get(id) ?? 0) + by;
    if (connections > 0) this.#here.set(id, connections);
    else this.#here.delete(id);
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

/**
 * Ids by which guesses are told apart. A browser keeps the one that it was given, so that its guess stays one after a
 * reload; one that was made up is none.
 */
class ViewerIds {
  readonly #secret = randomBytes(32);

  give(): string {
    const name = randomBytes(9).toString('base64url');
    return `${name}.${this.#sign(name)}`;
  }

  /** Whether this server gave it. */
  gave(id: unknown): id is string {
    if (typeof id !== 'string') return false;
    const [name = '', signature = ''] = id.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#sign(name))];
    return (
      given.length === expected.length && timingSafeEqual(given, expected) && id === `${name}.${signature}`
    );
  }

  #sign(name: string): string {
    return createHmac('sha256', this.#secret).update(name).digest('base64url').slice(0, 22);
  }
}
