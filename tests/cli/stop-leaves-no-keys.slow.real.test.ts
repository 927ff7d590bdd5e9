import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { useEmbedded } from '../support/embedded.ts';
import { startBuilt } from '../support/start-built.ts';
import { startCli } from '../support/run-cli.ts';
import { soon } from '../support/soon.ts';

const server = useEmbedded();

/** On the user's server: what a stopped Roundtrip has left, its mark included. */
async function keysLeft(): Promise<string[]> {
  const redis = new Redis(server().target.endpoint.port ?? 0, '127.0.0.1');
  try {
    return await redis.keys('*');
  } finally {
    redis.disconnect();
  }
}

const url = () => `redis://127.0.0.1:${server().target.endpoint.port}`;
/** Each signal once, and each command: what both do is in one place. */
const commands = [
  [
    'bench',
    ['bench', '--warmup', '0', '--duration', '60s', '--slice', '100ms', '-r', '200', '--rps', '1000'],
    'SIGHUP',
  ],
  ['advise', ['advise', '-r', '200'], 'SIGINT'],
  ['bench --recipe', ['bench', '--recipe', 'pipeline-depth', '--quick'], 'SIGTERM'],
] as const;

describe.each(commands.map(([name, words, signal]) => ({ name, words, signal })))(
  '$name -u',
  ({ words, signal }) => {
    test(`${signal} leaves no key behind`, async () => {
      const { child, finished } = startCli([...words, '-u', url()]);
      await expect.poll(keysLeft).not.toEqual([]);
      child.kill(signal);
      expect((await finished).code).toBe(1);
      expect(await keysLeft()).toEqual([]);
    });

    test('a terminal that is gone, then SIGHUP, leaves no key behind', async () => {
      const { child, finished } = startCli([...words, '-u', url()]);
      await expect.poll(keysLeft).not.toEqual([]);
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGHUP');
      // The kernel and the shell each send one.
      setTimeout(() => child.kill('SIGHUP'), 20);
      expect((await finished).code).toBe(1);
      expect(await keysLeft()).toEqual([]);
    });
  },
);

test('start: SIGHUP and a terminal that is gone end the run and leave no key behind', async () => {
  const { child, ended, url: address } = startBuilt(['--port', '0', '--url', url()]);
  const response = await fetch(new URL('/api/runs', await address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      target: 'url',
      lanes: [{ strategy: 'pipeline' }],
      workload: { durationMs: 60_000, keyspace: 200 },
    }),
  });
  expect(response.status).toBe(201);
  await expect.poll(keysLeft).not.toEqual([]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill('SIGHUP');
  expect(await ended).toBe(0);
  await soon(() => child.exitCode).toBe(0);
  expect(await keysLeft()).toEqual([]);
});
