import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Endpoint } from '../redis/connection/target.ts';
import { breakOff } from './one-way.ts';

/** Looks at what passes one connection, before it is handed on. */
export interface Passage {
  /** From the client; `false`: it is not handed on. */
  out(bytes: Buffer): boolean;
  /** From the server: hands it to `deliver`, now or later. */
  back(bytes: Buffer, deliver: (bytes: Buffer) => void): void;
  /** The server has ended: what was kept is handed over now. */
  ended(): void;
  closed(): void;
}

const unwatched: Passage = {
  out: () => true,
  back: (bytes, deliver) => {
    deliver(bytes);
  },
  ended: () => undefined,
  closed: () => undefined,
};

/**
 * Hands each connection to a port of 127.0.0.1 on to a server, at once: what a program sends can be counted there. TLS
 * of the endpoint begins here, so that the program speaks plainly.
 */
export class Forwarder {
  readonly #upstream: Endpoint;
  readonly #watch: (server: Socket) => Passage;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(upstream: Endpoint, watch: (server: Socket) => Passage = () => unwatched) {
    this.#upstream = upstream;
    this.#watch = watch;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#accept(client);
    });
  }

  /** Resolves with the port. */
  async listen(): Promise<number> {
    this.#server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port was given');
    return address.port;
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.breakAll();
    await closed;
  }

  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket): void {
    const server = connectTo(this.#upstream);
    const passage = this.#watch(server);
    const hand = (to: Socket, from: Socket, bytes: Buffer) => {
      if (!to.destroyed && !to.write(bytes)) from.pause();
    };
    const deliver = (bytes: Buffer) => {
      hand(client, server, bytes);
    };
    client.on('data', (bytes: Buffer) => {
      if (passage.out(bytes)) hand(server, client, bytes);
    });
    server.on('data', (bytes: Buffer) => {
      passage.back(bytes, deliver);
    });
    server.on('drain', () => client.resume());
    client.on('drain', () => server.resume());
    client.on('end', () => server.end());
    server.on('end', () => {
      passage.ended();
      client.end();
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', (hadError) => {
        this.#sockets.delete(socket);
        if (!hadError && socket.readableEnded) return;
        // TLS has no reset.
        if (other instanceof TLSSocket) other.destroy();
        else breakOff(other);
      });
    }
    server.on('close', () => {
      passage.closed();
    });
  }
}

function connectTo({ host = 'localhost', port = 6379, path, tls }: Endpoint): Socket {
  const place = path === undefined ? { host, port, autoSelectFamily: true } : { path };
  const options = { ...place, allowHalfOpen: true, noDelay: true };
  return tls === undefined ? connect(options) : connectTls({ ...options, ...tls });
}
