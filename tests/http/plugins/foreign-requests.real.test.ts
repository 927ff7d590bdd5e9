import { expect, test } from 'vitest';
import { AccessRules } from '../../../server/http/plugins/access.ts';
import { ask, socketIoPath, upgrade } from '../../support/ask.ts';
import { smallPlan, startServer } from '../../support/build-app.ts';

const post = { method: 'POST', body: JSON.stringify(smallPlan) };
const json = { 'content-type': 'application/json' };

test.each(['/', '/api/health', '/api/runs', '/assets/x.js', '/nothing'])(
  'a name that was made to point here gets nothing at %s',
  async (path) => {
    const { url } = await startServer();
    const { status, body } = await ask(url + path, { headers: { host: 'rebound.example:4173' } });
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'foreign_request' } });
  },
);

test('a page from elsewhere starts nothing', async () => {
  const { url, engine } = await startServer();
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000']) {
    const { status } = await ask(`${url}/api/runs`, { ...post, headers: { ...json, origin } });
    expect(status).toBe(403);
  }
  expect(engine.runs).toHaveLength(0);
});

test('our own page may', async () => {
  const { url } = await startServer();
  const { status } = await ask(`${url}/api/runs`, { ...post, headers: { ...json, origin: url } });
  expect(status).toBe(201);
});

test.each(['websocket', 'polling'] as const)('the feed by %s is closed to strangers', async (transport) => {
  const { url, port } = await startServer();
  const headers = transport === 'websocket' ? upgrade : {};
  const path = url + socketIoPath(transport);
  const [welcome, refused] = transport === 'websocket' ? [101, 400] : [200, 403];
  const at = `127.0.0.1:${port}`;
  const cases: [Record<string, string>, number][] = [
    [{ host: at }, welcome],
    [{ host: at, origin: url }, welcome],
    [{ host: at, origin: 'https://evil.example' }, refused],
    [{ host: 'rebound.example' }, refused],
    [{ host: 'rebound.example', origin: 'http://rebound.example' }, refused],
  ];
  for (const [who, expected] of cases) {
    const { status } = await ask(path, { headers: { ...headers, ...who } });
    expect(status, JSON.stringify(who)).toBe(expected);
  }
});

test('no header invites other sites in', async () => {
  const { url } = await startServer();
  for (const path of ['/api/health', socketIoPath('polling')]) {
    const { headers } = await ask(url + path, { headers: { origin: url } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('a further name is answered to when it is allowed', async () => {
  const access = new AccessRules({ host: '127.0.0.1', allowedHosts: ['bench.example.org'] });
  const { url } = await startServer({ access });
  const headers = { host: 'bench.example.org', origin: 'https://bench.example.org' };
  expect((await ask(`${url}/api/health`, { headers })).status).toBe(200);
});

test('the rules of the page forbid scripts from elsewhere and do not ask for TLS', async () => {
  const { url } = await startServer();
  const { headers } = await ask(`${url}/api/health`);
  const policy = headers['content-security-policy'];
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers).not.toHaveProperty('strict-transport-security');
});
