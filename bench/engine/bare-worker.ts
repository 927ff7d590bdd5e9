import { parentPort, workerData } from 'node:worker_threads';
import type { ClientId } from '../../shared/contract/enums.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { processTimes, threadTimes } from '../../server/network/thread-times.ts';
import type { BareOptions, ConnectBare } from './bare/loops.ts';

export interface BareTask extends BareOptions {
  strategy: string;
  client: ClientId;
  endpoint: Endpoint;
  clients: number;
}

/** Commands per second, and per second of the thread's CPU time (NaN where the platform does not tell). */
export interface BareSlice {
  perSecond: number;
  perCpuSecond: number;
}

/** Each library is loaded where it is wanted. */
const connectors: Readonly<Record<ClientId, () => Promise<ConnectBare>>> = {
  ioredis: async () => (await import('./bare/ioredis.ts')).connectIoredisBare,
  'node-redis': async () => (await import('./bare/node-redis.ts')).connectNodeRedisBare,
  glide: async () => (await import('./bare/glide.ts')).connectGlideBare,
};

/** In a thread, or in a process where the library has threads of its own, as the lanes. */
const isProcess = parentPort === null;
const times = isProcess ? processTimes : threadTimes;
const post = (message: unknown) => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

async function begin({ strategy, client, endpoint, clients, ...options }: BareTask): Promise<void> {
  const connect = await connectors[client]();
  const loops = await Promise.all(Array.from({ length: clients }, () => connect(endpoint, strategy)));
  run = (durationMs) => {
    let over = false;
    setTimeout(() => {
      over = true;
    }, durationMs);
    const startedAt = performance.now();
    const before = times();
    void Promise.all(loops.map((loop) => loop(options, () => over))).then((counts) => {
      const sent = counts.reduce((sum, count) => sum + count, 0);
      const cpuMs = (times().cpuMs ?? NaN) - (before.cpuMs ?? NaN);
      const slice: BareSlice = {
        perSecond: (sent * 1000) / (performance.now() - startedAt),
        perCpuSecond: (sent * 1000) / cpuMs,
      };
      post(slice);
    });
  };
  post(0);
}

let run = (_durationMs: number): void => undefined;

if (parentPort) {
  parentPort.on('message', (durationMs: number) => {
    run(durationMs);
  });
  await begin(workerData as BareTask);
} else {
  process.on('disconnect', () => process.exit());
  process.on('message', (message: BareTask | number) => {
    if (typeof message === 'number') run(message);
    else void begin(message);
  });
}
