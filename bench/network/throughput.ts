import { Redis } from 'ioredis';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { connectionOptions } from '../../server/redis/connection/connect.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { builtFile } from '../../server/built.ts';

/** Connections that send pipelines from a thread of their own, as a lane does. */
export interface PipelineLoad {
  /** Commands per second. */
  run(forMs: number): Promise<number>;
  stop(): Promise<unknown>;
}

const connections = 10;
const batchSize = 64;
const payload = 'x'.repeat(100);

/** This module is the entry of its own thread as well. */
export async function pipelineThroughput(endpoint: Endpoint): Promise<PipelineLoad> {
  const worker = new Worker(builtFile('bench/network/throughput.js'), { workerData: endpoint });
  const answer = () => new Promise<number>((resolve) => worker.once('message', resolve));
  await answer();
  return {
    run: (forMs) => {
      worker.postMessage(forMs);
      return answer();
    },
    stop: () => worker.terminate(),
  };
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const redises = await Promise.all(
    Array.from({ length: connections }, async () => {
      const redis = new Redis(connectionOptions(workerData as Endpoint));
      await redis.connect();
      return redis;
    }),
  );
  port.on('message', (forMs: number) => {
    const startedAt = performance.now();
    void Promise.all(redises.map((redis) => load(redis, startedAt + forMs))).then((counts) => {
      const commands = counts.reduce((sum, count) => sum + count, 0);
      port.postMessage((commands / (performance.now() - startedAt)) * 1000);
    });
  });
  port.postMessage(0);
}

async function load(redis: Redis, until: number): Promise<number> {
  let commands = 0;
  for (; performance.now() < until; commands += batchSize) {
    const queue = redis.pipeline();
    for (let index = 0; index < batchSize; index++) queue.set(`network-benchmark:${index}`, payload);
    for (const [error] of (await queue.exec()) ?? []) if (error) throw error;
  }
  return commands;
}

if (!isMainThread && parentPort) await serve(parentPort);
