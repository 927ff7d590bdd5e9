import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { startOf } from '../../../server/redis/private/leftovers.ts';
import { eventually } from '../../support/eventually.ts';
import { startBuilt, type BuiltServer } from '../../support/start-built.ts';

const plan = (target: string, durationMs: number) => ({
  target,
  lanes: [{ strategy: 'pipeline' }],
  workload: { durationMs, warmupMs: 0, clients: 2, keyspace: 3000 },
  schedule: { sliceMs: 250 },
});

/** Process ids of the private servers, by the files that they write. */
const pidsOf = ({ folder }: BuiltServer) =>
  readdirSync(folder).map((name) => Number(readFileSync(join(folder, name, 'redis.pid'), 'utf8')));

test('slots are moved over HTTP only in a run on the private cluster, which is there from its first run to the end of the server', async () => {
  const server = startBuilt(['--port', '0']);
  const url = await server.url;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(new URL(path, url), {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const start = async (document: unknown) => {
    const response = await ask('POST', '/api/runs', document);
    const started: unknown = await response.json();
    expect(response.status, JSON.stringify(started)).toBe(201);
    return (started as { id: string }).id;
  };
  const moveSlots = () => ask('POST', '/api/runs/current/slot-moves');

  const withoutRun = await moveSlots();
  expect(withoutRun.status).toBe(409);
  expect(await withoutRun.json()).toEqual({
    error: { code: 'no_run', message: 'No run is in progress in which slots could be moved.' },
  });

  const elsewhere = await start(plan('embedded', 60_000));
  const withoutSlots = await moveSlots();
  expect(withoutSlots.status).toBe(400);
  const { error } = (await withoutSlots.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('invalid_input');
  expect(error.message).toContain('slots can only be moved in the private cluster (target "cluster")');
  expect(await (await ask('DELETE', '/api/runs/current')).json()).toEqual({ id: elsewhere, ended: true });
  expect(pidsOf(server)).toHaveLength(1);

  const id = await start(plan('cluster', 2000));
  const pids = pidsOf(server);
  expect(pids.map(startOf)).not.toContain(null);
  expect(pids).toHaveLength(4);
  const moved = await moveSlots();
  expect(moved.status).toBe(202);
  expect(await moved.text()).toBe('');
  const resultOf = () => ask('GET', `/api/runs/${id}`);
  await eventually('a result', async () => (await resultOf()).status === 200);
  const result = (await (await resultOf()).json()) as Result;
  expect(result).toMatchObject({ state: 'completed', warnings: [], lanes: [{ countsAgree: true }] });
  const masters = result.lanes[0]?.server.cluster?.nodes.map(({ name }) => name);
  expect(masters).toHaveLength(3);
  expect(result.slotsMoved).toHaveLength(1);
  const [move] = result.slotsMoved ?? [];
  expect(masters).toEqual(expect.arrayContaining([move?.from, move?.to]));
  expect(move?.from).not.toBe(move?.to);
  expect(move?.keys).toBeGreaterThan(0);

  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(pids.map(startOf)).toEqual([null, null, null, null]);
  expect(readdirSync(server.folder)).toEqual([]);
});
