import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { quick, slices } from './begin-run.ts';
import { carryOut, tune, turnOf } from './carry-out.ts';

const embedded = useEmbedded();

describe('A change of the network', () => {
  test('is what the verdict goes by: 500 Mbit/s, then 1', async () => {
    const plan: PlanInput = {
      network: { bandwidthMbit: 500 },
      lanes: [{ strategy: 'pipeline' }],
      workload: { ...quick, pipeline: 16, dataSize: 1000, durationMs: 600 },
      schedule: { sliceMs: 300 },
    };
    const { lane } = await carryOut(embedded().target, plan, [
      turnOf('pipeline', 1),
      tune({ network: { rttMs: 0, jitterMs: 0, bandwidthMbit: 1 } }),
    ]);
    expect(lane('pipeline').verdict).toMatchObject({ bound: 'bandwidth', code: 'bandwidth', ofMbit: 1 });
  });

  test('begins the round trip anew, which has no warm-up in it either', async () => {
    const { lane } = await carryOut(
      embedded().target,
      {
        network: { rttMs: 150 },
        lanes: [{ strategy: 'one-by-one' }],
        workload: { ...quick, warmupMs: 200, durationMs: 400 },
        schedule: slices,
      },
      [turnOf('one-by-one', 1), tune({ network: { rttMs: 10, jitterMs: 0 } })],
    );
    const { before, during } = lane('one-by-one').roundTrip ?? {};
    expect(before?.medianMs).toBeGreaterThan(150);
    expect(during?.p99Ms).toBeGreaterThan(10);
    expect(during?.p99Ms).toBeLessThan(150);
  });
});

test('What another client waited is that of the settings that the figures are of', async () => {
  const pauseMs = 1200;
  const redis = new Redis(connectionOptions(embedded().target.endpoint));
  onTestFinished(() => {
    redis.disconnect();
  });
  await redis.connect();
  const { lane, samples } = await carryOut(
    embedded().target,
    {
      lanes: [{ strategy: 'pipeline' }],
      workload: quick,
      schedule: { sliceMs: 200 },
      bystander: { rps: 200 },
    },
    [
      turnOf('pipeline', 0),
      (run) => {
        // Whoever is served in this turn waits, and nobody after it.
        void redis.client('PAUSE', pauseMs, 'ALL');
        // Once it has begun to send.
        setTimeout(() => {
          run.tune({ pipeline: 1 });
        }, pauseMs / 4);
      },
    ],
  );
  expect(samples[0]?.bystanderP99Ms).toBeGreaterThan(pauseMs / 2);
  expect(lane('pipeline').bystander?.latencyMs?.max).toBeLessThan(pauseMs / 2);
});
