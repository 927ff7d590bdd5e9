import { afterAll, describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { openTarget } from '../../../server/redis/targets/open-target.ts';
import { begin, quick } from './begin-run.ts';

const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(endings.map((end) => end()));
});

/** A server that is not ours, started with these words. Tests have one each, so that those that wait do so together. */
async function serverWith(...words: string[]) {
  const server = await startEmbedded({ words });
  const redis = await openAdmin(server.target);
  endings.push(async () => {
    redis.disconnect();
    await server.stop();
  });
  const port = server.target.endpoint.port ?? 0;
  const open = (user = '') => openTarget(`redis://${user}127.0.0.1:${port}`);
  return { redis, open, port, server };
}

const lanesOf = (...strategies: string[]): PlanInput['lanes'] =>
  strategies.map((strategy) => {
    const [name = '', client] = strategy.split('@');
    return { strategy: name, ...(client ? { client: client as 'node-redis' } : {}) };
  });

describe('a server that knows no HELLO', () => {
  test('is spoken to in RESP2 by every lane, and the result says so', async () => {
    const { open } = await serverWith('--rename-command', 'HELLO', '');
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('one-by-one', 'wire', 'pipeline@node-redis'),
      workload: { ...quick, requests: 60, resp: 3 },
    });
    const { lanes, environment, warnings } = await run.finished;
    expect(lanes.map(({ id, state, failed }) => [id, state, failed])).toEqual([
      ['one-by-one', 'completed', 0],
      ['wire', 'completed', 0],
      ['pipeline-node-redis', 'completed', 0],
    ]);
    expect(environment.resp).toBe(2);
    expect(warnings).toEqual([
      { code: 'resp2-only', reason: expect.stringMatching(/^ERR unknown command/) as string },
    ]);
  });
});

describe.concurrent('a user who may not', () => {
  const denied = async (words: string) => {
    const { redis, open } = await serverWith();
    await redis.acl('SETUSER', 'bench', 'on', '>secret', '~*', '+@all', ...words.split(' '));
    return { redis, target: await open('bench:secret@') };
  };

  test.each([
    ['UNLINK', '-unlink'],
    ['search for keys', '-scan'],
    ['do either', '-scan -unlink'],
  ])('%s leaves no key', async (_, words) => {
    const { redis, target } = await denied(words);
    await redis.set('theirs', '1');
    const { run } = begin(target, {
      target: 'url',
      lanes: lanesOf('one-by-one', 'wire'),
      workload: { ...quick, requests: 60, commands: ['set', 'lpop', 'hget'], ratio: [1, 1, 1] },
      bystander: { rps: 20 },
    });
    const { warnings } = await run.finished;
    expect(warnings.filter(({ code }) => code === 'keys-left')).toEqual([]);
    expect(await redis.keys('*')).toEqual(['theirs']);
  });

  test('remove keys at all is refused before the first is written', async () => {
    const { redis, target } = await denied('-unlink -del');
    const { run } = begin(target, { target: 'url', lanes: lanesOf('wire'), workload: quick });
    await expect(run.finished).rejects.toThrow(/neither UNLINK nor DEL.*roundtrip acl/);
    expect(await redis.dbsize()).toBe(0);
  });
});

