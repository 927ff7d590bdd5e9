import { io, type Socket } from 'socket.io-client';
import type { Acknowledgement, ClientToServerEvents, ServerToClientEvents } from '../../../shared/events.ts';
import type { Tuning } from '../../../shared/schemas.ts';
import { messages } from '../messages/index.ts';

export type Connection = 'connecting' | 'connected' | 'lost';

/** What the feed tells of; `connected` comes after each connecting, also after a loss. */
export type FeedListener = Omit<ServerToClientEvents, 'viewers'> & { connected: () => void };

export type FeedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** How long the server may take to say whether it makes a change, ms. */
const tunePatienceMs = 5000;

/** The live feed: the connection, how many watch, and the events of the run handed on to one listener. */
export class Feed {
  readonly #socket: FeedSocket;
  #connection = $state<Connection>('connecting');
  #viewers = $state(0);

  constructor(listener: FeedListener, socket: FeedSocket) {
    this.#socket = socket;
    socket.on('connect', () => {
      this.#connection = 'connected';
      listener.connected();
    });
    socket.on('disconnect', (reason) => {
      this.#connection = 'lost';
      // Turned away rather than broken off: only then does the socket not come back by itself.
      if (reason === 'io server disconnect') socket.connect();
    });
    socket.on('connect_error', () => {
      this.#connection = 'lost';
    });
    socket.on('viewers', (count) => {
      this.#viewers = count;
    });
    socket.on('snapshot', listener.snapshot);
    socket.on('tick', listener.tick);
    socket.on('tuned', listener.tuned);
    socket.on('laneFailed', listener.laneFailed);
    socket.on('finished', listener.finished);
  }

  get connection(): Connection {
    return this.#connection;
  }

  get viewers(): number {
    return this.#viewers;
  }

  /** Changes the run that goes on. Never rejects: no answer is an answer too. */
  async tune(tuning: Tuning): Promise<Acknowledgement> {
    try {
      return (await this.#socket.timeout(tunePatienceMs).emitWithAck('tune', tuning)) as Acknowledgement;
    } catch {
      return { ok: false, error: { code: 'unreachable', message: messages.connection.unreachable } };
    }
  }

  open(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#socket.close();
  }
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
