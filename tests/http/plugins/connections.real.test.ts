import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections } from '../../../server/http/listen.ts';

test('An address has so many connections and no more; another address has its own', async () => {
  const server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, 3);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open: Socket[] = [];
  /** Whether a request over a new connection is answered. */
  const isAnswered = (localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      });
      open.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        resolve(true);
      });
      socket.once('close', () => {
        resolve(false);
      });
    });
  for (let n = 0; n < 3; n++) expect(await isAnswered('127.0.0.1')).toBe(true);
  expect(await isAnswered('127.0.0.1')).toBe(false);
  expect(await isAnswered('127.0.0.2')).toBe(true);
  open[0]?.destroy();
  await expect.poll(() => isAnswered('127.0.0.1')).toBe(true);
});
