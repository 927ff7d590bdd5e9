import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { builtFile } from '../../server/built.ts';
import { RecordingProxy } from '../../server/profile/proxy/proxy.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * What reading costs a proxy: the throughput through `profile --listen`, as a share of that through a proxy that passes
 * bytes on and does nothing else. In turns; each proxy has a thread. Run what was built: npm run bench:profile
 */
interface ProxyTask {
  port: number;
  /** `null`: bytes alone. */
  share: number | null;
}

async function bareProxy(port: number): Promise<number> {
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port, noDelay: true });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const recordingProxy = (port: number, share: number): Promise<number> =>
  new RecordingProxy({
    ...{ listen: { host: '127.0.0.1', port: 0 }, certificate: null, password: null, share },
    ...{ upstream: { host: '127.0.0.1', port }, warn: () => undefined },
  }).listen();

async function compare(): Promise<void> {
  const values = scriptOptions({
    pairs: { type: 'string', default: '15' },
    'slice-ms': { type: 'string', default: '500' },
  });
  const [pairs, sliceMs] = [Number(values.pairs), Number(values['slice-ms'])];
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const loads = () =>
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' ');
  print(`Node ${process.version}, load ${loads()}; commands/s, SETs of 100 bytes; medians of ${pairs} pairs`);
  const server = await startEmbedded();
  const port = server.target.endpoint.port ?? 0;
  const threads: Worker[] = [];
  const startProxy = async (share: number | null): Promise<number> => {
    const worker = new Worker(builtFile('bench/profile/proxy.js'), { workerData: { port, share } });
    threads.push(worker);
    const [listening] = (await once(worker, 'message')) as [number];
    return listening;
  };
  try {
    print('                                 bare   recording   ratio (range)');
    for (const { connections, batch } of [
      { connections: 1, batch: 1 },
      { connections: 50, batch: 1 },
      { connections: 10, batch: 64 },
    ])
      for (const share of [0.03, 1]) {
        const ways = await Promise.all(
          [null, share].map(async (one) => openLoad(await startProxy(one), connections, batch)),
        );
        const [bare, recording] = ways;
        if (!bare || !recording) throw new Error('two ways were asked for');
        for (const way of ways) await way.run(sliceMs);
        const rates: [number, number][] = [];
        for (let pair = 0; pair < pairs; pair++) {
          const first = pair % 2 === 0 ? await bare.run(sliceMs) : null;
          const second = await recording.run(sliceMs);
          rates.push([first ?? (await bare.run(sliceMs)), second]);
        }
        const ratios = rates.map(([one, other]) => other / one).toSorted((a, b) => a - b);
        const quartile = (at: number) => (ratios[Math.floor(at * (ratios.length - 1))] ?? NaN).toFixed(2);
        const name = `${connections} × ${batch}, budget ${100 * share} %`;
        const figures = [0, 1].map((way) =>
          median(rates.map((pair) => pair[way] ?? NaN))
            .toFixed(0)
            .padStart(11),
        );
        print(
          `${name.padEnd(26)}${figures.join('')}    × ${median(ratios).toFixed(2)} (quartiles ${quartile(0.25)} – ${quartile(0.75)})`,
        );
        for (const way of ways) way.close();
        for (const thread of threads.splice(0)) await thread.terminate();
      }
    print(`load at the end ${loads()}`);
  } finally {
    for (const thread of threads) await thread.terminate();
    await server.stop();
  }
}

interface Load {
  /** Commands per second. */
  run(forMs: number): Promise<number>;
  close(): void;
}

const okBytes = '+OK\r\n'.length;

/** Connections without a client library: each sends the next batch when the last one is answered. */
async function openLoad(port: number, connections: number, batch: number): Promise<Load> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  return {
    run: async (forMs) => {
      const startedAt = performance.now();
      const counts = await Promise.all(
        sockets.map((socket, at) => send(socket, at, batch, startedAt + forMs)),
      );
      return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedAt)) * 1000;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function send(socket: Socket, number: number, batch: number, until: number): Promise<number> {
  const commands = Array.from({ length: batch }, (_, index) => {
    const key = `proxy:${number}:${index}`;
    return `*3\r\n$3\r\nSET\r\n$${key.length}\r\n${key}\r\n$100\r\n${'x'.repeat(100)}\r\n`;
  });
  const bytes = Buffer.from(commands.join(''));
  return new Promise((resolve) => {
    let [left, count] = [batch * okBytes, 0];
    const onData = (reply: Buffer) => {
      left -= reply.length;
      if (left > 0) return;
      count += batch;
      left = batch * okBytes;
      if (performance.now() < until) socket.write(bytes);
      else {
        socket.off('data', onData);
        resolve(count);
      }
    };
    socket.on('data', onData);
    socket.write(bytes);
  });
}

/** This module is the entry of the threads as well. */
if (isMainThread) await compare();
else if (parentPort) {
  const { port, share } = workerData as ProxyTask;
  parentPort.postMessage(share === null ? await bareProxy(port) : await recordingProxy(port, share));
}
