import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openBookkeeping, type Bookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { markerOf, newRunId, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { isAbandoned, markerLastsMs, RunMarker } from '../../../server/redis/keys/run-marker.ts';
import { readRecord } from '../../../server/redis/keys/run-record.ts';
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

const id = newRunId();
const record = { root: 'rt:', id, lanes: [`rt:${id}:a`] };

test('a mark expires by itself, and is renewed by a command that no lane sends: it cannot blur the counts of theirs', async () => {
  await target.send([['CONFIG', 'RESETSTAT']]);
  const marker = await RunMarker.place(target, record);
  await marker.release();
  const [stats, lifeMs] = await target.send([
    ['INFO', 'commandstats'],
    ['PTTL', markerOf(runPrefixOf(record))],
  ]);
  const called = [...String(stats).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, ...call]) => call);
  // The record is written once, before any lane sends.
  expect(called.sort()).toEqual([
    ['config|resetstat', '1'],
    ['psetex', '1'],
    ['set', '1'],
  ]);
  expect(lifeMs).toBeGreaterThan(0);
  expect(lifeMs).toBeLessThanOrEqual(markerLastsMs);
});

test('a record that is gone in the midst of a run is written again, beside no other key and by no SET', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const marker = await RunMarker.place(target, record);
  // Somebody empties the server, or takes a run that stood still for a crashed one.
  await target.send([['FLUSHALL'], ['CONFIG', 'RESETSTAT']]);
  vi.advanceTimersByTime(3000);
  await marker.release();
  expect(await readRecord(target, runPrefixOf(record))).toEqual(record);
  expect(await target.send([['DBSIZE']])).toEqual([2]);
  expect(String((await target.send([['INFO', 'commandstats']]))[0])).not.toContain('cmdstat_set:');
  await target.send([['FLUSHALL']]);
});

test('a run whose mark cannot be written has no record either: clean would take it for a crashed one', async () => {
  await target.send([['FLUSHALL']]);
  await target.send([['ACL', 'SETUSER', 'default', '-psetex']]);
  await expect(RunMarker.place(target, record)).rejects.toThrow('NOPERM');
  await target.send([['ACL', 'SETUSER', 'default', '+psetex']]);
  expect(await target.send([['DBSIZE']])).toEqual([0]);
});

test('a run is abandoned once its mark is older than a renewal, not before', async () => {
  const mark = markerOf(runPrefixOf(record));
  await target.send([['PSETEX', mark, '4000', '1']]);
  expect(await isAbandoned(target, runPrefixOf(record))).toBe(true);
  await target.send([['PSETEX', mark, '8000', '1']]);
  const judged = isAbandoned(target, runPrefixOf(record));
  await target.send([['PSETEX', mark, String(markerLastsMs), '1']]);
  expect(await judged).toBe(false);
  await target.send([['DEL', mark]]);
  expect(await isAbandoned(target, runPrefixOf(record))).toBe(true);
});
