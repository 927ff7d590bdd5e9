/** What a run says of speeds and times: nothing else may load the machine meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verdictInWords } from '../../support/reported.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { untilTold } from '../../support/until-told.ts';
import type { SliceHook } from '../../../server/engine/lane/turn.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();

test('finds what is known to be faster, and says by how much', async () => {
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, clients: 1, pipeline: 64, durationMs: 800 },
    schedule: slices,
  });
  const {
    comparisons: [comparison],
    lanes,
  } = await run.finished;
  expect(comparison?.outcome).toBe('faster');
  expect(comparison?.ratio).toBeGreaterThan(2);
  expect(comparison?.ci95?.[0]).toBeLessThanOrEqual(comparison?.ratio ?? 0);
  expect(comparison?.ci95?.[1]).toBeGreaterThanOrEqual(comparison?.ratio ?? Infinity);
  // 64 commands wait for the last of them.
  expect(comparison?.latency).toMatchObject({ kind: 'command', outcome: 'worse' });
  for (const { latencySlices, throughput } of lanes)
    expect(latencySlices?.p50Ms).toHaveLength(throughput?.slices.length ?? NaN);
});

test('the server’s CPU is a share of the time in which it had a load, whatever goes by before and after', async () => {
  const cpuWith = async (around: SliceHook) => {
    const plan = parsePlan({
      lanes: [{ strategy: 'wire' }],
      workload: { ...quick, warmupMs: 100, durationMs: 600, clients: 10, pipeline: 64 },
      schedule: { sliceMs: 200, settleMs: 200 },
    });
    const { lanes } = await startRun({ plan, target: embedded().target, around }).finished;
    return lanes[0]?.server.cpu ?? NaN;
  };
  const alone = await cpuWith((_slice, carryOut) => carryOut());
  const amongIdle = await cpuWith(async (_slice, carryOut) => {
    await sleep(200);
    await carryOut();
    await sleep(200);
  });
  // Half of the load is the settling moment before each slice.
  expect(alone).toBeLessThan(1.2);
  expect(amongIdle).toBeGreaterThan(0.6 * alone);
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
    expect(near?.latencyMs.command?.p50).toBeLessThan(20);
    expect(near?.roundTrip?.before.medianMs).toBeLessThan(20);
    expect(far?.verdict.bound).toBe('round-trip');
    expect(far && verdictInWords(far)).toMatch(/ms a trip \(p50\), where a PING alone takes 2\d\.\d+ ms/);
    for (const { lane, roundTripMs = NaN } of samples())
      if (lane === 'near') expect(roundTripMs).toBeLessThan(20);
      else expect(roundTripMs).toBeGreaterThan(20);
    expect((batched?.throughput?.median ?? 0) / (far?.throughput?.median ?? 1)).toBeGreaterThan(10);
    for (const lane of lanes) {
      expect(lane.countsAgree).toBe(true);
      expect(lane.server.cpu).toBeNull();
      expect(lane.server.reads).toBeNull();
    }
    for (const lane of lanes) expect(lane.proxy?.cpu).toBeGreaterThan(0);
    expect(batched?.perWrite?.segments).toBe(Math.ceil((batched?.perWrite?.bytes ?? 0) / 1460));
  });

  test('shows what auto-pipelining costs at a fixed rate: about one and a half round trips, plain about one', async () => {
    const measure = async () => {
      const { run } = begin(embedded().target, {
        // Long against what a busy machine adds.
        network: { rttMs: 20 },
        lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
        workload: { ...quick, clients: 1, pipeline: 100, rps: 2000, durationMs: 1000, warmupMs: 300 },
        schedule: { sliceMs: 500 },
      });
      const { lanes } = await run.finished;
      return lanes.map(
        ({ latencyMs }) => (latencyMs.response?.mean ?? NaN) / (lanes[0]?.roundTrip?.before.medianMs ?? NaN),
      );
    };
    // A machine that keeps the plain lane waiting for whole trips shows nothing of them.
    const [plain = NaN, auto = NaN] = await untilTold(measure, ([trips = NaN]) => trips < 2);
    expect(plain).toBeGreaterThan(0.9);
    expect(auto).toBeGreaterThan(plain + 0.25);
  });
});
