import { describe, expect, onTestFinished, test } from 'vitest';
import { unknownServerFigures } from '../../../calibration/synthetic-result.ts';
import { shownOnTerminal, verdictInWords } from '../../support/reported.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { StandIn, type Info } from '../../support/scripted/stand-in.ts';

/** Answers what a run sends as a relative of Redis would, by its own INFO; resolves with the port. */
async function startRelative(info: Info): Promise<number> {
  const relative = await StandIn.start(info);
  onTestFinished(() => {
    relative.stop();
  });
  return relative.port;
}

describe('MSETEX', () => {
  const setex = (client: 'ioredis' | 'node-redis' = 'ioredis') =>
    parsePlan({
      lanes: [{ strategy: 'multi-key', client }],
      workload: { commands: ['setex'], requests: 40, pipeline: 8, warmupMs: 0, clients: 2, keyspace: 100 },
    });
  const info: Info = () => ['redis_version:8.4.0', 'redis_mode:standalone', 'role:master'].join('\r\n');

  test.each(['ioredis', 'node-redis'] as const)(
    'takes the place of SETEX in a batch of %s',
    async (client) => {
      const standIn = await StandIn.start(info, { hasMsetex: true });
      onTestFinished(() => {
        standIn.stop();
      });
      const target = targetFromUrl(`redis://127.0.0.1:${standIn.port}`);
      const [lane] = (await startRun({ plan: setex(client), target }).finished).lanes;
      expect(lane).toMatchObject({ commands: 40, failed: 0, effectiveBatch: 8 });
      expect(standIn.keys.size).toBe(0);
    },
  );

  test('is refused where the server has none, with what has it', async () => {
    const port = await startRelative(info);
    const target = targetFromUrl(`redis://127.0.0.1:${port}`);
    await expect(startRun({ plan: setex(), target }).finished).rejects.toThrow(
      'this server has no MSETEX, which Redis 8.4 and Valkey 9.1 have: choose pipeline',
    );
  });
});

const startedAt = performance.now();
/** Seconds of CPU, growing with time. */
const cpu = (share: number) => (((performance.now() - startedAt) / 1000) * share).toFixed(6);

/** Fields of INFO by family, as their users have posted them. */
const families = {
  dragonfly: (processed: number) => [
    '# Server',
    ...['redis_version:6.2.11', 'dragonfly_version:df-v1.23.0', 'redis_mode:standalone', 'thread_count:4'],
    '# Memory',
    ...['used_memory:3717324', 'maxmemory:10737418240'],
    '# Stats',
    `total_commands_processed:${processed}`,
    '# Replication',
    'role:master',
    '# CPU',
    // Its threads do the work; its main thread has next to none.
    ...[`used_cpu_sys:${cpu(1.5)}`, `used_cpu_user:${cpu(1.5)}`],
    ...[`used_cpu_sys_main_thread:${cpu(0.01)}`, `used_cpu_user_main_thread:${cpu(0.01)}`],
  ],
  keydb: (processed: number) => [
    '# Server',
    ...['redis_version:6.3.4', 'redis_mode:standalone', 'process_id:1', 'uptime_in_seconds:100'],
    '# Clients',
    ...['connected_clients:2', 'thread_0_clients:1', 'thread_1_clients:1'],
    '# Memory',
    ...['used_memory:908999', 'maxmemory:0'],
    '# Stats',
    ...[`total_commands_processed:${processed}`, 'total_net_input_bytes:1', 'total_net_output_bytes:1'],
    '# Replication',
    'role:master',
    '# CPU',
    ...[`used_cpu_sys:${cpu(1.2)}`, `used_cpu_user:${cpu(1.2)}`],
  ],
  'one that tells next to nothing': () => ['# Server', 'redis_version:7.0.0'],
};

test.each([
  ['dragonfly', { name: 'dragonfly', version: '1.23.0', mode: 'standalone' }, 3_717_324],
  ['keydb', { name: 'redis', version: '6.3.4', mode: 'standalone' }, 908_999],
  ['one that tells next to nothing', { name: 'redis', version: '7.0.0', mode: null }, null],
] as const)(
  'what INFO of %s lacks is missing in the result, never a wrong figure',
  async (family, server, memory) => {
    const port = await startRelative((processed) => families[family](processed).join('\r\n'));
    const plan = parsePlan({
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'wire' }],
      workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
      schedule: { sliceMs: 100 },
    });
    const result = await startRun({ plan, target: targetFromUrl(`redis://127.0.0.1:${port}`) }).finished;
    expect(result.state).toBe('completed');
    expect(result.environment.server).toEqual({ ...server, allocator: null });
    for (const lane of result.lanes) {
      expect(lane.commands).toBeGreaterThan(0);
      expect(lane).toMatchObject({ failed: 0, countsAgree: null });
      expect(lane.server).toEqual({ ...unknownServerFigures, usedMemoryBytes: memory });
      expect(verdictInWords(lane)).not.toMatch(/server \d|main thread|unknown|null|NaN/);
    }
    expect(shownOnTerminal({ result })).not.toMatch(/null|NaN|undefined/);
  },
);
