import { once } from 'node:events';
import { connect as connectTcp, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, type ConnectionOptions } from 'node:tls';
import { Bursts } from './bursts.ts';
import { Conversation } from './conversation.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { Desynchronised } from './resp.ts';
import { Budget } from '../process/budget.ts';

export interface ProxyOptions {
  listen: { host: string; port: number };
  /** Of the listening side, PEM. */
  certificate: { cert: string; key: string } | null;
  password: string | null;
  upstream: { host?: string; port?: number; path?: string; tls?: ConnectionOptions };
  /** Of a core, what recording may take; `null`: nothing is read, bytes are passed on alone. */
  share: number | null;
  /** Is told, once each, what keeps a connection from being read, or a client from its server. */
  warn: (text: string) => void;
}

/** Within this time a client says the password. */
const signInMs = 10_000;
const mostWarnings = 5;
const pings = 40;

/** Passes bytes on between clients and a server, and reads them after that. */
export class RecordingProxy {
  readonly #options: ProxyOptions;
  readonly #bursts: Bursts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #conversations = new Set<Conversation>();
  #lastConnection = 0;
  #unread = 0;
  #warnings = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#bursts = new Bursts(new Budget(options.share ?? 0));
    const accept = (client: Socket) => {
      this.#accept(client, true);
    };
    const halfOpen = { allowHalfOpen: true, noDelay: true };
    this.#server = options.certificate
      ? createTlsServer({ ...halfOpen, ...options.certificate }, accept)
      : createTcpServer(halfOpen, accept);
    // A client that speaks no TLS is its own concern.
    this.#server.on('tlsClientError', () => undefined);
  }

  /** Resolves with the port. Rejects where it cannot listen. */
  async listen(): Promise<number> {
    this.#server.listen({ ...this.#options.listen, backlog: 1024 });
    await once(this.#server, 'listening');
    this.#server.on('error', () => undefined);
    return portOf(this.#server);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const conversation of this.#conversations) conversation.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** What was recorded, one JSON a line. */
  trace(): string {
    return this.#bursts.trace();
  }

  get connections(): number {
    return this.#lastConnection;
  }

  /** Connections that were not read to their end. */
  get unread(): number {
    return this.#unread;
  }

  /** Whether the server has sent a client elsewhere. */
  get isCluster(): boolean {
    return this.#bursts.isCluster;
  }

  /** What the way through this proxy adds to a round trip, ms; `null`: the server did not answer. */
  async measureDelay(): Promise<number | null> {
    const through = createTcpServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#accept(client, false);
    });
    try {
      through.listen(0, '127.0.0.1');
      await once(through, 'listening');
      const near = connectTcp({ host: '127.0.0.1', port: portOf(through), noDelay: true });
      const ways = [this.#connect(), near].map((socket) => socket.on('error', () => undefined));
      const took: [number[], number[]] = [[], []];
      try {
        for (let count = 0; count < 2 * pings; count++) {
          const way = ways[count % 2];
          const tookMs = way ? await pingMs(way) : null;
          if (tookMs === null) return null;
          took[count % 2]?.push(tookMs);
        }
      } finally {
        for (const way of ways) way.destroy();
      }
      const [direct = 0, indirect = 0] = took.map((times) => times.toSorted((a, b) => a - b)[pings >> 1]);
      return Math.max(0, indirect - direct);
    } finally {
      through.close();
    }
  }

  #connect(): Socket {
    const { host = 'localhost', port = 6379, path, tls } = this.#options.upstream;
    const where = path === undefined ? { host, port, autoSelectFamily: true } : { path };
    const how = { ...where, allowHalfOpen: true, noDelay: true };
    return tls ? connectTls({ ...how, ...tls }) : connectTcp(how);
  }

  #accept(client: Socket, isRecorded: boolean): void {
    this.#watch(client);
    const { password } = this.#options;
    if (password === null || !isRecorded) this.#join(client, isRecorded, null);
    else this.#guard(client, new Doorkeeper(password));
  }

  /** Nothing reaches the server before the password was said. */
  #guard(client: Socket, doorkeeper: Doorkeeper): void {
    const timer = setTimeout(() => client.destroy(), signInMs);
    client.once('close', () => {
      clearTimeout(timer);
    });
    client.on('end', () => client.end());
    const onData = (bytes: Buffer) => {
      const door = doorkeeper.read(bytes);
      if (door.state === 'refused') {
        client.end(door.answer);
        client.off('data', onData);
        return;
      }
      if (door.answer !== '') client.write(door.answer);
      if (door.state === 'closed') return;
      clearTimeout(timer);
      client.removeAllListeners('end');
      client.off('data', onData);
      this.#join(client, true, door.onwards);
    };
    client.on('data', onData);
  }

  #join(client: Socket, isRecorded: boolean, first: Buffer | null): void {
    const server = this.#connect();
    this.#watch(server);
    let conversation = isRecorded && this.#options.share !== null ? this.#converse(client) : null;
    const read = (way: 'sent' | 'received', bytes: Buffer, nowMs: number) => {
      try {
        conversation?.[way](bytes, nowMs);
      } catch (error) {
        // The bytes are the program’s: they are passed on all the same.
        this.#leave(conversation, error);
        conversation = null;
      }
    };
    const forward = (from: Socket, to: Socket, way: 'sent' | 'received') => {
      from.on('data', (bytes: Buffer) => {
        const nowMs = performance.now();
        if (!to.write(bytes)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        if (conversation) read(way, bytes, nowMs);
      });
      from.on('end', () => to.end());
      from.on('close', (hadError) => {
        if (hadError) breakOff(to);
        else if (!to.writableEnded) to.end();
      });
    };
    forward(client, server, 'sent');
    forward(server, client, 'received');
    if (first && first.length > 0) {
      server.write(first);
      read('sent', first, performance.now());
    }
    const refuse = (error: Error) => {
      this.#warn(`A client did not reach the server: ${error.message}`);
      breakOff(client);
    };
    server.once('error', refuse);
    server.once(this.#options.upstream.tls ? 'secureConnect' : 'connect', () => server.off('error', refuse));
    const forget = () => {
      if (!conversation) return;
      conversation.close();
      this.#conversations.delete(conversation);
      conversation = null;
    };
    client.on('close', forget);
    server.on('close', forget);
  }

  #converse(client: Socket): Conversation {
    const { remoteAddress = '' } = client;
    const isNear = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
    const conversation = new Conversation(this.#bursts, ++this.#lastConnection, isNear);
    this.#conversations.add(conversation);
    return conversation;
  }

  #leave(conversation: Conversation | null, error: unknown): void {
    if (!conversation) return;
    this.#unread++;
    this.#conversations.delete(conversation);
    const why = error instanceof Desynchronised ? error.message : 'an error of ours';
    this.#warn(`A connection of ${conversation.client} is passed on, and no longer read: ${why}.`);
    try {
      conversation.close();
    } catch {
      // It is left in any case.
    }
  }

  #warn(text: string): void {
    if (this.#warnings++ < mostWarnings) this.#options.warn(text);
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

function breakOff(socket: Socket): void {
  if (!socket.destroyed) socket.resetAndDestroy();
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return address.port;
}

/** Any reply will do, even that a password is needed. */
function pingMs(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    const start = performance.now();
    const onData = () => {
      socket.off('close', onClose);
      resolve(performance.now() - start);
    };
    const onClose = () => {
      socket.off('data', onData);
      resolve(null);
    };
    socket.once('data', onData).once('close', onClose);
    socket.write('PING\r\n');
  });
}
