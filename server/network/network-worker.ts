import { parentPort, workerData } from 'node:worker_threads';
import type { FromNetwork, NetworkTask, ToNetwork } from './network.ts';
import { Forwarder } from './forwarder.ts';
import { Proxy } from './proxy.ts';
import { threadTimes } from './thread-times.ts';

if (!parentPort) throw new Error('network-worker is the entry of a worker thread');
const port = parentPort;
const { upstream, settings } = workerData as NetworkTask;
const post = (message: FromNetwork) => port.postMessage(message);

const proxy = settings ? new Proxy(upstream, settings) : new Forwarder(upstream);
port.on('message', (message: ToNetwork) => {
  if (message.type === 'tune') {
    if (proxy instanceof Proxy) proxy.tune(message.settings);
    post({ type: 'tuned' });
  } else if (message.type === 'cut')
    post({ type: 'cut', cut: proxy instanceof Proxy ? proxy.cut() : { connections: 0, bytes: 0 } });
  else if (message.type === 'times') post({ type: 'times', times: threadTimes() });
  else void proxy.close().then(() => port.close());
});
post({ type: 'listening', port: await proxy.listen() });
