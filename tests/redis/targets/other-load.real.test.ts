import { expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { busyWarning } from '../../../server/redis/targets/other-load.ts';
import { probeTarget } from '../../../server/redis/targets/probe.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();
/** The private server as somebody else's. */
const target = () => targetFromUrl(`redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`);

const plan = parsePlan({
  lanes: [{ strategy: 'pipeline' }],
  workload: { durationMs: 100, warmupMs: 0, clients: 1, keyspace: 100 },
  schedule: { sliceMs: 100 },
});

/** Somebody who sends 50 commands every 10 ms. */
async function disturb(): Promise<void> {
  const redis = await openAdmin(embedded().target);
  const timer = setInterval(() => {
    for (let n = 0; n < 50; n++) redis.ping().catch(() => undefined);
  }, 10);
  onTestFinished(() => {
    clearInterval(timer);
    redis.disconnect();
  });
}

test('a quiet server is quiet: our own commands are not taken for those of others', async () => {
  expect((await probeTarget(target())).otherCommandsPerSecond).toBe(0);
  expect((await startRun({ plan, target: target() }).finished).warnings).toEqual([]);
});

test('a result says that others kept the server busy', async () => {
  await disturb();
  const { otherCommandsPerSecond } = await probeTarget(target());
  expect(otherCommandsPerSecond).toBeGreaterThan(1000);
  expect(otherCommandsPerSecond).toBeLessThan(6000);
  const { warnings } = await startRun({ plan, target: target() }).finished;
  expect(warnings).toEqual([{ code: 'server-busy', commandsPerSecond: expect.any(Number) as number }]);
});

test('a private server has nobody else', async () => {
  await disturb();
  expect((await probeTarget(embedded().target)).otherCommandsPerSecond).toBe(0);
});

test.each([
  [null, null],
  [99, null],
  [3200, { code: 'server-busy', commandsPerSecond: 3200 }],
])('%s commands per second: %j', (rate, warning) => {
  expect(busyWarning(rate)).toEqual(warning);
});
