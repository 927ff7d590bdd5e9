import { expect, test } from 'vitest';
import type { Sample } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

async function measure(plan: PlanInput) {
  const samples: Sample[] = [];
  const run = startRun(
    { plan: parsePlan(plan), target: embedded().target },
    {
      onEvent: (event) => {
        if (event.type === 'sample') samples.push(event.sample);
      },
    },
  );
  return { samples, result: await run.finished };
}

test('every sample has what another client waited beside long scripts', async () => {
  const { samples, result } = await measure({
    lanes: [{ strategy: 'lua' }],
    workload: { warmupMs: 0, durationMs: 2400, clients: 1, pipeline: 50_000, dataSize: 10, keyspace: 1000 },
    schedule: { sliceMs: 2400 },
    bystander: { rps: 200 },
  });
  const during = result.lanes[0]?.bystander?.latencyMs ?? { min: NaN, max: NaN };
  expect(samples.length).toBeGreaterThan(1);
  for (const figures of [result.bystander, result.lanes[0]?.bystander]) {
    const { sendLagMs, waitMs, latencyMs } = figures ?? {};
    expect(sendLagMs?.min).toBeGreaterThan(0);
    expect((sendLagMs?.mean ?? NaN) + (waitMs?.mean ?? NaN)).toBeCloseTo(latencyMs?.mean ?? NaN, 1);
  }
  // On a busy machine a script may take longer than the time between two samples: nothing was answered before the first.
  const known = samples.flatMap(({ bystanderP99Ms }) => bystanderP99Ms ?? []);
  expect(known.length).toBeGreaterThan(0);
  for (const p99Ms of known) {
    expect(p99Ms).toBeGreaterThanOrEqual(during.min);
    expect(p99Ms).toBeLessThanOrEqual(during.max);
  }
});
