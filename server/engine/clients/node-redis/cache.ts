import { BasicClientSideCache } from '@redis/client';

type Handled = Parameters<BasicClientSideCache['handleCache']>;

/** The cache of @redis/client as it is by default, one of each connection: without a bound, and without expiry. */
export class CountedCache extends BasicClientSideCache {
  /** Commands that it could not answer. */
  sent = 0;
  readonly #invalidated: () => void;

  constructor(invalidated: () => void) {
    super();
    this.#invalidated = invalidated;
  }

  override handleCache(...[client, parser, send, ...reply]: Handled): Promise<unknown> {
    const counted: typeof send = () => {
      this.sent++;
      return send();
    };
    return super.handleCache(client, parser, counted, ...reply);
  }

  override invalidate(key: Parameters<BasicClientSideCache['invalidate']>[0]): void {
    this.#invalidated();
    super.invalidate(key);
  }
}

/** Answers without the server in a row, of all connections of a thread. */
const mostInTurn = 32;
let inTurn = 0;
let turn: Promise<void> | null = null;

/**
 * Lets the event loop have its turn after so many: a program that is answered by its cache alone would never read what
 * comes over its sockets, word of changed keys included.
 */
export function afterTurn<Reply>(reply: Promise<Reply>): Promise<Reply> {
  if (turn === null && ++inTurn < mostInTurn) return reply;
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      inTurn = 0;
      turn = null;
      resolve();
    });
  });
  return turn.then(() => reply);
}
