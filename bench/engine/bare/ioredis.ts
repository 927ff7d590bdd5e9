import { Redis } from 'ioredis';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { anyKey, inBatches, inFlight, oneByOne, type BareLoop, type ConnectBare } from './loops.ts';

export const connectIoredisBare: ConnectBare = async (endpoint, strategy) => {
  const redis = new Redis({
    ...connectionOptions(endpoint),
    enableAutoPipelining: strategy === 'auto-pipeline',
    noDelay: strategy !== 'nagle',
  });
  await redis.connect();
  const single: BareLoop = oneByOne((key, value) => redis.set(key, value));
  const inPipelines = (open: () => ReturnType<Redis['pipeline']>) =>
    inBatches(async ({ keys, payload, batchSize }) => {
      const queue = open();
      for (let index = 0; index < batchSize; index++) queue.set(anyKey(keys), payload);
      // A program looks at every error as well.
      for (const [error] of (await queue.exec()) ?? []) if (error) throw error;
    });
  switch (strategy) {
    case 'pipeline':
      return inPipelines(() => redis.pipeline());
    case 'multi':
      return inPipelines(() => redis.multi());
    case 'multi-key':
      return inBatches(({ keys, payload, batchSize }) => {
        const pairs: string[] = [];
        for (let index = 0; index < batchSize; index++) pairs.push(anyKey(keys), payload);
        return redis.mset(pairs);
      });
    default:
      return strategy === 'one-by-one' ? single : inFlight(single);
  }
};
