import type { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { guarded } from '../process/never-throws.ts';
import { ownData } from '../process/own-data.ts';

type Listener = (message: unknown) => void;

/**
 * Leads the context of a request to the server of the same process that answers it, as supertest and fetch ask it in a
 * test: a server runs its handlers in the context in which it began to listen. The two ends are known by their port.
 */
export class LinkedRequests<Context> {
  readonly #context: AsyncLocalStorage<Context | undefined>;
  /** Requests in progress, the newest last. */
  #asked: { context: Context; port: () => unknown }[] = [];
  /** Requests of fetch, until their socket is known. */
  #fetched = new WeakMap<object, Context>();
  #isLinked = false;
  readonly #listeners: readonly (readonly [channel: string, listener: Listener])[];

  constructor(context: AsyncLocalStorage<Context | undefined>) {
    this.#context = context;
    this.#listeners = [
      ['http.client.request.start', this.#onAsked],
      ['undici:request:create', this.#onFetch],
      ['undici:client:sendHeaders', this.#onFetchSent],
      ['http.server.request.start', this.#onServed],
    ].map(([channel, act]) => [channel as string, guarded(act as Listener)]);
  }

  link(): void {
    if (this.#isLinked) return;
    this.#isLinked = true;
    for (const [channel, listener] of this.#listeners) subscribe(channel, listener);
  }

  unlink(): void {
    this.#isLinked = false;
    for (const [channel, listener] of this.#listeners) unsubscribe(channel, listener);
    this.#asked = [];
    this.#fetched = new WeakMap();
  }

  readonly #onAsked = (message: unknown): void => {
    const context = this.#context.getStore();
    const { request } = message as { request: { socket?: { localPort?: unknown } | null } };
    // A socket is given to a request after this.
    if (context !== undefined) this.#asked.push({ context, port: () => request.socket?.localPort });
  };

  readonly #onFetch = (message: unknown): void => {
    const context = this.#context.getStore();
    const request = ownData(message, 'request');
    if (context !== undefined && typeof request === 'object' && request) this.#fetched.set(request, context);
  };

  readonly #onFetchSent = (message: unknown): void => {
    const { request, socket } = message as { request: object; socket: { localPort?: unknown } };
    const context = this.#fetched.get(request);
    if (context !== undefined) this.#asked.push({ context, port: () => socket.localPort });
  };

  readonly #onServed = (message: unknown): void => {
    const { request } = message as { request: { socket: { remotePort?: number } } };
    const port = request.socket.remotePort;
    const asked = port === undefined ? undefined : this.#asked.findLast((one) => one.port() === port);
    if (asked) this.#context.enterWith(asked.context);
    // A connection keeps the context of its last request.
    else if (this.#context.getStore() !== undefined && port !== undefined) this.#context.enterWith(undefined);
  };
}
