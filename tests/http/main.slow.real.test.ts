import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { Health } from '../../shared/contract/http.ts';
import { next, type TestViewer } from '../support/build-app.ts';
import { usePageServer } from '../support/page-server.ts';
import { startBuilt } from '../support/start-built.ts';
import { soon } from '../support/soon.ts';

const serve = usePageServer();

const json = async <T>(url: string, init?: RequestInit): Promise<T> =>
  (await (await fetch(url, init)).json()) as T;

const shortPlan = {
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  workload: { durationMs: 60_000, warmupMs: 0 },
};

const startRun = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(shortPlan),
  });

/** Listens on a port, which is then taken by us or by somebody before us. */
async function occupy(port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.once('error', () => {
      resolve();
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

test('the page answers, and a signal ends all of it', async () => {
  const server = startBuilt(['--port', '0']);
  const url = await server.url;
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>Roundtrip</title>');
  expect(await json<Health>(`${url}api/health`)).toMatchObject({
    running: false,
    targets: [{ id: 'embedded', answers: true }],
  });
  expect(readdirSync(server.folder)).toHaveLength(1);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(readdirSync(server.folder)).toEqual([]);
  expect(server.stderr()).toBe('');
});

test.each([
  ['nothing', ''],
  ['half a request', 'GET /api/health HTTP/1.1\r\nHost:'],
])('a connection on which %s was asked does not keep it from ending', async (_, asked) => {
  const server = startBuilt(['--port', '0']);
  const { hostname, port } = new URL(await server.url);
  const connection = connect(Number(port), hostname);
  onTestFinished(() => void connection.destroy());
  await new Promise<void>((resolve) => {
    connection.once('connect', () => {
      connection.write(asked, () => {
        resolve();
      });
    });
  });
  const cut = new Promise<void>((resolve) => {
    connection.on('error', () => undefined);
    connection.once('close', () => {
      resolve();
    });
  });
  server.child.kill('SIGTERM');
  await cut;
  expect(await server.ended).toBe(0);
});

test('Ctrl-C in the middle of a run ends it in good order', async () => {
  const server = startBuilt(['--port', '0']);
  expect((await startRun(await server.url)).status).toBe(201);
  await sleep(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(readdirSync(server.folder)).toEqual([]);
  expect(server.stderr()).toBe('');
});

test.each(['websocket', 'polling'])(
  'a signal in the middle of a run: it ends as stopped, and viewers see its end (%s)',
  async (transport) => {
    const server = startBuilt(['--port', '0']);
    const url = await server.url;
    const viewer: TestViewer = io(url, { transports: [transport], forceNew: true, reconnection: false });
    onTestFinished(() => void viewer.close());
    await next(viewer, 'snapshot');
    const finished = next(viewer, 'finished');
    expect((await startRun(url)).status).toBe(201);
    await next(viewer, 'tick');
    server.child.kill('SIGTERM');
    const { state, lanes } = await finished;
    expect(state).toBe('stopped');
    expect(lanes.map((lane) => lane.state)).toEqual(['stopped', 'stopped']);
    expect(await server.ended).toBe(0);
  },
);

test('the usual port that is taken gives way to the next', async () => {
  await occupy(4173);
  const { port } = new URL(await startBuilt().url);
  expect(Number(port)).toBeGreaterThan(4173);
  expect(Number(port)).toBeLessThanOrEqual(4193);
});

test('a port that was asked for and is taken: exit 1, one sentence, nothing left behind', async () => {
  const port = String(await occupy(0));
  for (const server of [startBuilt(['--port', port]), startBuilt([], { PORT: port })]) {
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use[^\n]*\n$`));
    expect(server.stdout()).toBe('');
    expect(readdirSync(server.folder)).toEqual([]);
  }
});

test.each([
  [['--port', 'x'], 'must be a whole number'],
  [['--url', 'http://localhost'], 'redis://'],
  [['--colour'], '--colour'],
])('%j is wrong usage: exit 2', async (args, said) => {
  const server = startBuilt(args);
  expect(await server.ended).toBe(2);
  expect(server.stderr()).toContain(said);
});

test('no redis-server anywhere: exit 1, saying how to get one', async () => {
  const server = startBuilt([], { ROUNDTRIP_REDIS_SERVER: '/nonexistent/redis-server' });
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toContain('--url');
});

test('--help goes to stdout', async () => {
  const server = startBuilt(['--help']);
  expect(await server.ended).toBe(0);
  expect(server.stdout()).toContain('--port');
});

test('a Redis that is not there: the server is up, says so, and a run is refused with the reason', async () => {
  const server = startBuilt(['--port', '0', '--url', 'redis://:password@127.0.0.1:1']);
  const url = await server.url;
  await soon(server.stderr).toContain('Nothing listens at 127.0.0.1:1');
  expect(await json<Health>(`${url}api/health`)).toMatchObject({ targets: [{ id: 'url', answers: false }] });
  const response = await startRun(url);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('Nothing listens at 127.0.0.1:1');
  expect((await fetch(url)).status).toBe(200);
  expect(server.stderr() + server.stdout()).not.toContain('password');
});

test('open to others: the address that is printed makes the presenter', async () => {
  const server = serve(['--host', '0.0.0.0']);
  const printed = new URL(await server.url);
  const token = new URLSearchParams(printed.hash.slice(1)).get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect((await startRun(printed.origin)).status).toBe(401);
  expect((await startRun(printed.origin, { authorization: `Bearer ${token}` })).status).toBe(201);
});

test('open to others behind something that guards it: no token is needed', async () => {
  const server = serve([], { ROUNDTRIP_HOST: '0.0.0.0', ROUNDTRIP_TOKEN: 'off' });
  const printed = new URL(await server.url);
  expect(printed.hash).toBe('');
  expect((await startRun(printed.origin)).status).toBe(201);
});

test('a second signal ends it at once; the same one passed on by npm does not', async () => {
  const module = new URL('../../server/http/listen.ts', import.meta.url).href;
  const script = `import { closeOnSignal } from '${module}';
    closeOnSignal(() => new Promise(() => setInterval(() => {}, 1000)));
    setInterval(() => {}, 1000);
    console.log('up');`;
  const child = spawn(
    process.execPath,
    ['--import', './tests/support/typescript.mjs', '--input-type=module', '-e', script],
    { stdio: 'pipe' },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      resolve(signal ?? code);
    }),
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGINT');
  child.kill('SIGINT');
  await sleep(600);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await ended).toBe(1);
});
