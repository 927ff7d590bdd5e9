import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { HistoryStore } from '../../server/history/history-store.ts';
import { HistoryUnusable } from '../../server/history/history-unusable.ts';
import { historyForm } from '../../server/history/database.ts';
import { makeHistory, runCalled } from '../support/made-history.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Why the file cannot be opened. */
async function refusalOf(file: string): Promise<string> {
  const error: unknown = await HistoryStore.open(file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HistoryUnusable);
  const { message, withoutPlace } = error as HistoryUnusable;
  expect(message.startsWith(`${file} `)).toBe(true);
  expect(withoutPlace).not.toContain(file);
  return message.slice(file.length + 1);
}

const fileIn = (folder: string) => join(folder, 'history.sqlite');

test('a file that is no database is named, and stays as it is', async () => {
  const file = fileIn(temporaryFolder());
  const text = 'Notes of mine, not to be touched.\n'.repeat(100);
  writeFileSync(file, text);
  expect(await refusalOf(file)).toContain('is not a history of Roundtrip, or is damaged');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the database of another program is left alone', async () => {
  const file = fileIn(temporaryFolder());
  const other = new Libsql(file);
  other.exec('CREATE TABLE entries (x)');
  other.close();
  const before = readFileSync(file);
  expect(await refusalOf(file)).toBe('is the database of another program: name another file.');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each([
  ['a newer Roundtrip', historyForm + 1, 'Update Roundtrip, or name another file.'],
  ['an earlier build', historyForm - 1, 'Move it away, and a new one is begun.'],
])('a file of %s is left alone, and says what to do', async (_whose, form, advice) => {
  const file = fileIn(temporaryFolder());
  const store = await HistoryStore.open(file);
  await store.keepRun(runCalled('a'), []);
  store.close();
  const setForm = (to: number) => {
    const database = new Libsql(file);
    database.exec(`PRAGMA user_version = ${to}`);
    database.close();
  };
  setForm(form);
  const said = await refusalOf(file);
  expect(said).toContain(`it has form ${form}, and this one reads form ${historyForm}.`);
  expect(said).toContain(advice);
  setForm(historyForm);
  expect((await makeHistory({}, file)).list({ limit: 10 }).total).toBe(1);
});

test('a damaged file says so when what is damaged is read', async () => {
  const file = fileIn(temporaryFolder());
  const first = await HistoryStore.open(file);
  for (let n = 0; n < 50; n++) await first.keepRun(runCalled(`run-${n}`, n), []);
  first.close();
  const bytes = readFileSync(file);
  bytes.fill(0x7f, 4096);
  writeFileSync(file, bytes);
  const store = await makeHistory({}, file);
  expect(() => store.list({ limit: 10 })).toThrow(HistoryUnusable);
  expect(() => store.list({ limit: 10 })).toThrow('is damaged: move it away, and a new one is begun.');
});

test.each([
  ['a folder in its place', (folder: string) => folder, 'cannot be opened or made'],
  [
    'a file where its folder should be',
    (folder: string) => {
      writeFileSync(join(folder, 'file'), '');
      return join(folder, 'file', 'history.sqlite');
    },
    'cannot be opened or made',
  ],
  ['a place where nobody may write', () => '/proc/history.sqlite', 'cannot be opened or made'],
])('%s is a clear word', async (_case, place, words) => {
  const folder = join(temporaryFolder(), 'x');
  mkdirSync(folder);
  expect(await refusalOf(place(folder))).toContain(words);
});

test('a file that cannot grow says so, keeps what it has, and takes more once there is room', async () => {
  const store = await makeHistory({ bytes: 60_000 });
  await store.keepRun(runCalled('a'), []);
  const large = runCalled('large', 1, {
    warnings: Array.from({ length: 200_000 }, (_, n) => ({
      code: 'run-not-marked' as const,
      reason: String(Math.sin(n)),
    })),
  });
  await expect(store.keepRun(large, [])).rejects.toThrow('cannot grow: the disk is full');
  expect(store.list({ limit: 10 }).entries.map(({ id }) => id)).toEqual(['a']);
  await store.keepRun(runCalled('b', 2), []);
  expect(store.list({ limit: 10 }).total).toBe(2);
});

test('another program that holds the file for too long is a clear word', async () => {
  const file = fileIn(temporaryFolder());
  const store = await makeHistory({}, file);
  await store.keepRun(runCalled('a'), []);
  const other = new Libsql(file);
  other.exec('BEGIN IMMEDIATE');
  expect(() => store.change('a', { name: 'x' })).toThrow('is held by another program for too long.');
  // Whoever only reads does not wait.
  expect(store.list({ limit: 10 }).total).toBe(1);
  other.exec('ROLLBACK');
  other.close();
  expect(store.change('a', { name: 'x' })).toMatchObject({ name: 'x' });
  expect(existsSync(file)).toBe(true);
});
