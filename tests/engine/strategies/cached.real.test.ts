import { describe, expect, onTestFinished, test } from 'vitest';
import { Redis } from 'ioredis';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

async function lanesOf(
  workload: NonNullable<PlanInput['workload']>,
  ...strategies: string[]
): Promise<LaneResult[]> {
  const plan = parsePlan({
    lanes: strategies.map((strategy) => ({ strategy })),
    workload: { clients: 1, warmupMs: 0, keyspace: 10, keyPattern: 'S', ...workload },
  });
  return (await startRun({ plan, target: embedded().target }).finished).lanes;
}

describe('a cache in the client', () => {
  test('is asked for each key once, and counts what it answers apart from what the server is sent', async () => {
    const [lane] = await lanesOf({ commands: ['get'], requests: 100, clients: 2 }, 'cached');
    expect(lane?.client.library).toBe('node-redis');
    expect(lane).toMatchObject({ error: null, commands: 100, hitRate: 1, countsAgree: true });
    // Each of two connections draws every other key of ten.
    const { sent = NaN, answeredLocally = NaN } = lane?.cache ?? {};
    expect(sent + answeredLocally).toBe(100);
    expect(sent).toBeLessThanOrEqual(20);
    expect(lane?.effectiveBatch).toBe(1);
    expect(lane?.staleness).toBeUndefined();
  });

  test('hears of what another client writes; all lanes are written beside, and what is not cached is never stale', async () => {
    const [uncached, cached] = await lanesOf(
      { commands: ['get'], durationMs: 1000, writesPerSecond: 50, dataSize: 40 },
      'one-by-one',
      'cached',
    );
    for (const lane of [uncached, cached]) {
      expect(lane).toMatchObject({ error: null, failed: 0, countsAgree: true });
      expect(lane?.staleness?.reads).toBe(lane?.commands);
      expect(lane?.staleness?.writesPerSecond).toBeGreaterThan(0);
    }
    expect(uncached?.staleness).toMatchObject({ stale: 0, ageMicros: null });
    expect(cached?.cache?.invalidationsPerSecond).toBeGreaterThan(0);
    expect(cached?.cache?.answeredLocally).toBeGreaterThan(0);
  });

  test('fails with what a server says that does not track', async () => {
    const { target } = embedded();
    const admin = new Redis(connectionOptions(target.endpoint));
    await admin.connect();
    onTestFinished(async () => {
      await admin.acl('DELUSER', 'untracked');
      admin.disconnect();
    });
    await admin.acl('SETUSER', 'untracked', 'on', '>secret', '~*', '&*', '+@all', '-client|tracking');
    const plan = parsePlan({
      lanes: [{ strategy: 'cached' }],
      workload: { commands: ['get'], requests: 10, warmupMs: 0 },
    });
    const endpoint = { ...target.endpoint, username: 'untracked', password: 'secret' };
    const running = startRun({ plan, target: { ...target, endpoint } }).finished;
    await expect(running).rejects.toThrow(/client\|tracking/);
  });
});