describe.concurrent('a server that closes connections', () => {
  test('which are idle: lanes survive the turns of the others', async () => {
    // A connection is closed two to three seconds after its last command: never in the moment in which a turn begins.
    const { open } = await serverWith('--timeout', '2');
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('one-by-one', 'wire', 'pipeline@node-redis'),
      workload: { ...quick, durationMs: 8000 },
      schedule: { sliceMs: 4000 },
      network: { rttMs: 1 },
    });
    const { lanes } = await run.finished;
    for (const lane of lanes) {
      expect([lane.id, lane.state, lane.failed]).toEqual([lane.id, 'completed', 0]);
      expect(lane.roundTrip?.during?.samples).toBeGreaterThan(4);
      expect(lane.server.calls).not.toBeNull();
    }
  });

  test.each([
    [
      'whose replies take too much memory: the limit is named',
      ['--client-output-buffer-limit', 'normal 100kb 0 0'],
      { commands: ['get' as const], dataSize: 100_000, keyspace: 10, pipeline: 500, clients: 1 },
      /more than 100 KiB of replies wait \(client-output-buffer-limit\)/,
    ],
    [
      'which are idle, within the turn of a lane: the limit is named',
      ['--timeout', '1'],
      { commands: ['get' as const], rps: 2, clients: 10, pipeline: 1, durationMs: 5000, keyspace: 10 },
      /idle for 1 s \(timeout\)/,
    ],
  ])('%s', async (_, words, workload, reason) => {
    const { open } = await serverWith(...words);
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('pipeline'),
      workload: { ...quick, ...workload },
      schedule: { sliceMs: 5000 },
    });
    const { lanes } = await run.finished;
    expect(lanes[0]?.state).toBe('failed');
    expect(lanes[0]?.error?.message).toMatch(reason);
    expect(lanes[0]?.error?.message).toContain('The server is running');
  });
});

const manyBytes = { commands: ['get' as const], dataSize: 100_000, keyspace: 10, pipeline: 500, clients: 1 };

test.concurrent(
  'GLIDE connects again by itself: its silence is explained by the limit of the server',
  async () => {
    const { open } = await serverWith('--client-output-buffer-limit', 'normal 100kb 0 0');
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('pipeline@glide'),
      workload: { ...quick, ...manyBytes, timeoutMs: 1000 },
    });
    const { lanes } = await run.finished;
    expect(lanes[0]?.error?.message).toMatch(
      /^timeout: no reply for 1000 ms\. The server is running: .*client-output-buffer-limit/,
    );
  },
);

test.concurrent(
  'a server that closes the connection that fills its keys is named with its limit',
  async () => {
    const { open } = await serverWith('--maxmemory-clients', '1mb');
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('one-by-one'),
      workload: { ...quick, ...manyBytes, keyspace: 100 },
    });
    await expect(run.finished).rejects.toThrow(
      /lost while keys were written that commands read\. The server is running: .*\(maxmemory-clients\)/,
    );
  },
);

test.concurrent(
  'more connections than it takes are refused, also where each command has its own',
  async () => {
    const { open } = await serverWith('--maxclients', '20');
    const { run } = begin(await open(), {
      target: 'url',
      lanes: lanesOf('one-by-one'),
      workload: { ...quick, keepalive: false, clients: 25 },
    });
    await expect(run.finished).rejects.toThrow(
      /1 lane × 25 connections .* allows 20 \(maxclients\): use -c 17/,
    );
  },
);

test.concurrent('one server under two names counts the lanes of a race together', async () => {
  const { open, port } = await serverWith();
  const named = await openTarget(`redis://localhost:${port}`);
  const other = { ...named, description: { ...named.description, id: 'other' } };
  const { run } = begin(
    await open(),
    {
      target: 'url',
      lanes: [{ strategy: 'one-by-one' }, { id: 'there', strategy: 'wire', target: 'other' }],
      workload: quick,
      schedule: { mode: 'race' },
    },
    { others: [other] },
  );
  const { lanes } = await run.finished;
  expect(lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
});

test.concurrent('a server that stalls between slices is a warning', async () => {
  const { redis, open } = await serverWith('--enable-debug-command', 'yes');
  const stalling = begin(
    await open(),
    {
      target: 'url',
      lanes: lanesOf('wire'),
      workload: { ...quick, warmupMs: 100 },
      schedule: { settleMs: 200 },
    },
    {
      around: async (_slice, carryOut) => {
        redis.call('DEBUG', 'SLEEP', '1.3').catch(() => undefined);
        await carryOut();
      },
    },
  );
  const { warnings } = await stalling.run.finished;
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'server-stalled' }));
});
