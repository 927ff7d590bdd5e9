import { parentPort, workerData } from 'node:worker_threads';
import { openAdmin } from '../../redis/connection/connect.ts';
import type { FromAtomicityProbe, AtomicityProbeOptions } from './atomicity-probe.ts';

/** The thread of an atomicity probe: reads the keys again and again, from "ready" until it is told to stop. */
const { endpoint, keys } = workerData as AtomicityProbeOptions;
const port = parentPort;
if (!port) throw new Error('this is the entry of a worker thread');
const post = (message: FromAtomicityProbe) => {
  port.postMessage(message);
};

const told = new AbortController();
port.once('message', () => {
  told.abort();
});
const redis = await openAdmin({ endpoint });
try {
  post({ type: 'ready' });
  let [looks, halfDone] = [0, 0];
  while (!told.signal.aborted) {
    const values = await redis.mget([...keys]);
    looks++;
    if (values.some((value) => value !== values[0])) halfDone++;
  }
  post({ type: 'looked', looks, halfDone });
} finally {
  redis.disconnect();
}
