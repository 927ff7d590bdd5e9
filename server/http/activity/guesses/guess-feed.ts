import * as z from 'zod/mini';
import type { GuessAnswer, VoteAnswer } from '../../../../shared/contract/live.ts';
import { parse } from '../../../../shared/contract/parse.ts';
import { votedSettings } from '../../../../shared/contract/votes.ts';
import { describeError } from '../../plugins/errors.ts';
import { notPresenter } from '../../plugins/presenter.ts';
import { acknowledge, type FeedServer, type ViewerSocket, type FeedPart } from '../viewers.ts';
import type { GuessBook } from './guess-book.ts';
import { KnownViewers } from './known-viewers.ts';
import type { VoteBook } from './vote-book.ts';

interface GuessFeedOptions {
  guesses: GuessBook;
  votes: VoteBook;
  onFault: (error: unknown) => void;
  /** Guesses that come within this time are sent together, ms. */
  gatherMs?: number;
  /** How long votes of a viewer count that is away, where it is not the default, ms. */
  awayMs?: number;
}

/** Sends the guesses about lessons and the votes about settings to every viewer, and receives theirs. */
export class GuessFeed implements FeedPart {
  readonly #options: GuessFeedOptions;
  readonly #known: KnownViewers;
  #io: FeedServer | null = null;
  #gathering: NodeJS.Timeout | undefined;
  /** What has changed since it was sent. */
  #news = { guesses: false, votes: false };

  constructor(options: GuessFeedOptions) {
    const { guesses, votes, awayMs } = options;
    this.#options = options;
    this.#known = new KnownViewers({
      awayMs,
      onLeft: (id) => {
        votes.forget(id);
      },
    });
    guesses.onChange(() => {
      this.#sendSoon('guesses');
    });
    votes.onChange(() => {
      this.#sendSoon('votes');
    });
  }

  open(io: FeedServer): void {
    this.#io = io;
  }

  close(): void {
    clearTimeout(this.#gathering);
    this.#known.close();
    this.#io = null;
  }

  welcome(viewer: ViewerSocket): void {
    const { guesses, votes, onFault } = this.#options;
    this.#known.welcome(viewer);
    viewer.emit('guesses', guesses.gathered(viewer.data.mayControl));
    viewer.emit('votes', votes.gathered(viewer.data.guesser));
    viewer.on('guess', (guess: unknown, answer) => {
      this.#receive<GuessAnswer>(viewer, guess, answer, (id) => {
        const round = guesses.add(guess, id, this.#known.isHere);
        return { ok: true, round, viewer: id };
      });
    });
    viewer.on('vote', (vote: unknown, answer) => {
      this.#receive<VoteAnswer>(viewer, vote, answer, (id) => {
        votes.add(vote, id, this.#known.isHere);
        return { ok: true, viewer: id };
      });
    });
    viewer.on('clearVotes', (setting: unknown, answer) => {
      acknowledge(
        answer,
        () => {
          if (!viewer.data.presents) throw notPresenter();
          votes.clear([parse(clearedSchema, { setting }).setting]);
        },
        onFault,
      );
    });
  }

  /** What a viewer sends need not be of the type that it should be of. */
  #receive<Answer>(
    viewer: ViewerSocket,
    sent: unknown,
    answer: ((answer: Answer | Refused) => void) | undefined,
    add: (id: string) => Answer,
  ): void {
    let answered: Answer | Refused;
    try {
      answered = add(this.#known.idOf(viewer, sent));
    } catch (error) {
      const { status, details } = describeError(error);
      if (status >= 500) this.#options.onFault(error);
      answered = { ok: false, error: details };
    }
    if (typeof answer === 'function') answer(answered);
  }

  /** When a class guesses at once, they are sent a few times a second, not once for each of them. */
  #sendSoon(what: 'guesses' | 'votes'): void {
    if (!this.#io) return;
    this.#news[what] = true;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const { guesses, votes } = this.#options;
      const news = this.#news;
      this.#news = { guesses: false, votes: false };
      const [open, shown] = news.guesses ? [guesses.gathered(true), guesses.gathered(false)] : [[], []];
      for (const viewer of this.#io?.sockets.sockets.values() ?? []) {
        if (news.guesses) viewer.emit('guesses', viewer.data.mayControl ? open : shown);
        if (news.votes) viewer.emit('votes', votes.gathered(viewer.data.guesser));
      }
    }, this.#options.gatherMs ?? 250).unref();
  }
}

type Refused = Extract<VoteAnswer, { ok: false }>;

const clearedSchema = z.strictObject({ setting: z.enum(votedSettings) });
