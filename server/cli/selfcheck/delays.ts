import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { formatMs } from '../../../shared/words/format.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import type { EmbeddedServer } from '../../redis/private/embedded.ts';
import { finding, measure, type Selfcheck } from './check.ts';
import { openAdmin } from '../../redis/connection/connect.ts';

const delayMs = 5;
const toleranceMs = 0.2;
/** Seconds, in turns. */
const turns = 3;

/**
 * A command that takes 5 ms longer on the server must be seen to take as much longer as a witness sees it: a bare
 * socket that knows nothing of lanes. What the server's sleep and the waking up of both sides add, both see.
 */
export const knownDelay: Selfcheck = {
  question: `a delay of ${delayMs} ms`,
  async run(server) {
    const seen: number[] = [];
    const witnessed: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      witnessed.push((await witness(server, delayMs)) - (await witness(server, 0)));
      seen.push((await laneOf(server, delayMs)) - (await laneOf(server, 0)));
    }
    const [measured, known] = [median(seen), median(witnessed)];
    return [
      finding(
        'seen by a lane, by a bare socket',
        `${formatMs(measured)} ms, ${formatMs(known)} ms`,
        Math.abs(measured - known) <= toleranceMs && measured >= delayMs,
      ),
    ];
  },
};

/** Median latency, ms, of DEBUG SLEEP sent one by one for a second by a lane. */
async function laneOf(server: EmbeddedServer, sleepMs: number): Promise<number> {
  const { lanes } = await measure(server, {
    lanes: [{ strategy: 'one-by-one' }],
    workload: {
      commands: ['custom'],
      customCommand: `DEBUG SLEEP ${sleepMs / 1000}`,
      clients: 1,
      durationMs: 1000,
      warmupMs: 0,
    },
  });
  return lanes[0]?.latencyMs.command?.p50 ?? NaN;
}

/** The same without lanes. */
async function witness({ target: { endpoint } }: EmbeddedServer, sleepMs: number): Promise<number> {
  const { host = '127.0.0.1', port = 6379 } = endpoint;
  const socket = connect({ host, port, noDelay: true });
  try {
    await once(socket, 'connect');
    const latenciesMs: number[] = [];
    const endsAt = performance.now() + 1000;
    while (performance.now() < endsAt)
      latenciesMs.push(await timeOf(socket, `DEBUG SLEEP ${sleepMs / 1000}\r\n`));
    return median(latenciesMs);
  } finally {
    socket.destroy();
  }
}

async function timeOf(socket: Socket, line: string): Promise<number> {
  const startedAt = performance.now();
  socket.write(line);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  const tookMs = performance.now() - startedAt;
  if (String(reply) !== '+OK\r\n') throw new Error(`DEBUG SLEEP was answered with ${String(reply)}`);
  return tookMs;
}

const stallMs = 200;
const everyMs = 1000;

/** A server that stalls must show in the response time of an open loop; in service time it hides. */
export const stalls: Selfcheck = {
  question: `a server that stalls ${stallMs} ms every second`,
  async run(server) {
    const { closed, open } = await whileStalling(server, async () => ({
      closed: await measure(server, { lanes: [{ strategy: 'one-by-one' }], workload }),
      open: await measure(server, {
        lanes: [{ strategy: 'one-by-one' }],
        workload: { ...workload, rps: 200 },
      }),
    }));
    const service = closed.lanes[0]?.latencyMs.command?.p95 ?? NaN;
    const response = open.lanes[0]?.latencyMs.response?.p95 ?? NaN;
    return [
      finding('closed loop, service time p95', `${formatMs(service)} ms`, service < stallMs / 4),
      finding('open loop, response time p95', `${formatMs(response)} ms`, response > stallMs / 4),
    ];
  },
};

const workload = { clients: 1, durationMs: 5000, warmupMs: 500 };

async function whileStalling<T>(server: EmbeddedServer, work: () => Promise<T>): Promise<T> {
  const redis = await openAdmin(server.target);
  const timer = setInterval(() => void redis.call('DEBUG', 'SLEEP', String(stallMs / 1000)), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    redis.disconnect();
  }
}
