import { expect, test } from 'vitest';
import { startServer, type TestServer, type TestViewer } from '../../support/build-app.ts';

const token = 'the-right-token';
const right = { authorization: `Bearer ${token}` };
let guesses = 0;
const wrong = () => `wrong-${guesses++}`;

const session = ({ url }: TestServer, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/session`, { headers });

/** What becomes of a connection: `null` when it is let in, or the refusal's data. */
const joined = (viewer: TestViewer): Promise<unknown> =>
  new Promise((resolve) => {
    viewer.once('connect', () => {
      resolve(null);
    });
    viewer.once('connect_error', (error: Error & { data?: unknown }) => {
      resolve(error.data);
    });
    viewer.connect();
  });

/** Shows wrong tokens, half of them over sockets. */
async function guess(server: TestServer, times: number): Promise<void> {
  for (let n = 0; n < times; n++)
    if (n % 2 === 0) await session(server, { authorization: `Bearer ${wrong()}` });
    else await joined(server.viewer({ token: wrong() }));
}

test('Many wrong tokens, over HTTP and sockets together, are answered with 429 and the time to wait', async () => {
  const server = await startServer({ token });
  await guess(server, 10);
  const refused = await session(server, { authorization: `Bearer ${wrong()}` });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests', retryAfterSeconds: 1 } });
  expect(await joined(server.viewer({ token: wrong() }))).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 1,
  });
  expect(server.log.join('')).toContain('Many wrong tokens came from 127.0.0.1');
});

test('Meanwhile the right token is never delayed, and those without one watch', async () => {
  const server = await startServer({ token, requestsPerMinute: 3 });
  await guess(server, 12);
  for (let n = 0; n < 20; n++) {
    const answer = await session(server, right);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ mayControl: true });
  }
  expect(await joined(server.viewer({ token }))).toBeNull();
  expect(await joined(server.viewer())).toBeNull();
});

test('Behind a trusted proxy each address that it names counts for itself; without, none of them is believed', async () => {
  const trusting = await startServer({ token, trustProxy: true });
  const plain = await startServer({ token });
  const shown = (server: TestServer, forwarded: string) =>
    session(server, { authorization: `Bearer ${wrong()}`, 'x-forwarded-for': forwarded });
  for (let n = 0; n < 10; n++) {
    await shown(trusting, '6.6.6.6, 192.0.2.1');
    await shown(plain, `192.0.2.${n}`);
  }
  expect((await shown(trusting, '9.9.9.9, 192.0.2.1')).status).toBe(429);
  expect((await shown(trusting, '192.0.2.2')).status).toBe(200);
  expect((await shown(plain, '192.0.2.99')).status).toBe(429);
  const viewer = (forwarded: string) =>
    trusting.viewer({ token: wrong(), headers: { 'x-forwarded-for': forwarded } });
  expect(await joined(viewer('192.0.2.1'))).toMatchObject({ code: 'too_many_requests' });
  expect(await joined(viewer('192.0.2.3'))).toBeNull();
});
