import type { ErrorDetails } from '../../../shared/contract/http.ts';
import { io, type Socket } from 'socket.io-client';
import type {
  Acknowledgement,
  ClientToServerEvents,
  ServerToClientEvents,
  GuessAnswer,
  PresenterPlace,
} from '../../../shared/contract/live.ts';
import type { Guess } from '../../../shared/contract/guesses.ts';
import type { Tuning } from '../../../shared/contract/plan.ts';
import type { Messages } from '../messages/en.ts';

export type Connection = 'connecting' | 'connected' | 'lost';

export type FeedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

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
  #connection = $state<Connection>('connecting');
  #isBack = $state(false);
  #backUntil: ReturnType<typeof setTimeout> | undefined;
  #preparedAt = -Infinity;
  #again: ReturnType<typeof setTimeout> | undefined;
  #viewers = $state(0);
  #presenters = $state(0);
  #kept = $state(0);

  constructor(socket: FeedSocket, text: Messages['connection']) {
    this.#socket = socket;
    this.#text = text;
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
  async tune(tuning: Tuning): Promise<Acknowledgement> {
    try {
      return this.#inWords(
        (await this.#socket.timeout(tunePatienceMs).emitWithAck('tune', tuning)) as Acknowledgement,
      );
    } catch {
      return { ok: false, error: { code: 'unreachable', message: this.#text.unreachable } };
    }
  }

  /** Sends a guess. Never rejects: no answer is an answer too. */
  async guess(guess: Guess): Promise<GuessAnswer> {
    try {
      return this.#inWords(
        (await this.#socket.timeout(tunePatienceMs).emitWithAck('guess', guess)) as GuessAnswer,
      );
    } catch {
      return { ok: false, error: { code: 'unreachable', message: this.#text.unreachable } };
    }
  }

  /** A refusal in the words of the page's language. */
  #inWords<Answer extends { ok: true } | { ok: false; error: ErrorDetails }>(answer: Answer): Answer {
    if (answer.ok) return answer;
    return { ...answer, error: this.#text.refusal(answer.error) };
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

/** The socket of this page's own server, not connected yet. */
export function feedSocket(token: string | null): FeedSocket {
  return io({
    autoConnect: false,
    auth: token === null ? {} : { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2000,
  });
}
