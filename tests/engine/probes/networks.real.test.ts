import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cutsWithin, LaneNetworks } from '../../../server/engine/probes/networks.ts';
import { measureRoundTrip } from '../../../server/network/pinger.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

async function open(): Promise<LaneNetworks> {
  const plan = parsePlan({
    lanes: [{ id: 'far', strategy: 'pipeline', network: { rttMs: 1 } }, { strategy: 'wire' }],
  });
  const networks = await LaneNetworks.open(plan, embedded().target);
  onTestFinished(() => networks.close());
  return networks;
}

test('A lane is pinged once it has settled: before, the load is not there', async () => {
  const networks = await open();
  await networks.during(['far'], { settleMs: 60_000, countedMs: 0 }, () => sleep(60));
  expect(networks.inSlice('far')).toEqual([]);
  await networks.during(['far'], { settleMs: 20, countedMs: 0 }, () => sleep(1000));
  expect(networks.inSlice('far').length).toBeGreaterThan(0);
  for (const roundTripMs of networks.inSlice('far')) expect(roundTripMs).toBeGreaterThan(1);
});

test('What the proxy of a lane takes is that of its slice, and a lane without one has none', async () => {
  const networks = await open();
  const endpoint = networks.endpointOf('far', embedded().target.endpoint);
  const cpuOf = async (samples: number) => {
    await networks.during(['far', 'wire'], { settleMs: 0, countedMs: 0 }, () =>
      measureRoundTrip(endpoint, { samples }),
    );
    return networks.proxyInSlice('far')?.cpuMs;
  };
  await cpuOf(100);
  const [busy, idle] = [await cpuOf(500), await cpuOf(1)];
  expect(busy).toBeGreaterThan(idle ?? NaN);
  expect(networks.proxyInSlice('wire')).toBeNull();
});

test.each([
  [2000, 2000, [1000]],
  [5000, 2000, [1000, 3000]],
  [1000, 2000, []],
  [0, 2000, []],
])(
  'a slice of %d ms that is cut every %d ms is cut in the middle of each stretch',
  (countedMs, everyMs, moments) => {
    expect(cutsWithin(countedMs, everyMs)).toEqual(moments);
  },
);
