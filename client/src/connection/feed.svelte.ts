import type { ErrorDetails } from '../../../shared/contract/http.ts';
import { io, type Socket } from 'socket.io-client';
import type {
  Acknowledgement,
  ClientToServerEvents,
  ServerToClientEvents,
  GuessAnswer,
  PresenterPlace,
  VoteAnswer,
} from '../../../shared/contract/live.ts';
import type { Guess } from '../../../shared/contract/guesses.ts';
import type { Tuning } from '../../../shared/contract/plan.ts';
import type { Vote, VotedSetting } from '../../../shared/contract/votes.ts';
import type { Messages } from '../messages/en.ts';
import type { ViewerId } from './viewer-id.ts';

export type Connection = 'connecting' | 'connected' | 'lost';

export type FeedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type PatientSocket = ReturnType<FeedSocket['timeout']>;
type Taken<Answer> = Extract<Answer, { ok: true }>;
type Refused = { ok: false; error: ErrorDetails };

/** How long it is said that the connection is there again, ms. */
const backForMs = 8000;

/** Shortest time between two messages that a run may be near, ms. */
const prepareEveryMs = 20_000;

/** How long the server may take to say whether it makes a change, ms. */
const tunePatienceMs = 5000;

/** The live feed: the connection, how many watch, and the server's events handed on to who listens. */
export class Feed {
  readonly #socket: FeedSocket;
  readonly #text: Messages['connection'];
  readonly #viewer: ViewerId;
  #connection = $state<Connection>('connecting');
  #isBack = $state(false);
  #backUntil: ReturnType<typeof setTimeout> | undefined;
  #preparedAt = -Infinity;
  #again: ReturnType<typeof setTimeout> | undefined;
  #viewers = $state(0);
  #presenters = $state(0);
  #kept = $state(0);

