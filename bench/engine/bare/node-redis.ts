import { createClient } from '@redis/client';
import { anyKey, inBatches, inFlight, oneByOne, type ConnectBare } from './loops.ts';

export const connectNodeRedisBare: ConnectBare = async ({ host = 'localhost', port = 6379 }, strategy) => {
  const client = createClient({ socket: { host, port }, commandOptions: { timeout: 0 } });
  client.on('error', () => undefined);
  await client.connect();
  const single = oneByOne((key, value) => client.set(key, value));
  switch (strategy) {
    case 'pipeline':
    case 'multi':
      return inBatches(({ keys, payload, batchSize }) => {
        const queue = client.multi();
        for (let index = 0; index < batchSize; index++) queue.set(anyKey(keys), payload);
        return strategy === 'multi' ? queue.exec() : queue.execAsPipeline();
      });
    case 'multi-key':
      return inBatches(({ keys, payload, batchSize }) => {
        const pairs: string[] = [];
        for (let index = 0; index < batchSize; index++) pairs.push(anyKey(keys), payload);
        return client.mSet(pairs);
      });
    default:
      return strategy === 'one-by-one' ? single : inFlight(single);
  }
};
