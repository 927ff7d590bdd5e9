import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { quick, slices } from './begin-run.ts';
import { carryOut, tune, turnOf } from './carry-out.ts';

const embedded = useEmbedded();

test('A change of the network starts the round trip again, which has no warm-up in it either', async () => {
  const { lane } = await carryOut(
    embedded().target,
    {
      network: { rttMs: 500 },
      lanes: [{ strategy: 'one-by-one' }],
      workload: { ...quick, warmupMs: 200, durationMs: 400 },
      schedule: slices,
    },
    [turnOf('one-by-one', 1), tune({ network: { rttMs: 10, jitterMs: 0 } })],
  );
  const { before, during } = lane('one-by-one').roundTrip ?? {};
  expect(before?.medianMs).toBeGreaterThan(500);
  expect(during?.medianMs).toBeGreaterThan(10);
  expect(during?.medianMs).toBeLessThan(500);
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
