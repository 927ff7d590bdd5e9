import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guarded } from '../../server/profile/process/never-throws.ts';
import { recordTrips, TooManyTrips, trips } from '../../server/profile/program.ts';
import { useEmbedded } from '../support/embedded.ts';

const embedded = useEmbedded();
const port = () => embedded().target.endpoint.port ?? 0;
const keys = ['a', 'b', 'c', 'd', 'e'];

let redis: Redis;
let auto: Redis;
const clientOf = () => createClient({ url: `redis://127.0.0.1:${port()}` });
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  redis = new Redis(port());
  auto = new Redis(port(), { enableAutoPipelining: true });
  client = clientOf();
  await Promise.all([client.connect(), redis.ping(), auto.ping()]);
});
afterAll(async () => {
  redis.disconnect();
  auto.disconnect();
  await client.close();
});

async function oneByOne() {
  for (const key of keys) await redis.get(key);
}

const cases: [what: string, act: () => unknown, trips: number, commands: number][] = [
  ['one after another', oneByOne, 5, 5],
  ['side by side', () => Promise.all(keys.map((key) => redis.get(key))), 1, 5],
  ['a pipeline', () => redis.pipeline(keys.map((key) => ['get', key])).exec(), 1, 5],
  ['a transaction', () => redis.multi().set('a', 1).incr('a').exec(), 1, 4],
  ['auto-pipelining', () => Promise.all(keys.map((key) => auto.get(key))), 1, 5],
  ['a Lua script', () => redis.eval('return 1', 0), 1, 1],
  ['a command that fails', () => redis.lpush('a', 1).catch(() => null), 1, 1],
  ['no command', () => 1, 0, 0],
  ['what waits for nobody', () => void redis.get('a'), 0, 1],
  ['what connections say of themselves', () => redis.client('ID'), 0, 0],
  [
    'node-redis, one after another',
    async () => {
      for (const key of keys) await client.get(key);
    },
    5,
    5,
  ],
  ['node-redis, side by side', () => Promise.all(keys.map((key) => client.get(key))), 1, 5],
  ['a transaction of node-redis', () => client.multi().set('a', '1').incr('a').exec(), 1, 4],
  [
    'both libraries',
    async () => {
      await redis.get('a');
      await client.get('b');
    },
    2,
    2,
  ],
];

test.each(cases)('%s', async (_what, act, count, commands) => {
  expect(await recordTrips(act)).toMatchObject({ trips: count, commands });
  expect(await trips(act)).toBe(count);
});

test('lines are named with their commands and trips, and what the function gave is there', async () => {
  const { lines, result } = await recordTrips(async () => {
    const [, there] = await Promise.all([oneByOne(), redis.exists('none')]);
    return there;
  });
  expect(result).toBe(0);
  expect(lines).toEqual([
    { file: 'tests/profile/trips.real.test.ts', line: 32, column: 39, command: 'GET', commands: 5, trips: 5 },
    expect.objectContaining({ command: 'EXISTS', commands: 1, trips: 1 }),
  ]);
});

test('more trips than allowed are an error that names the lines', async () => {
  await expect(trips(oneByOne, { max: 5 })).resolves.toBe(5);
  const error: unknown = await trips(oneByOne, { max: 3 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TooManyTrips);
  expect(error).toMatchObject({ trips: 5, max: 3, lines: [{ line: 32 }] });
  expect((error as Error).message).toBe(
    '5 round trips, at most 3 allowed:\n  tests/profile/trips.real.test.ts:32:39  5 × GET in 5 round trips',
  );
});

test('a call within another one counts for both, and calls side by side each for itself', async () => {
  const inner: number[] = [];
  const outer = trips(async () => {
    await redis.get('a');
    inner.push(await trips(oneByOne));
    await redis.get('b');
  });
  const others = await Promise.all([trips(() => redis.get('c')), trips(oneByOne), outer]);
  expect([...others, ...inner]).toEqual([1, 5, 7, 5]);
});

test('other work that sends meanwhile is not counted', async () => {
  const stopping = new AbortController();
  const other = (async () => {
    while (!stopping.signal.aborted) await redis.get('other');
  })();
  expect(await trips(() => sleep(20))).toBe(0);
  expect(await trips(oneByOne)).toBe(5);
  stopping.abort();
  await other;
});

test('what a function leaves behind belongs to the call around it, or to none', async () => {
  let late = Promise.resolve();
  const leave = () => {
    late = sleep(10).then(oneByOne);
  };
  expect(await trips(leave)).toBe(0);
  expect(await trips(() => late)).toBe(0);
  expect(
    await trips(async () => {
      await trips(leave);
      await late;
    }),
  ).toBe(5);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('of the handler');
    },
  ],
  [
    'rejects',
    () =>
      redis.get('a').then(() => {
        throw new Error('of the handler');
      }),
  ],
])('what a function %s is passed on, and nothing is recorded any more', async (_how, act) => {
  await expect(trips(act, { max: 0 })).rejects.toThrow(/^of the handler$/);
  expect(await trips(oneByOne)).toBe(5);
});

test('a fault of the recorder leaves no count that could pass', async () => {
  const fault = guarded(() => {
    throw new TypeError('PlantedSecret');
  });
  await expect(trips(fault)).rejects.toThrow(/^trips: recording failed \(TypeError\)/);
  expect(await trips(oneByOne)).toBe(5);
});

describe('a server in this process', () => {
  let address = '';
  const server = createServer((request, response) => {
    void (request.url === '/cart' ? oneByOne() : redis.get('a')).then(() => response.end('read'));
  });
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          resolve();
        });
      }),
  );
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const asked = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get(address + path, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  const fetched = async (path: string) => (await fetch(address + path)).text();

  test.each([
    ['http.get', asked],
    ['fetch', fetched],
  ])('counts for those that ask it by %s', async (_how, ask) => {
    const others = Promise.all([ask('/cart'), ask('/cart')]);
    expect(await Promise.all([trips(() => ask('/cart')), trips(() => ask('/front'))])).toEqual([5, 1]);
    await others;
    // The same connection serves somebody else.
    const other = sleep(5).then(async () => ask('/cart'));
    expect(await trips(() => sleep(60))).toBe(0);
    await other;
  });
});

test.each([
  [
    'no function',
    () => trips(redis.get('a') as never),
    'trips: give it a function, as in trips(() => handler(request))',
  ],
  [
    'no number',
    () => trips(oneByOne, { max: NaN }),
    'trips: max is a number of round trips, as in { max: 3 }, not NaN',
  ],
])('%s is refused', async (_what, call, message) => {
  await expect(call()).rejects.toThrow(message);
});
