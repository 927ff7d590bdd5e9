import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Health, TargetDescription } from '../../shared/contract/http.ts';
import { openTargets } from '../../server/http/open-targets.ts';
import { startBuilt } from '../support/start-built.ts';

/** An address where nobody answers. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('the page offers the private Redis and those with a name; no password leaves the server', async () => {
  const port = await silentPort();
  const targets = [
    { id: 'staging', label: 'Staging', url: `redis://ann:geheim@127.0.0.1:${port}` },
    { id: 'plain', url: `redis://:geheim@127.0.0.1:${port}/3` },
    { id: 'lost', url: `redis+sentinel://:geheim@127.0.0.1:${port}/main` },
  ];
  const env = { ROUNDTRIP_TARGETS: JSON.stringify(targets), ROUNDTRIP_LOG: 'trace' };
  const server = startBuilt(['--port', '0'], env);
  const url = await server.url;
  const offered = await fetch(new URL('/api/targets', url));
  expect(((await offered.json()) as TargetDescription[]).slice(2)).toEqual([
    { id: 'staging', label: 'Staging', kind: 'url' },
    { id: 'plain', label: `redis://127.0.0.1:${port} (database 3)`, kind: 'url' },
  ]);
  const health = await fetch(new URL('/api/health', url));
  expect(((await health.json()) as Health).targets).toMatchObject([
    { id: 'embedded', answers: true },
    { id: 'staging', answers: false },
    { id: 'plain', answers: false },
  ]);
  const run = await fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'staging', lanes: [{ strategy: 'pipeline' }] }),
  });
  expect(await run.text()).not.toContain('geheim');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.stderr()).toContain('The target "lost" is not offered. No Sentinel told where the master');
  expect(server.stderr() + server.stdout()).not.toContain('geheim');
});

test('the Redis of --url that has a name as well is offered once, under its name', async () => {
  const url = `redis://127.0.0.1:${await silentPort()}`;
  const { targets, stop } = await openTargets(
    {
      url,
      namedTargets: [
        { id: 'other', url: 'redis://127.0.0.1:1' },
        { id: 'redis', label: 'Redis', url },
      ],
    },
    () => undefined,
  );
  onTestFinished(stop);
  expect(targets.map(({ target }) => target.description.id)).toEqual(['redis', 'cluster', 'other']);
});

test('targets that cannot be read are wrong usage: exit 2', async () => {
  const server = startBuilt(['--port', '0'], { ROUNDTRIP_TARGETS: '[{"id": "a", "url": "geheim"}]' });
  expect(await server.ended).toBe(2);
  expect(server.stderr()).toContain(
    'ROUNDTRIP_TARGETS: target "a": The address of the target has no scheme.',
  );
  expect(server.stderr()).not.toContain('geheim');
});
