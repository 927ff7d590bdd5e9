import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { capabilitiesOn } from '../../../server/engine/run/assert-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { kernelSupport } from '../../../server/redis/private/kernel-link.ts';
import { PrivateServer } from '../../../server/redis/private/private-server.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { privateTargets } from '../../../shared/contract/private-server.ts';
import { checkPlan } from '../../../shared/plan/check/check-plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const support = kernelSupport();
const laysLinks = support === 'bandwidth' || support === 'delay';

/** The kernel takes a card away some milliseconds after the server. */
async function vanishes(device: string | undefined): Promise<void> {
  if (device === undefined) throw new Error('the server has no link');
  await eventually(`${device} is gone`, () => !(device in networkInterfaces()));
}

/** A plan with a link of the kernel, its lanes sending 3000 bytes a command over one connection. */
const linked = (plan: Partial<PlanInput> = {}): PlanInput => ({
  network: { by: 'kernel' },
  lanes: [{ strategy: 'one-by-one' }],
  ...plan,
  workload: { warmupMs: 0, durationMs: 300, clients: 1, keyspace: 10, dataSize: 3000, ...plan.workload },
  schedule: { sliceMs: 200 },
});

async function carryOut(input: PlanInput) {
  const plan = parsePlan(input);
  const server = await PrivateServer.start({ root: temporaryFolder() });
  onTestFinished(() => server.stop());
  return { server, result: await startRun({ plan, target: server }).finished };
}

/** Where the kernel lays no links, a plan that wants one is refused with the reason; nothing else can be seen. */
async function refusedElsewhere(input: PlanInput): Promise<boolean> {
  if (laysLinks) return false;
  const reason = problemAt('network.by', { code: 'kernel-network', why: support });
  expect(checkPlan(parsePlan(input), capabilitiesOn(...privateTargets))).toEqual([reason]);
  const refused = carryOut(input).catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(InvalidInput);
  return true;
}

test('Commands of 3000 bytes take three packets each, and the server still tells its own figures', async () => {
  const plan = linked();
  if (await refusedElsewhere(plan)) return;
  const { server, result } = await carryOut(plan);
  const [lane] = result.lanes;
  expect(lane).toMatchObject({ state: 'completed', countsAgree: true, failed: 0 });
  // 3036 bytes in segments of 1448; the reply acknowledges them. PINGs and the handshake come on top.
  expect(lane?.link?.packetsOutPerCommand).toBeGreaterThanOrEqual(3);
  expect(lane?.link?.packetsOutPerCommand).toBeLessThan(4.5);
  expect(lane?.link?.packetsInPerCommand).toBeGreaterThanOrEqual(1);
  expect(lane?.server.commandsPerRead).not.toBeNull();
  expect(lane?.roundTrip?.during?.samples).toBeGreaterThan(0);
  expect(lane).not.toHaveProperty('proxy');
  const device = server.target.link?.device;
  expect(Object.keys(networkInterfaces())).toContain(device);
  await server.prepare();
  expect(server.target).not.toHaveProperty('link');
  await vanishes(device);
});

test('Commands that share a batch share packets', async () => {
  const plan = linked({ lanes: [{ strategy: 'wire' }], workload: { dataSize: 20, pipeline: 16 } });
  if (await refusedElsewhere(plan)) return;
  const { result } = await carryOut(plan);
  expect(result.lanes[0]?.link?.packetsOutPerCommand).toBeLessThan(0.5);
});

test('A bandwidth is kept, headers included, and is what the verdict names', async () => {
  const plan = linked({
    network: { by: 'kernel', bandwidthMbit: 2 },
    workload: { clients: 4, durationMs: 1000 },
  });
  if (await refusedElsewhere(plan)) return;
  const { result } = await carryOut(plan);
  const [lane] = result.lanes;
  expect(lane?.verdict.code).toBe('bandwidth');
  expect(lane?.link?.mbitOut).toBeLessThan(2.2);
});

test('TLS and a password go over the link as well, and the link is gone with its server', async () => {
  const plan = linked({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
    server: { tls: true, access: 'password' },
  });
  if (await refusedElsewhere(plan)) return;
  const { server, result } = await carryOut(plan);
  expect(result.lanes.map(({ state, countsAgree }) => [state, countsAgree])).toEqual([
    ['completed', true],
    ['completed', true],
  ]);
  await server.stop();
  await vanishes(server.target.link?.device);
});

test('A round trip is added where the kernel can delay packets, and refused where it cannot', async () => {
  const plan = linked({ network: { by: 'kernel', rttMs: 20 } });
  if (await refusedElsewhere(plan)) return;
  if (support === 'bandwidth') {
    const refused = await carryOut(plan).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidInput);
    expect(String(refused)).toContain('it has no netem');
    return;
  }
  const { result } = await carryOut(plan);
  expect(result.lanes[0]?.roundTrip?.before.medianMs).toBeGreaterThanOrEqual(20);
});

test('During a run the bandwidth changes and the maker does not', async () => {
  const plan = linked({ network: { by: 'kernel', bandwidthMbit: 100 }, workload: { durationMs: 2000 } });
  if (await refusedElsewhere(plan)) return;
  const server = await PrivateServer.start({ root: temporaryFolder() });
  onTestFinished(() => server.stop());
  let refusal: unknown = null;
  const run = startRun(
    { plan: parsePlan(plan), target: server },
    {
      onEvent: (event) => {
        if (event.type !== 'slice-started' || event.slice !== 2) return;
        try {
          run.tune({ network: { rttMs: 0, jitterMs: 0, by: 'proxy' } });
        } catch (error) {
          refusal = error;
        }
        run.tune({ network: { rttMs: 0, jitterMs: 0, bandwidthMbit: 2 } });
      },
    },
  );
  const result = await run.finished;
  expect(String(refusal)).toContain('must be one of kernel');
  expect(result.tunings.map(({ tuning }) => tuning.network)).toEqual([
    { rttMs: 0, jitterMs: 0, bandwidthMbit: 2, by: 'kernel' },
  ]);
  expect(result.lanes[0]?.verdict.code).toBe('bandwidth');
  expect(result.lanes[0]?.link?.mbitOut).toBeLessThan(2.5);
});
