import { Redis } from 'ioredis';
import { parentPort, workerData } from 'node:worker_threads';
import { connectionOptions } from '../../redis/connect.ts';
import type { Endpoint } from '../../redis/target.ts';
import { bareLoops, type BareOptions } from './bare-loops.ts';

export interface BareTask extends BareOptions {
  strategy: string;
  endpoint: Endpoint;
  clients: number;
}

const port = parentPort;
const { strategy, endpoint, clients, ...options } = workerData as BareTask;
const loop = bareLoops[strategy];
if (!port || !loop) throw new Error(`no bare loop for "${strategy}"`);

const redises = await Promise.all(
  Array.from({ length: clients }, async () => {
    const redis = new Redis({
      ...connectionOptions(endpoint),
      enableAutoPipelining: strategy === 'auto-pipeline',
      noDelay: strategy !== 'nagle',
    });
    await redis.connect();
    return redis;
  }),
);

port.on('message', (durationMs: number) => {
  let over = false;
  setTimeout(() => {
    over = true;
  }, durationMs);
  const startedAt = performance.now();
  void Promise.all(redises.map((redis) => loop(redis, options, () => over))).then((counts) => {
    const sent = counts.reduce((sum, count) => sum + count, 0);
    port.postMessage((sent * 1000) / (performance.now() - startedAt));
  });
});
port.postMessage(0);
