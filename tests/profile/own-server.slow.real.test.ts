import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profileSchema } from '../../shared/contract/profile.ts';
import { eventually } from '../support/eventually.ts';
import { startCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Two client libraries in bundles, worker threads, child processes and requests, in a program that is not small.
test('the server of the page runs under the profiler as without it, and its lanes are seen', async () => {
  const json = join(temporaryFolder(), 'own.json');
  const server = ['node', 'dist/server/http/main.js', '--port', '0', '--history', 'off'];
  const { child, shows, finished } = startCli(['profile', '--json', json, '--', ...server]);
  let shown = '';
  child.stdout?.on('data', (text: string) => (shown += text));
  await shows(/Roundtrip is ready: http\S+/);
  const [, page = ''] = /ready: (http\S+)/.exec(shown) ?? [];
  const started = await fetch(new URL('api/runs', page), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      workload: { durationMs: 1000, warmupMs: 100, clients: 2 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', client: 'node-redis' }],
    }),
  });
  const { id } = (await started.json()) as { id: string };
  let lanes: { state: string; failed: number; commands: number }[] = [];
  await eventually('the run is over', async () => {
    const answer = await fetch(new URL(`api/runs/${id}`, page));
    if (answer.status === 200) ({ lanes } = (await answer.json()) as { lanes: typeof lanes });
    return lanes.length > 0;
  });
  expect(lanes).toMatchObject([
    { state: 'completed', failed: 0 },
    { state: 'completed', failed: 0 },
  ]);
  child.kill('SIGINT');
  expect((await finished).code).toBe(0);
  const { units, commands } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  expect(units.map(({ name, kind, count }) => ({ name, kind, count }))).toEqual(
    expect.arrayContaining([
      { name: 'lane-worker.js', kind: 'program', count: 2 },
      { name: 'POST /api/runs', kind: 'http', count: 1 },
    ]),
  );
  expect(commands).toBeGreaterThan(lanes.reduce((sum, lane) => sum + lane.commands, 0));
});
