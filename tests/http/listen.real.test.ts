import { createServer, type Server } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { CannotListen, listen, pageUrls } from '../../server/http/listen.ts';

function newApp() {
  const app = fastify();
  onTestFinished(() => app.close());
  return app;
}

/** Takes a free port; resolves with it. */
async function occupy(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('the default port that is taken gives way to the next free one', async () => {
  const taken = await occupy();
  const app = newApp();
  const port = await listen(app, { host: '127.0.0.1', port: taken, portMayMove: true });
  expect(port).toBeGreaterThan(taken);
  expect(port).toBeLessThanOrEqual(taken + 20);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

test('a port that was asked for and is taken is an error that says what to do', async () => {
  const port = await occupy();
  const failure = listen(newApp(), { host: '127.0.0.1', port, portMayMove: false });
  await expect(failure).rejects.toThrow(CannotListen);
  await expect(failure).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
});

test('an address of another machine is an error', async () => {
  const failure = listen(newApp(), { host: '192.0.2.1', port: 0, portMayMove: false });
  await expect(failure).rejects.toThrow('192.0.2.1 is not an address of this machine');
});

test('port 0 is any free port', async () => {
  expect(await listen(newApp(), { host: '127.0.0.1', port: 0, portMayMove: false })).toBeGreaterThan(0);
});

test('the address of the page holds the token where nobody but the page reads it', () => {
  expect(pageUrls('127.0.0.1', 4173, null)).toEqual(['http://127.0.0.1:4173/']);
  expect(pageUrls('::1', 4173, 'a+b')).toEqual(['http://[::1]:4173/#token=a%2Bb']);
});

test('a server on every address names its own first', () => {
  const urls = pageUrls('0.0.0.0', 4173, 'token');
  expect(urls[0]).toBe('http://127.0.0.1:4173/#token=token');
  for (const url of urls) expect(url).toMatch(/^http:\/\/[\d.]+:4173\/#token=token$/);
});
