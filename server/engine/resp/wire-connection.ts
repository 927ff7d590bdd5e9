import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { largestValue } from '../../../shared/limits.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { encodeCommand } from './encode.ts';
import { ReplyReader, type ReplySink } from './reply-reader.ts';

const connectTimeoutMs = 3000;
const readBufferBytes = 65_536;

export interface WireConnection {
  socket: Socket;
  /** From now on replies go to this sink; `chunk` hears how many a piece of data completed. */
  listen: (sink: ReplySink, chunk: (replies: number) => void) => void;
}

/**
 * A socket to Redis with nothing around it, logged in and switched to the wanted protocol; no reply is to be larger
 * than `largest` bytes. Rejects when it cannot connect or Redis refuses the handshake.
 */
export async function openWire(
  endpoint: Endpoint,
  resp: 2 | 3,
  largest = largestValue,
): Promise<WireConnection> {
  const nobody = () => undefined;
  let reader = new ReplyReader({ accept: nobody, refuse: nobody, broken: nobody }, largest);
  let onChunk: (replies: number) => void = () => undefined;
  const socket = await openSocket(endpoint, (bytes, length) => {
    onChunk(reader.read(bytes, length));
  });
  const connection: WireConnection = {
    socket,
    listen(sink, chunk) {
      reader = new ReplyReader(sink, largest);
      onChunk = chunk;
    },
  };
  try {
    await shakeHands(connection, handshake(endpoint, resp));
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return connection;
}

function handshake({ username = 'default', password, db }: Endpoint, resp: 2 | 3): string[][] {
  const auth = password === undefined ? [] : [username, password];
  const lines: string[][] = [];
  if (resp === 3) lines.push(['HELLO', '3', ...(auth.length > 0 ? ['AUTH', ...auth] : [])]);
  // Servers before 6.0 know no user names: the default user goes without one.
  else if (auth.length > 0) lines.push(['AUTH', ...(username === 'default' ? auth.slice(1) : auth)]);
  if (db > 0) lines.push(['SELECT', String(db)]);
  return lines;
}

function shakeHands(connection: WireConnection, lines: string[][]): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let awaited = lines.length;
    connection.socket.once('close', () => {
      reject(new Error('Connection is closed: the server hung up during the handshake.'));
    });
    connection.listen({ accept: () => undefined, refuse: reject, broken: reject }, (replies) => {
      awaited -= replies;
      if (awaited <= 0) resolve();
    });
    connection.socket.write(Buffer.concat(lines.map(([name = '', ...args]) => encodeCommand(name, args))));
  });
}

function openSocket(endpoint: Endpoint, onData: (bytes: Buffer, length: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { host = '127.0.0.1', port = 6379, path, tls } = endpoint;
    const address = path === undefined ? { host, port } : { path };
    const socket = tls
      ? connectTls({ ...address, ...tls })
      : connectPlain({
          ...address,
          noDelay: true,
          onread: { buffer: Buffer.alloc(readBufferBytes), callback },
        });
    if (tls) {
      socket.setNoDelay(true);
      socket.on('data', (bytes: Buffer) => {
        onData(bytes, bytes.length);
      });
    }
    function callback(length: number, bytes: Uint8Array): boolean {
      onData(bytes as Buffer, length);
      return true;
    }
    socket.setTimeout(connectTimeoutMs, () => {
      socket.destroy(new Error(`connect timed out after ${connectTimeoutMs} ms`));
    });
    socket.once('error', reject);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0);
      // An error before anybody listens must not end the process; it is heard of by the close that follows.
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket);
    });
  });
}
