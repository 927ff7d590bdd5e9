import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SentCommands } from '../../../bench/agents/sent-commands.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { agentProcess, joinAgent, runByAgents, useServers } from './agents-of-a-test.ts';

const servers = useServers();

/** Loaded before an agent and before each of its threads: its wall clock and its monotonic clock are off by so much. */
function shiftedBy(seconds: number): NodeJS.ProcessEnv {
  const file = join(temporaryFolder(), 'shifted.cjs');
  writeFileSync(
    file,
    `const { hrtime } = process, { now } = Date;
     Date.now = () => now() + ${1000 * seconds};
     process.hrtime = (...before) => {
       const [s, ns] = hrtime(...before);
       return before.length > 0 ? [s, ns] : [s + ${seconds}, ns];
     };
     process.hrtime.bigint = () => hrtime.bigint() + ${seconds}000000000n;`,
  );
  return { NODE_OPTIONS: `--require ${file}` };
}

test.each([
  ['ahead', 1],
  ['behind', -1],
])(
  'an agent whose clocks are a second %s starts with the others, and its figures hold',
  async (_, seconds) => {
    const at = servers();
    await joinAgent(at, 'right');
    await agentProcess(at, 'wrong', shiftedBy(seconds));
    const sent = await SentCommands.watch(at.target);
    const { state, lanes, environment } = await runByAgents(at, {
      agents: 2,
      plan: {
        // One connection each: the server then sees when each of them begins.
        workload: { warmupMs: 0, clients: 2, keyspace: 100, rps: 200, durationMs: 2000 },
        schedule: { sliceMs: 2000 },
        lanes: [{ strategy: 'one-by-one' }],
      },
    }).finished;
    sent.end();
    const wrong = environment.agents?.find(({ name }) => name === 'wrong');
    // Half of the second that it is off tells it from a clock that is right.
    expect(Math.abs((wrong?.clockAheadMs ?? NaN) - 1000 * seconds)).toBeLessThan(500);
    const [lane] = lanes;
    expect([state, lane?.countsAgree]).toEqual(['completed', true]);
    // A busy machine leaves some to the next slice. A time that is a second off would make it 67 or 200.
    for (const { throughput } of lane?.agents?.each ?? [])
      expect(Math.abs(throughput - 100)).toBeLessThan(20);
    const first = new Map<string, number>();
    for (const { at, from } of sent.of(0, 0, Infinity).toReversed()) first.set(from, at);
    const begins = [...first.values()];
    expect(begins).toHaveLength(2);
    expect(Math.max(...begins) - Math.min(...begins)).toBeLessThan(1000);
  },
);
