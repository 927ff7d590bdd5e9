import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { eventually } from '../support/eventually.ts';
import { soon } from '../support/soon.ts';
import { startBuilt } from '../support/start-built.ts';

const plan = {
  lanes: [{ strategy: 'pipeline' }],
  workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
  schedule: { sliceMs: 100 },
};

/** Starts a run and waits for its result. */
async function resultOf(url: string, document: unknown): Promise<Result> {
  const started = await fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  const body: unknown = await started.json();
  expect(started.status, JSON.stringify(body)).toBe(201);
  const { id } = body as { id: string };
  const ask = () => fetch(new URL(`/api/runs/${id}`, url));
  await eventually('a result', async () => (await ask()).status === 200);
  return (await (await ask()).json()) as Result;
}

test('the private server that was killed under the web server is there again for the next run', async () => {
  const server = startBuilt(['--port', '0']);
  const url = await server.url;
  const [folder = ''] = readdirSync(server.folder);
  const pid = Number(readFileSync(join(server.folder, folder, 'redis.pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await soon(server.stderr).toContain('has ended (killed by SIGKILL). It is started again for the next run.');
  const result = await resultOf(url, plan);
  expect(result).toMatchObject({ state: 'completed', lanes: [{ failed: 0, countsAgree: true }] });
  expect(result.warnings).toEqual([{ code: 'server-restarted', ended: 'killed by SIGKILL' }]);
  expect((await resultOf(url, plan)).warnings).toEqual([]);
  expect(readdirSync(server.folder)).toHaveLength(1);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(readdirSync(server.folder)).toEqual([]);
});

test('two runs at once: one is refused while the server is made ready for the other', async () => {
  const server = startBuilt(['--port', '0']);
  const url = await server.url;
  const start = (persistence: string) =>
    fetch(new URL('/api/runs', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...plan, server: { persistence } }),
    });
  const answers = await Promise.all([start('rdb'), start('aof-always')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});
