import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBookkeeping, type Bookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { lanePrefixIn, readRecord, writeRecord } from '../../../server/redis/keys/run-record.ts';
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
const root = 'roundtrip:';
const prefix = runPrefixOf({ root, id });
const key = recordKeyOf(prefix);
const record = { root, id, lanes: [`${prefix}a`, `${prefix}{t}b`], agents: 3 };

test('a record is read as it was written, and has no expiry', async () => {
  await writeRecord(target, record);
  expect(await readRecord(target, prefix)).toEqual(record);
  expect(await target.send([['PTTL', key]])).toEqual([-1]);
  await target.send([['DEL', key]]);
  expect(await readRecord(target, prefix)).toBe('missing');
});

const other = newRunId();
test.each<[string, unknown]>([
  ['no JSON', 'of somebody'],
  ['a number', 1],
  ['a list', [record]],
  ['nothing', null],
  ['a cut record', JSON.stringify(record).slice(0, -1)],
  ['another id', { ...record, id: other }],
  ['another root', { ...record, root: 'app:' }],
  ['an empty root', { ...record, root: '' }],
  ['a word for an id', { ...record, id: 'session1' }],
  ['no lanes', { ...record, lanes: [] }],
  ['an empty lane prefix', { ...record, lanes: [''] }],
  ['the root as a lane prefix', { ...record, lanes: [root] }],
  ['the prefix of the run as a lane prefix', { ...record, lanes: [prefix] }],
  ['its own key as a lane prefix', { ...record, lanes: [key] }],
  ['a lane prefix of others', { ...record, lanes: [...record.lanes, 'session:'] }],
  ['a lane prefix of another run', { ...record, lanes: [`${runPrefixOf({ root, id: other })}a`] }],
  ['a longer lane prefix', { ...record, lanes: [`${prefix}ab`] }],
  ['lane prefixes that are numbers', { ...record, lanes: [1] }],
  ['no agent, said so', { ...record, agents: 0 }],
  ['more than a record has', { ...record, more: 'x'.repeat(5000) }],
])('with %s under its key there is no record', async (_, content) => {
  await target.send([['SET', key, typeof content === 'string' ? content : JSON.stringify(content)]]);
  expect(await readRecord(target, prefix)).toBe('damaged');
  await target.send([['DEL', key]]);
});

test.each([
  ['HSET', 'id', id],
  ['RPUSH', id],
  ['XADD', '*', 'id', id],
])('a key of another type (%s) is no record', async (name, ...args) => {
  await target.send([[name, key, ...args]]);
  expect(await readRecord(target, prefix)).toBe('damaged');
  await target.send([['DEL', key]]);
});

test('a record that this user may not read is no reason to stop', async () => {
  await target.send([['ACL', 'SETUSER', 'default', 'resetkeys', '~app:*']]);
  expect(await readRecord(target, prefix)).toBe('unreadable');
  await target.send([['ACL', 'SETUSER', 'default', 'allkeys']]);
});

test('a user who may not read any sees the reason', async () => {
  await target.send([['ACL', 'SETUSER', 'default', '-getrange']]);
  await expect(readRecord(target, prefix)).rejects.toThrow('NOPERM');
  await target.send([['ACL', 'SETUSER', 'default', '+getrange']]);
});

test('a key of a run is below a lane prefix; its mark and its record are not', () => {
  expect(lanePrefixIn(`${prefix}as00001`, prefix)).toBe(`${prefix}a`);
  expect(lanePrefixIn(`${prefix}{t}bs00001`, prefix)).toBe(`${prefix}{t}b`);
  for (const none of [key, `${prefix}running`, `${prefix}1`, `${prefix}{u}a`, prefix, `roundtrip:${other}:a`])
    expect(lanePrefixIn(none, prefix)).toBeNull();
});