  constructor(socket: FeedSocket, text: Messages['connection'], viewer: ViewerId) {
    this.#socket = socket;
    this.#text = text;
    this.#viewer = viewer;
    let wasThere = false;
    socket.on('connect', () => {
      this.#connection = 'connected';
      if (wasThere) this.#sayBack();
      wasThere = true;
    });
    socket.on('disconnect', (reason) => {
      this.#connection = 'lost';
      this.#isBack = false;
      // Turned away rather than broken off: only then does the socket not come back by itself.
      if (reason === 'io server disconnect') socket.connect();
    });
    socket.on('connect_error', (error) => {
      this.#connection = 'lost';
      const seconds = retryAfter(error);
      // Refused with a reason, the socket does not come back by itself.
      if (seconds !== null) this.#again = setTimeout(() => socket.connect(), seconds * 1000);
    });
    socket.on('viewers', (viewers, presenters) => {
      this.#viewers = viewers;
      this.#presenters = presenters;
    });
    socket.on('kept', () => this.#kept++);
  }

  /** Hears what the server tells; to be called before the feed is opened. */
  listen(listener: Partial<ServerToClientEvents>): void {
    for (const [name, onEvent] of Object.entries(listener))
      this.#socket.on(name as keyof ServerToClientEvents, onEvent);
  }

  /** Called after each connecting, also after a loss. */
  onConnected(listener: () => void): void {
    this.#socket.on('connect', listener);
  }

  /** By which the server knows this page, so that it is not told what it did itself. */
  get id(): string | undefined {
    return this.#socket.id;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Whether it has just come back after a loss, and what is shown has been brought up to now. */
  get isBack(): boolean {
    return this.#isBack;
  }

  get viewers(): number {
    return this.#viewers;
  }

  /** Who holds the presenter's token; where there is none, who is in presenter mode. Not among the viewers. */
  get presenters(): number {
    return this.#presenters;
  }

  /** How often the history was told to have something new. */
  get kept(): number {
    return this.#kept;
  }

  /** Tells the audience where the presenter is. Forgotten when the connection is lost: to be told anew then. */
  present(place: PresenterPlace | null): void {
    this.#socket.emit('present', place, () => undefined);
  }

  /** Asks for the program that is recorded, also after a loss, until the answer is called. */
  watchProfile(onProfile: ServerToClientEvents['profile']): () => void {
    const socket = this.#socket;
    const ask = () => void socket.emit('watchProfile', true);
    socket.on('profile', onProfile).on('connect', ask);
    if (socket.connected) ask();
    return () => {
      socket.off('profile', onProfile).off('connect', ask);
      socket.emit('watchProfile', false);
    };
  }

  /** A hand is near Run: the server may start threads ahead. */
  prepareRun(): void {
    const now = performance.now();
    if (now - this.#preparedAt < prepareEveryMs) return;
    this.#preparedAt = now;
    this.#socket.emit('aboutToRun');
  }

  /** Changes the run in progress. Never rejects: no answer is an answer too. */
  tune(tuning: Tuning): Promise<Acknowledgement> {
    return this.#ask<Taken<Acknowledgement>>((socket) => socket.emitWithAck('tune', tuning));
  }

  /** Sends a guess. Never rejects. */
  guess(guess: Omit<Guess, 'viewer'>): Promise<GuessAnswer> {
    return this.#send<Taken<GuessAnswer>>((socket, shown) =>
      socket.emitWithAck('guess', { ...guess, ...shown }),
    );
  }

  /** Sends a vote. Never rejects. */
  vote(vote: Omit<Vote, 'viewer'>): Promise<VoteAnswer> {
    return this.#send<Taken<VoteAnswer>>((socket, shown) =>
      socket.emitWithAck('vote', { ...vote, ...shown }),
    );
  }

  /** This presenter has changed a setting: its votes are of no use any more. */
  clearVotes(setting: VotedSetting): void {
    this.#socket.emit('clearVotes', setting, () => undefined);
  }

  /** With the id of this browser, which the answer says. */
  async #send<Ok extends Taken<VoteAnswer>>(
    emit: (socket: PatientSocket, shown: ViewerId['shown']) => Promise<unknown>,
  ): Promise<Ok | Refused> {
    const answer = await this.#ask<Ok>((socket) => emit(socket, this.#viewer.shown));
    if (answer.ok) this.#viewer.keep(answer.viewer);
    return answer;
  }

  /** Resolves with the answer, a refusal in the words of the page's language. */
  async #ask<Ok extends { ok: true }>(
    emit: (socket: PatientSocket) => Promise<unknown>,
  ): Promise<Ok | Refused> {
    try {
      const answer = (await emit(this.#socket.timeout(tunePatienceMs))) as Ok | Refused;
      return answer.ok ? answer : { ...answer, error: this.#text.refusal(answer.error) };
    } catch {
      return { ok: false, error: { code: 'unreachable', message: this.#text.unreachable } };
    }
  }

  #sayBack(): void {
    this.#isBack = true;
    clearTimeout(this.#backUntil);
    this.#backUntil = setTimeout(() => (this.#isBack = false), backForMs);
  }

  open(): void {
    this.#socket.connect();
  }

  close(): void {
    clearTimeout(this.#again);
    this.#socket.close();
  }
}

/** When the server wants to be asked again, s; `null`: it was not the server that said no. */
function retryAfter(error: Error & { data?: unknown }): number | null {
  const { data } = error;
  if (typeof data !== 'object' || data === null) return null;
  return 'retryAfterSeconds' in data && typeof data.retryAfterSeconds === 'number'
    ? data.retryAfterSeconds
    : 1;
}

/** The data that a connection shows, also each time that it comes back. */
export const shownBy = (token: string | null, viewer: ViewerId) => (show: (shown: object) => void) => {
  show({ ...(token === null ? {} : { token }), ...viewer.shown });
};

/** The socket of this page's own server, not connected yet. */
export function feedSocket(token: string | null, viewer: ViewerId): FeedSocket {
  return io({
    autoConnect: false,
    auth: shownBy(token, viewer),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2000,
  });
}
