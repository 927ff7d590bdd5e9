import { formatMs } from '../../../shared/format.ts';
import { measure, type Check } from './check.ts';

const delayMs = 5;
const toleranceMs = 0.2;

/** A command that is known to take 5 ms on the server must be seen to take that much longer than one that takes none. */
export const knownDelay: Check = {
  id: 'delay',
  question: `a delay of ${delayMs} ms`,
  async run(server) {
    const median = async (seconds: number) => {
      const { lanes } = await measure(server, {
        lanes: [{ strategy: 'one-by-one' }],
        workload: {
          commands: ['custom'],
          customCommand: `DEBUG SLEEP ${seconds}`,
          clients: 1,
          durationMs: 2000,
          warmupMs: 300,
        },
      });
      return lanes[0]?.latencyMs.command?.p50 ?? NaN;
    };
    const measured = (await median(delayMs / 1000)) - (await median(0));
    return [
      {
        what: 'measured p50, less that of no delay',
        figure: `${formatMs(measured)} ms`,
        passed: Math.abs(measured - delayMs) <= toleranceMs,
      },
    ];
  },
};
