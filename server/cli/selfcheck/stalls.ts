import { openAdmin } from '../../redis/connection/connect.ts';
import { formatMs } from '../../../shared/words/format.ts';
import type { EmbeddedServer } from '../../redis/private/embedded.ts';
import { measure, type Selfcheck } from './check.ts';

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
      {
        what: 'closed loop, service time p95',
        figure: `${formatMs(service)} ms`,
        passed: service < stallMs / 4,
      },
      {
        what: 'open loop, response time p95',
        figure: `${formatMs(response)} ms`,
        passed: response > stallMs / 4,
      },
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
