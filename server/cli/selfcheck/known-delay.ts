import { formatMs } from '../../../shared/format.ts';
import { openAdmin } from '../../redis/connect.ts';
import type { EmbeddedServer } from '../../redis/embedded.ts';
import { measure, type Check } from './check.ts';

const delayMs = 5;
const toleranceMs = 0.2;

/**
 * A command that takes about 5 ms on the server must be seen to take that much longer than one that takes none.
 * How long it really took is what the server's own clock says (usec of commandstats).
 */
export const knownDelay: Check = {
  id: 'delay',
  question: `a delay of ${delayMs} ms`,
  async run(server) {
    const none = await sleepFor(server, 0);
    const some = await sleepFor(server, delayMs / 1000);
    const known = some.serverMs - none.serverMs;
    const measured = some.measuredMs - none.measuredMs;
    return [
      {
        what: 'seen by the client, by the server',
        figure: `${formatMs(measured)} ms, ${formatMs(known)} ms`,
        passed: Math.abs(measured - known) <= toleranceMs,
      },
    ];
  },
};

/** Means, ms, of a lane that sends DEBUG SLEEP one by one. */
async function sleepFor(
  server: EmbeddedServer,
  seconds: number,
): Promise<{ measuredMs: number; serverMs: number }> {
  const before = await usage(server);
  const { lanes } = await measure(server, {
    lanes: [{ strategy: 'one-by-one' }],
    workload: {
      commands: ['custom'],
      customCommand: `DEBUG SLEEP ${seconds}`,
      clients: 1,
      durationMs: 2000,
      warmupMs: 0,
    },
  });
  const after = await usage(server);
  return {
    measuredMs: lanes[0]?.latencyMs.command?.mean ?? NaN,
    serverMs: (after.usec - before.usec) / (after.calls - before.calls) / 1000,
  };
}

async function usage(server: EmbeddedServer): Promise<{ calls: number; usec: number }> {
  const redis = await openAdmin(server.target);
  try {
    const [, calls = 0, usec = 0] =
      /cmdstat_debug:calls=(\d+),usec=(\d+)/.exec(await redis.info('commandstats')) ?? [];
    return { calls: Number(calls), usec: Number(usec) };
  } finally {
    redis.disconnect();
  }
}
