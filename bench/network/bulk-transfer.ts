import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../server/redis/connection/target.ts';

export interface Transfer {
  connections: number;
  /** `down`: from the server. */
  direction: 'down' | 'up';
  forMs: number;
}

/** A server that gives and takes bytes without end, to measure a bandwidth by. */
export interface BulkServer {
  readonly endpoint: Endpoint;
  /** Payload received at the far end, Mbit/s. The first quarter, in which buffers fill, does not count. */
  transfer(through: Endpoint, transfer: Transfer): Promise<number>;
  close(): Promise<void>;
}

const block = Buffer.alloc(65_536, 'roundtrip');

export async function startBulkServer(): Promise<BulkServer> {
  let received = 0;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    // The first byte says who is to send.
    socket.once('data', (first: Buffer) => {
      if (first[0] === 'd'.charCodeAt(0)) pour(socket);
      else socket.on('data', (chunk: Buffer) => (received += chunk.length));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return {
    endpoint: { host: '127.0.0.1', port: address.port, db: 0 },
    transfer: async ({ host, port = 0 }, { connections, direction, forMs }) => {
      const sockets = Array.from({ length: connections }, () => {
        const socket = connect({ ...(host === undefined ? {} : { host }), port, noDelay: true });
        socket.on('error', () => undefined);
        socket.write(direction);
        if (direction === 'up') pour(socket);
        else socket.on('data', (chunk: Buffer) => (received += chunk.length));
        return socket;
      });
      await sleep(forMs / 4);
      received = 0;
      const startedAt = performance.now();
      await sleep((forMs * 3) / 4);
      const mbit = (received * 8) / 1000 / (performance.now() - startedAt);
      for (const socket of [...sockets, ...open]) socket.destroy();
      return mbit;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function pour(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}
