import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/build-app.ts';

/** What comes back to these bytes, until the server closes or says no more. */
const send = ({ port }: TestServer, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve(answer);
    });
  });

const asked = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n${body}`;
const json = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;

test.each([
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'bad_request'],
  ['headers of 20 kB', asked('GET /', `X: ${'y'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
  [
    'a chunk without a length',
    asked('POST /api/runs', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'),
    400,
    'bad_request',
  ],
  ['half a percent sign in the path of the page', asked('GET /%zz'), 400, 'bad_request'],
  ['half a character in the path of the API', asked('GET /api/history/%E0%A4%A'), 400, 'bad_request'],
  ['a body that is no JSON', asked('POST /api/plans/check', json(5), '{"a":'), 400, 'bad_request'],
  [
    'a type that is none',
    asked('POST /api/plans/check', 'Content-Type: a b\r\nContent-Length: 2\r\n', '{}'),
    415,
    'unsupported_type',
  ],
  ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 403, 'foreign_request'],
  ['an Expect that is unknown', asked('GET /api/health', 'Expect: moon\r\n'), 417, 'unknown_expectation'],
  ['a method that nobody knows here', asked('PURGE /api/runs'), 404, 'not_found'],
])('The answer has the form of every refusal: %s', async (_, text, status, code) => {
  const server = await startServer();
  const [head = '', body = ''] = (await send(server, text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(JSON.parse(body)).toEqual({ error: { code, message: expect.stringMatching(/\w{4}/) } });
  expect(server.log).toEqual([]);
});

test('Who asks and resets the connection leaves no error in the log', async () => {
  const server = await startServer();
  for (let n = 0; n < 30; n++)
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, () => {
          socket.resetAndDestroy();
        });
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        resolve();
      });
    });
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(server.log).toEqual([]);
});

test('A token in an address is not written to the log', async () => {
  const server = await startServer({ logLevel: 'info', token: 'the-right-token' });
  for (const query of ['?token=SECRET-1', '?a=1&token=SECRET-2&b=2', '?roundtrip.token=SECRET-3'])
    await fetch(`${server.url}/api/health${query}`);
  await fetch(`${server.url}/nothing/at/all?token=SECRET-4`);
  expect(server.log.join('')).toContain('/api/health?a=1&token=…&b=2');
  expect(server.log.join('')).not.toContain('SECRET');
});

test('A class behind one address reloads at once: the files of the page do not count', async () => {
  const server = await startServer({ requestsPerMinute: 2 });
  const statuses = [];
  for (let n = 0; n < 10; n++) statuses.push((await fetch(`${server.url}/`)).status);
  // It is not built for this test.
  expect(new Set(statuses)).toEqual(new Set([503]));
  for (const expected of [200, 200, 429])
    expect((await fetch(`${server.url}/api/session`)).status).toBe(expected);
});
