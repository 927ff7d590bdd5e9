import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBookkeeping, type Bookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { markerLastsMs, markerOf, RunMarker } from '../../../server/redis/keys/run-marker.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';

let server: EmbeddedServer;
let target: Bookkeeping;
beforeAll(async () => {
  server = await startEmbedded();
  target = await openBookkeeping(server.target);
});
afterAll(async () => {
  target.close();
  await server.stop();
});

test('a mark passes by itself, and its command is none that lanes send: it cannot blur the counts of theirs', async () => {
  await target.send([['CONFIG', 'RESETSTAT']]);
  const marker = await RunMarker.place(target, 'rt:run-1:');
  await marker.release();
  const [stats, lifeMs] = await target.send([
    ['INFO', 'commandstats'],
    ['PTTL', markerOf('rt:run-1:')],
  ]);
  const called = [...String(stats).matchAll(/^cmdstat_([^:]+)/gm)].map(([, name]) => name).sort();
  expect(called).toEqual(['config|resetstat', 'psetex']);
  expect(lifeMs).toBeGreaterThan(0);
  expect(lifeMs).toBeLessThanOrEqual(markerLastsMs);
});
