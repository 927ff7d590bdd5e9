import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordingProxy } from '../../../server/profile/proxy/proxy.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';
import { drawStreams, type Streams } from './drawn-streams.ts';

const count = Number(process.env['ROUNDTRIP_STREAMS'] ?? 3000);
const sideBySide = 16;

/** By the number that a connection begins with, what is answered, and what came. */
const answers = new Map<number, Streams>();
const came = new Map<number, (bytes: Buffer) => void>();
const warnings: string[] = [];
let server: Server;
let proxy: RecordingProxy;
let port = 0;

beforeAll(async () => {
  server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  proxy = new RecordingProxy({
    ...{ listen: { host: '127.0.0.1', port: 0 }, certificate: null, password: null, share: 1 },
    upstream: { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 },
    warn: (text) => warnings.push(text),
  });
  port = await proxy.listen();
});
afterAll(async () => {
  await proxy.close();
  server.close();
});

/** Answers in pieces, at once or at the end, whatever comes; says then what came. */
function serve(socket: Socket): void {
  const pieces: Buffer[] = [];
  let number = -1;
  const answer = () => {
    for (const reply of answers.get(number)?.replies ?? []) socket.write(reply);
  };
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    pieces.push(bytes);
    if (number >= 0 || Buffer.concat(pieces).length < 8) return;
    number = Number(Buffer.concat(pieces).toString('latin1', 0, 8));
    if (answers.get(number)?.atOnce) answer();
  });
  socket.on('end', () => {
    if (!answers.get(number)?.atOnce) answer();
    came.get(number)?.(Buffer.concat(pieces));
    socket.end();
  });
}

async function exchange(number: number, streams: Streams): Promise<void> {
  const { requests, replies } = streams;
  const first = Buffer.from(`${String(number).padStart(7, '0')}\n`);
  answers.set(number, streams);
  const arrived = new Promise<Buffer>((resolve) => came.set(number, resolve));
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
  const pieces: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => pieces.push(bytes));
  for (const piece of [first, ...requests]) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  await once(socket, 'close');
  const sent = Buffer.concat([first, ...requests]);
  const received = await arrived;
  answers.delete(number);
  came.delete(number);
  if (!received.equals(sent) || !Buffer.concat(pieces).equals(Buffer.concat(replies)))
    throw new Error(`stream ${number} arrived as something else`);
}

test('the bytes of both sides arrive unchanged, and the proxy keeps working', async () => {
  const random = randomFrom(7);
  let [next, read] = [0, 0];
  await Promise.all(
    Array.from({ length: sideBySide }, async () => {
      while (next < count) await exchange(next++, drawStreams(random)).then(() => read++);
    }),
  );
  expect(read).toBe(count);
  // Both kinds were among them: streams that can be read, and streams that cannot.
  expect(proxy.connections).toBe(count);
  expect(proxy.unread).toBeGreaterThan(count / 20);
  expect(proxy.unread).toBeLessThan(count * 0.95);
  expect(warnings.every((text) => !text.includes('an error of ours'))).toBe(true);
}, 3_600_000);
