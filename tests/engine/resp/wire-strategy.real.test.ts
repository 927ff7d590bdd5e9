import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock, type Clock } from '../../../server/engine/lane/clock.ts';
import { LaneLoop, type SliceEnd } from '../../../server/engine/lane/loop.ts';
import { summarise, total } from '../../../server/engine/latency/histogram.ts';
import { allocateLatencies, Recorder, viewLatencies } from '../../../server/engine/lane/recorder.ts';
import { SocketMeter } from '../../../server/engine/lane/socket-meter.ts';
import { strategy as wire } from '../../../server/engine/strategies/wire.ts';
import { openWire } from '../../../server/engine/resp/wire-connection.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();
const prefix = 'roundtrip:k3x9qm7q:a';
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(connectionOptions(embedded().target.endpoint));
  await redis.connect();
});
afterAll(() => {
  redis.disconnect();
});

/** A clock that moves while a command is drawn, 1 ms each, and stands still otherwise. */
function drawingClock(source: CommandSource): Clock {
  let drawn = 0;
  const [next, nextKey] = [source.next.bind(source), source.nextKey.bind(source)];
  vi.spyOn(source, 'next').mockImplementation(() => {
    drawn++;
    return next();
  });
  vi.spyOn(source, 'nextKey').mockImplementation(() => {
    drawn++;
    return nextKey();
  });
  return { ...systemClock, now: () => drawn };
}

interface LaneOptions {
  endpoint?: Endpoint;
  clockOf?: (source: CommandSource) => Clock;
}

/** A lane of raw sockets in this thread. */
async function openLane(
  workload: NonNullable<PlanInput['workload']>,
  { endpoint, clockOf = () => systemClock }: LaneOptions = {},
) {
  const plan = parsePlan({ workload, lanes: [{ strategy: 'wire' }] });
  const latencies = viewLatencies(allocateLatencies());
  const recorder = new Recorder(latencies);
  const meter = new SocketMeter();
  const source = new CommandSource({ workload: plan.workload, prefix, thread: 0, threads: 1 });
  const context = {
    endpoint: endpoint ?? embedded().target.endpoint,
    workload: plan.workload,
    source,
    meter,
    fault: (error: Error) => {
      throw error;
    },
  };
  const clients = await Promise.all(
    Array.from({ length: plan.workload.clients }, () => wire.connect(context)),
  );
  const loop = new LaneLoop({
    clock: clockOf(source),
    recorder,
    source,
    clients,
    batchSize: plan.workload.pipeline,
    places: clients.length,
  });
  const close = () => {
    for (const client of clients) client.close();
  };
  const run = (commands: number): Promise<SliceEnd> =>
    loop.run({ durationMs: null, commands, rps: null, backlog: 1000 });
  return { run, recorder, latencies, meter, close };
}

/** Runs this number of commands and closes the lane. */
async function send(
  commands: number,
  workload: NonNullable<PlanInput['workload']>,
  options: LaneOptions = {},
) {
  const lane = await openLane(workload, options);
  const end = await lane.run(commands);
  const wireFigures = lane.meter.figures();
  lane.close();
  return { ...lane, end, wireFigures };
}

const protocols = [2, 3] as const;
const calls = async (name: string) =>
  Number(
    new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(String(await redis.call('INFO', 'commandstats')))?.[1] ??
      0,
  );

