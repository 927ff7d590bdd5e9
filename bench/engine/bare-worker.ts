import { Redis } from 'ioredis';
import { parentPort, workerData } from 'node:worker_threads';
import { connectionOptions } from '../../server/redis/connection/connect.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { threadTimes } from '../../server/network/thread-times.ts';
import { bareLoops, type BareOptions } from './bare-loops.ts';

export interface BareTask extends BareOptions {
  strategy: string;
  endpoint: Endpoint;
  clients: number;
}

/** Commands per second, and per second of the thread's CPU time (NaN where the platform does not tell). */
export interface BareSlice {
  perSecond: number;
  perCpuSecond: number;
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
  const before = threadTimes();
  void Promise.all(redises.map((redis) => loop(redis, options, () => over))).then((counts) => {
    const sent = counts.reduce((sum, count) => sum + count, 0);
    const cpuMs = (threadTimes().cpuMs ?? NaN) - (before.cpuMs ?? NaN);
    const slice: BareSlice = {
      perSecond: (sent * 1000) / (performance.now() - startedAt),
      perCpuSecond: (sent * 1000) / cpuMs,
    };
    port.postMessage(slice);
  });
});
port.postMessage(0);
