import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useEmbedded } from '../../support/embedded.ts';
import type { SliceHook } from '../../../server/engine/lane/turn.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { begin, quick } from './begin-run.ts';

const embedded = useEmbedded();

test('the server’s CPU is a share of the time in which it had a load, whatever happens before and after', async () => {
  const plan = parsePlan({
    lanes: [{ strategy: 'wire' }],
    workload: { ...quick, warmupMs: 0, durationMs: 600, clients: 10, pipeline: 64 },
    schedule: { sliceMs: 200, settleMs: 200 },
  });
  // Idle time that is twice as long as the load.
  const around: SliceHook = async (_slice, carryOut) => {
    await sleep(400);
    await carryOut();
    await sleep(400);
  };
  const admin = await openAdmin(embedded().target);
  onTestFinished(() => {
    admin.disconnect();
  });
  const cpuMs = async () => {
    const [, system = '', user = ''] =
      /used_cpu_sys_main_thread:([\d.]+)\s+used_cpu_user_main_thread:([\d.]+)/.exec(
        await admin.info('cpu'),
      ) ?? [];
    return 1000 * (Number(system) + Number(user));
  };
  const [before, startedAt] = [await cpuMs(), performance.now()];
  const { lanes } = await startRun({ plan, target: embedded().target, around }).finished;
  const ofWholeRun = ((await cpuMs()) - before) / (performance.now() - startedAt);
  expect(ofWholeRun).toBeGreaterThan(0);
  expect(lanes[0]?.server.cpu).toBeGreaterThan(1.2 * ofWholeRun);
});

describe('a network in between', () => {
  test('makes each trip longer, is measured, and hides what it would falsify', async () => {
    const { run, samples } = begin(embedded().target, {
      network: { rttMs: 20 },
      lanes: [
        { strategy: 'one-by-one' },
        { strategy: 'pipeline' },
        { id: 'near', strategy: 'one-by-one', network: {} },
      ],
      workload: { ...quick, clients: 1, durationMs: 500 },
      schedule: { sliceMs: 250 },
    });
    const { lanes, environment } = await run.finished;
    const [far, batched, near] = lanes;
    expect(environment.network).toBe('20 ms round trip');
    expect(far?.roundTrip?.before.medianMs).toBeGreaterThan(20);
    expect(far?.roundTrip?.during?.medianMs).toBeGreaterThan(20);
    expect(far?.latencyMs.command?.p50).toBeGreaterThan(20);
    // One of many trips is shorter than the delay that it does not have.
    expect(near?.latencyMs.command?.min).toBeLessThan(20);
    for (const { lane, roundTripMs = NaN } of samples())
      if (lane !== 'near') expect(roundTripMs).toBeGreaterThan(20);
    for (const lane of lanes) {
      expect(lane.countsAgree).toBe(true);
      expect(lane.server.cpu).toBeNull();
      expect(lane.server.reads).toBeNull();
    }
    for (const lane of lanes) expect(lane.proxy?.cpu).toBeGreaterThan(0);
    expect(batched?.perWrite?.segments).toBe(Math.ceil((batched?.perWrite?.bytes ?? 0) / 1460));
  });
});
