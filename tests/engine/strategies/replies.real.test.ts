import { expect, test } from 'vitest';
import { connectNodeRedis } from '../../../server/engine/clients/node-redis/connection.ts';
import { SocketMeter } from '../../../server/engine/lane/socket-meter.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { connectIoredis } from '../../../server/engine/strategies/ioredis-connection.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { clientIds } from '../../../shared/contract/enums.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

const planOf = (strategy: string, client: (typeof clientIds)[number], replies?: 'buffer') =>
  parsePlan({
    workload: {
      ...{
        commands: ['set', 'get'],
        ratio: [1, 1],
        data: 'random',
        requests: 100,
        warmupMs: 0,
        keyspace: 20,
      },
      ...{ clients: 2, pipeline: 5 },
      ...(replies ? { replies } : {}),
    },
    schedule: { settleMs: 0 },
    lanes: [{ strategy, client }],
  });

test.each(clientIds)('%s carries out its strategies with replies as Buffers', async (client) => {
  const ids = strategies.filter(({ id }) => !['noop', 'wire', 'nagle', 'concurrent', 'cached'].includes(id));
  for (const { id } of ids) {
    const plan = planOf(id, client, 'buffer');
    const [lane] = (await startRun({ plan, target: embedded().target }).finished).lanes;
    expect([id, lane?.commands, lane?.failures]).toEqual([id, 100, {}]);
  }
});

test.each([undefined, 'buffer'] as const)(
  'values that are no text are whole with replies: %s',
  async (replies) => {
    const { workload } = planOf('pipeline', 'ioredis', replies);
    const context = {
      endpoint: embedded().target.endpoint,
      workload,
      source: new CommandSource({ workload, prefix: 'x', thread: 0, threads: 1 }),
      meter: new SocketMeter(),
      fault: () => undefined,
    };
    const value = Buffer.from([255, 0, 254]);
    const redis = await connectIoredis(context);
    const { client } = await connectNodeRedis(context);
    await redis.set('k', value);
    const pipelined = await redis.pipeline().get('k').exec();
    const transaction = await redis.multi().get('k').exec();
    const read: unknown[] = [await redis.get('k'), pipelined?.[0]?.[1], transaction?.[0]?.[1]];
    read.push(await redis.call('GET', 'k'), await client.GET('k'), await client.sendCommand(['GET', 'k']));
    redis.disconnect();
    client.destroy();
    const isWhole = (reply: unknown) => Buffer.isBuffer(reply) && reply.equals(value);
    expect(read.map(isWhole)).toEqual(read.map(() => replies === 'buffer'));
  },
);