describe.each(protocols)('the wire strategy in RESP%d', (resp) => {
  test('writes the very keys and values that the workload draws', async () => {
    await redis.flushall();
    const { recorder } = await send(40, {
      commands: ['set'],
      keyPattern: 'S',
      keyspace: 40,
      clients: 2,
      pipeline: 5,
      dataSize: 33,
      resp,
    });
    expect(recorder).toMatchObject({ completed: 40, failed: 0 });
    const keys = (await redis.keys('*')).sort();
    expect(keys).toHaveLength(40);
    expect(keys[0]).toBe(`${prefix}s00000`);
    expect(keys[39]).toBe(`${prefix}s00039`);
    const values = await redis.mget(keys);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toHaveLength(33);
  });

  test('tells keys that are there from keys that are not', async () => {
    await redis.flushall();
    for (let key = 0; key < 30; key++)
      await redis.set(`${prefix}s${String(key).padStart(5, '0')}`, 'x'.repeat(900));
    const { recorder } = await send(100, {
      commands: ['get'],
      keyPattern: 'S',
      keyspace: 100,
      clients: 1,
      pipeline: 16,
      resp,
    });
    expect(recorder).toMatchObject({ completed: 100, hits: 30, misses: 70 });
  });

  test('counts each error by its class and continues', async () => {
    await redis.flushall();
    await redis.set(`${prefix}l00001`, 'no list');
    const { recorder, end } = await send(50, {
      commands: ['lpush'],
      keyPattern: 'S',
      keyspace: 10,
      clients: 1,
      pipeline: 10,
      resp,
    });
    expect(recorder).toMatchObject({ completed: 45, failed: 5, failures: { WRONGTYPE: 5 } });
    expect(end.fatal).toBeNull();
  });

  test.each([
    { what: 'replies in replies', commands: ['custom'], customCommand: 'XRANGE __key__ - +' },
    { what: 'a map', commands: ['custom'], customCommand: 'HGETALL __key__' },
    { what: 'several keys', commands: ['mget'] },
    {
      what: 'a mix of all sorts',
      commands: ['set', 'get', 'lpush', 'lrange', 'sadd', 'zadd', 'hset', 'xadd'],
    },
    { what: 'payloads of many sizes', commands: ['set', 'get'], dataSizeRange: [1, 100_000] },
  ] satisfies (NonNullable<PlanInput['workload']> & { what: string })[])(
    'reads one reply for each command, also for $what',
    async ({ what: _, ...workload }) => {
      await redis.flushall();
      for (let key = 0; key < 20; key++) {
        // The keys of a custom command have the letter k.
        const name = `${prefix}k${String(key).padStart(5, '0')}`;
        if (workload.customCommand?.startsWith('XRANGE')) {
          await redis.xadd(name, '*', 'field', 'value', 'other', 'x');
          await redis.xadd(name, '*', 'field', 'value');
        } else await redis.hset(name, { a: '1', b: '2' });
      }
      const { recorder, latencies } = await send(600, {
        ...workload,
        keyspace: 20,
        clients: 3,
        pipeline: 16,
        resp,
      });
      expect(recorder).toMatchObject({ completed: 600, failed: 0, calls: 600 });
      expect(total(latencies.command)).toBe(600);
    },
  );

  test.each([
    { what: 'encoded ahead', commands: ['set'] as const },
    { what: 'encoded one by one', commands: ['set', 'get'] as const },
  ])(
    'counts a batch from its flush, and its commands from their calls before: $what',
    async ({ commands }) => {
      const { latencies } = await send(
        20_000,
        { commands: [...commands], clients: 1, pipeline: 5000, resp },
        { clockOf: drawingClock },
      );
      expect(total(latencies.batch)).toBe(4);
      expect(summarise(latencies.batch)?.max).toBeLessThan(1);
      // Each command counts from the middle of the 5000 draws, 2500 ms before the flush.
      expect(total(latencies.command)).toBe(20_000);
      const { min, max } = summarise(latencies.command) ?? {};
      for (const edge of [min, max]) expect(edge).toBeCloseTo(2500, -2);
    },
  );

  test('sends exactly what it says, which is what the server counts, in one write a batch', async () => {
    const before = await calls('incr');
    const { recorder, wireFigures } = await send(1000, {
      commands: ['incr'],
      clients: 3,
      pipeline: 50,
      resp,
    });
    expect(await calls('incr')).toBe(before + 1000);
    expect(recorder.calls).toBe(1000);
    expect(wireFigures.writes).toBe(20);
    expect(wireFigures.bytesOut).toBe(1000 * `*2\r\n$4\r\nINCR\r\n$26\r\n${prefix}c00000\r\n`.length);
  });
});

describe('the wire strategy and its connections', () => {
  test('counts what was outstanding when the server hangs up, and ends the slice', async () => {
    const lane = await openLane({ clients: 2, pipeline: 4, commands: ['ping'] });
    const run = lane.run(100_000_000);
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const end = await run;
    lane.close();
    expect(end.fatal).not.toBeNull();
    expect(lane.recorder.failures['connection lost']).toBeGreaterThan(0);
    expect(lane.recorder.failures['connection lost']).toBeLessThanOrEqual(8);
    expect(Object.keys(lane.recorder.failures)).toEqual(['connection lost']);
  });

  test('is refused with the reason when nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(openWire({ host: '127.0.0.1', port, db: 0 }, 3)).rejects.toThrow('ECONNREFUSED');
  });

  test.each(protocols)('logs in and chooses its database in RESP%d', async (resp) => {
    await redis.call('ACL', 'SETUSER', 'tester', 'on', '>right', '~*', '+@all');
    const { target } = embedded();
    const endpoint = { ...target.endpoint, username: 'tester', password: 'right', db: 3 };
    const lane = await openLane({ commands: ['set'], clients: 1, pipeline: 2, resp }, { endpoint });
    await lane.run(2);
    const clients = String(await redis.call('CLIENT', 'LIST'));
    lane.close();
    expect(lane.recorder).toMatchObject({ completed: 2, failed: 0 });
    expect(clients).toMatch(/ db=3 .* user=tester /);
  });

  test.each([
    { what: 'a wrong password', endpoint: { username: 'tester', password: 'wrong' }, says: /WRONGPASS/ },
    { what: 'a database that is not there', endpoint: { db: 9999 }, says: /DB index/ },
  ])('is refused with what Redis says to $what', async ({ endpoint, says }) => {
    await redis.call('ACL', 'SETUSER', 'tester', 'on', '>right', '~*', '+@all');
    for (const resp of protocols)
      await expect(openWire({ ...embedded().target.endpoint, ...endpoint }, resp)).rejects.toThrow(says);
  });

  test('is refused when the server hangs up during the handshake', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(openWire({ host: '127.0.0.1', port, db: 0 }, 3)).rejects.toThrow(
      'hung up during the handshake',
    );
    server.close();
  });
});
