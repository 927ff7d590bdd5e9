import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBulkServer, type BulkServer } from '../../bench/network/bulk-transfer.ts';
import { useNetwork } from './peers.ts';

let bulk: BulkServer;
beforeAll(async () => {
  bulk = await startBulkServer();
});
afterAll(() => bulk.close());

test.each([
  [10, 1, 'down'],
  [10, 4, 'up'],
  [100, 4, 'down'],
  [100, 1, 'up'],
] as const)('%d Mbit/s for %d connections %sward', async (bandwidthMbit, connections, direction) => {
  const network = await useNetwork(bulk.endpoint, { rttMs: 2, bandwidthMbit });
  const measured = await bulk.transfer(network.endpoint, { connections, direction, forMs: 700 });
  // A busy machine may carry less, and nothing makes it carry more.
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThan(bandwidthMbit * 1.1);
});

test('tuned while bytes flow, it holds at once', async () => {
  const network = await useNetwork(bulk.endpoint, { bandwidthMbit: 1 });
  const flowing = bulk.transfer(network.endpoint, { connections: 1, direction: 'down', forMs: 1200 });
  await network.tune({ rttMs: 0, jitterMs: 0, bandwidthMbit: 100 });
  expect(await flowing).toBeGreaterThan(2);
});
