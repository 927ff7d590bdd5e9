import { Batch, GlideClient, Logger } from '@valkey/valkey-glide';
import { anyKey, inBatches, inFlight, oneByOne, type ConnectBare } from './loops.ts';

export const connectGlideBare: ConnectBare = async ({ host = 'localhost', port = 6379 }, strategy) => {
  Logger.setLoggerConfig('off');
  const client = await GlideClient.createClient({
    addresses: [{ host, port }],
    requestTimeout: 60_000,
    inflightRequestsLimit: 100_000,
  });
  const single = oneByOne((key, value) => client.set(key, value));
  switch (strategy) {
    case 'pipeline':
    case 'multi':
      return inBatches(({ keys, payload, batchSize }) => {
        const queue = new Batch(strategy === 'multi');
        for (let index = 0; index < batchSize; index++) queue.set(anyKey(keys), payload);
        return client.exec(queue, true);
      });
    case 'multi-key':
      return inBatches(({ keys, payload, batchSize }) => {
        const pairs: Record<string, string> = {};
        for (let index = 0; index < batchSize; index++) pairs[anyKey(keys)] = payload;
        return client.mset(pairs);
      });
    default:
      return strategy === 'one-by-one' ? single : inFlight(single);
  }
};
