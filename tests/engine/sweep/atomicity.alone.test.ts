import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { tryAtomicity } from '../../../server/engine/sweep/atomicity.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();
const strategies = ['auto-pipeline', 'pipeline', 'multi', 'multi-key', 'lua', 'wire'];

const planOf = (...names: string[]) =>
  parsePlan({
    workload: { durationMs: 500, warmupMs: 0, pipeline: 5000, dataSize: 1000, clients: 1 },
    lanes: names.map((strategy) => ({ strategy })),
  });

test('shows which batches another client sees half done, and what one failing command does to the others', async () => {
  const findings = await tryAtomicity(planOf(...strategies), embedded().target, new AbortController().signal);
  const found = new Map(findings.map((finding) => [finding.strategy, finding]));
  expect([...found.keys()]).toEqual(strategies);
  for (const finding of findings) {
    expect(finding.batches).toBeGreaterThan(0);
    expect(finding.looks).toBeGreaterThan(0);
    expect(finding.failing).toMatchObject(
      finding.strategy === 'multi-key'
        ? { command: 'set', refused: 0, failure: null, othersDone: 4999, listKept: false }
        : { command: 'append', refused: 1, failure: 'WRONGTYPE', othersDone: 4999, listKept: true },
    );
  }
  expect(found.get('pipeline')?.halfDone).toBeGreaterThan(0);
  for (const atomic of ['multi', 'multi-key', 'lua']) expect(found.get(atomic)?.halfDone, atomic).toBe(0);
});

describe('its keys', () => {
  test('are gone afterwards, also when it is stopped, and others stay', async () => {
    const { target } = embedded();
    const redis = new Redis({ ...target.endpoint, lazyConnect: false });
    try {
      await redis.set('somebody:else', '1');
      const stopping = new AbortController();
      setTimeout(() => {
        stopping.abort();
      }, 200);
      const plan = planOf('pipeline', 'multi', 'lua');
      for (const lane of plan.lanes) lane.workload.durationMs = 600_000;
      const findings = await tryAtomicity(plan, target, stopping.signal);
      expect(findings.map(({ strategy }) => strategy)).toEqual(['pipeline']);
      expect(await redis.keys('*')).toEqual(['somebody:else']);
    } finally {
      await redis.del('somebody:else');
      redis.disconnect();
    }
  });
});
