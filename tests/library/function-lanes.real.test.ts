import { Socket } from 'node:net';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { InvalidInput, run, type ProgramContext } from '../../server/library/index.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { resultSchema } from '../../shared/contract/result.ts';
import { useEmbedded } from '../support/embedded.ts';

const embedded = useEmbedded();
const workload = { requests: 60, clients: 2, warmupMs: 0 };

const oneByOne = async (redis: Redis) => {
  for (const key of ['a', 'b', 'c']) await redis.get(key);
};
const together = (redis: Redis) => redis.pipeline().get('a').get('b').get('c').exec();
const ownClient = ({ url, prefix }: ProgramContext) => new Redis(url, { keyPrefix: prefix });

describe('functions of the caller', () => {
  test('are lanes, each with its units, and what one unit sends', async () => {
    const result = await run({
      workload,
      lanes: [
        { id: 'before', fn: oneByOne },
        { fn: together, connect: ownClient },
      ],
    });
    expect(resultSchema.parse(result)).toEqual(result);
    expect(result.lanes).toMatchObject([
      {
        id: 'before',
        label: 'oneByOne',
        commands: 60,
        perUnit: { commands: 3, trips: 3 },
        countsAgree: true,
      },
      { id: 'together', commands: 60, perUnit: { commands: 3, trips: 1 }, countsAgree: true },
    ]);
    expect(result.comparisons).toMatchObject([{ lane: 'together', baseline: 'before' }]);
    expect(result.warnings).toContainEqual({ code: 'lanes-in-caller' });
    expect(JSON.stringify(result)).not.toContain('redis.get');
  });

  test('keep lanes of strategies in their thread as well', async () => {
    const { lanes } = await run({ workload, lanes: [{ fn: together }, { strategy: 'pipeline' }] });
    expect(lanes.map(({ id, commands }) => [id, commands])).toEqual([
      ['together', 60],
      ['pipeline', 60],
    ]);
  });

  test('fail by name, and leave no key and no trace in the thread', async () => {
    const usual = Reflect.get(Socket.prototype, 'connect');
    const { endpoint } = embedded().target;
    const url = `redis://127.0.0.1:${endpoint.port ?? 0}`;
    const failing = run(
      {
        workload,
        lanes: [
          {
            id: 'job',
            fn: async (redis: Redis) => {
              await redis.set('k', 'v');
              throw new Error('no such item');
            },
          },
        ],
      },
      { url, yes: true },
    );
    await expect(failing).rejects.toThrow('no such item');
    const redis = await openAdmin({ endpoint });
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
    expect(Reflect.get(Socket.prototype, 'connect')).toBe(usual);
  });

  test('need a word more on a server that is not ours', async () => {
    const { endpoint } = embedded().target;
    const plan = { workload, lanes: [{ fn: together }] };
    const refused = run(plan, { url: `redis://127.0.0.1:${endpoint.port ?? 0}` });
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toThrow('say options.yes if that is meant');
  });
});
