import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, test } from 'vitest';
import { entryOf, type EntryRow } from '../../server/history/entry-rows.ts';
import { HistoryStore } from '../../server/history/history-store.ts';
import { HistoryUnusable } from '../../server/history/history-unusable.ts';
import { makeHistory, runCalled } from '../support/made-history.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const all = { limit: 100 };
const idsOf = (store: HistoryStore) => store.list(all).entries.map(({ id }) => id);
const newFile = () => join(temporaryFolder(), 'history.sqlite');

/** Runs a, b and c, of which b has been changed by somebody else. */
async function damaged(change: string): Promise<HistoryStore> {
  const file = newFile();
  const first = await HistoryStore.open(file);
  for (const id of ['a', 'b', 'c']) await first.keepRun(runCalled(id), []);
  first.change('a', { tags: ['kept'] });
  first.close();
  const database = new Libsql(file);
  expect(database.prepare(`UPDATE entries SET ${change} WHERE id = 'b'`).run().changes).toBe(1);
  database.close();
  return makeHistory({}, file);
}

describe('a damaged row', () => {
  test.each(['name', 'started_at', 'finished_at', 'state', 'about', 'summary', 'words'])(
    'with a %s that is not UTF-8 is shown with what can be read',
    async (column) => {
      const store = await damaged(`${column} = CAST(x'6B32FF6F' AS TEXT)`);
      expect(idsOf(store).sort()).toEqual(['a', 'b', 'c']);
      expect(await store.record('b')).toMatchObject({ id: 'b', document: runCalled('b') });
      expect(store.change('b', { name: 'renamed' })).toMatchObject({ name: 'renamed' });
      expect(store.list({ ...all, search: 'renamed' }).entries.map(({ id }) => id)).toEqual(['b']);
      expect(store.remove('b')).toBe(true);
      expect(idsOf(store).sort()).toEqual(['a', 'c']);
    },
  );

  test.each([
    ['an id that is not UTF-8', "id = CAST(x'FF41FE' AS TEXT)", ['a', 'c', '\uFFFDA\uFFFD']],
    ['tags that are not UTF-8', "tags = CAST(x'FF41FE' AS TEXT)", ['a', 'c']],
    ['tags cut short', `tags = '["ke'`, ['a', 'c']],
    ['lanes that are no list', "lanes = '7'", ['a', 'c']],
    ['a kind that is not known', "kind = 'moon'", ['a', 'c']],
  ])('with %s costs no other row', async (_, change, ids) => {
    const store = await damaged(change);
    expect(idsOf(store).sort()).toEqual(ids);
    expect(store.list(all).tags).toEqual(['kept']);
    expect(store.list({ ...all, tag: 'kept' }).entries.map(({ id }) => id)).toEqual(['a']);
    await store.keepRun(runCalled('d'), []);
    expect(idsOf(store)).toContain('d');
  });

  test('with a column that is NULL, which no table allows, is left out', () => {
    const text = Buffer.from('[]');
    const row = Object.fromEntries(
      ['id', 'kind', 'tags', 'started_at', 'finished_at', 'state', 'about', 'summary', 'lanes'].map(
        (column) => [column, text],
      ),
    );
    const whole = {
      ...row,
      kind: Buffer.from('run'),
      name: null,
      said: null,
      schema: 2,
      bytes: 1,
    } as unknown as EntryRow;
    expect(entryOf(whole)).toMatchObject({ id: '[]', kind: 'run' });
    expect(entryOf({ ...whole, kind: null } as unknown as EntryRow)).toBeNull();
  });

  test('of the schema, which takes a column away, says that the file is damaged', async () => {
    const store = await damaged("name = 'x'");
    const database = new Libsql(store.file);
    database.exec('ALTER TABLE entries DROP COLUMN said');
    database.close();
    expect(() => store.list(all)).toThrow(/is damaged: move it away/);
    expect(() => store.list(all)).toThrow(HistoryUnusable);
  });

  test('leaves when there is too much, whatever its id', async () => {
    const store = await damaged("id = CAST(x'FF41FE' AS TEXT)");
    store.close();
    const small = await HistoryStore.open(store.file, { entries: 2, bytes: 1e9 });
    await small.keepRun(runCalled('d'), []);
    expect(idsOf(small).sort()).toEqual(['a', 'd']);
    small.close();
  });

  test('whose document cannot be unpacked says so, and is removed', async () => {
    const file = newFile();
    const first = await HistoryStore.open(file);
    for (const id of ['a', 'b']) await first.keepRun(runCalled(id), []);
    first.close();
    const database = new Libsql(file);
    database.prepare("UPDATE contents SET document = x'1F8B00' WHERE id = 'b'").run();
    database.close();
    const store = await makeHistory({}, file);
    const error: unknown = await store.record('b').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HistoryUnusable);
    expect((error as HistoryUnusable).withoutPlace).toBe(
      'The history has this entry damaged: remove it. The others can be read.',
    );
    expect(await store.record('a')).toMatchObject({ id: 'a' });
    expect(store.remove('b')).toBe(true);
  });
});

describe('a file that is gone while it is open', () => {
  test('is made again: what is measured from then on is found by the next server', async () => {
    const file = newFile();
    const store = await makeHistory({}, file);
    await store.keepRun(runCalled('a'), []);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    await store.keepRun(runCalled('b'), []);
    expect(existsSync(file)).toBe(true);
    expect(idsOf(store)).toEqual(['b']);
    store.close();
    expect(idsOf(await makeHistory({}, file))).toEqual(['b']);
  });

  // Whether the log of the old one is left depends on when garbage is collected.
  test(
    'or replaced by an older copy: that is the one that is read and written',
    { repeats: 20 },
    async () => {
      const [file, other] = [newFile(), newFile()];
      const copy = await HistoryStore.open(other);
      await copy.keepRun(runCalled('of-the-copy'), []);
      copy.close();
      const store = await makeHistory({}, file);
      await store.keepRun(runCalled('a'), []);
      renameSync(other, file);
      await store.keepRun(runCalled('b'), []);
      expect(idsOf(store).sort()).toEqual(['b', 'of-the-copy']);
    },
  );
});

test('a folder that cannot be made is a clear word, at once', async () => {
  await expect(HistoryStore.open('/proc/nope/deep/history.sqlite')).rejects.toThrow(
    '/proc/nope/deep/history.sqlite cannot be opened or made: it must be a file, in a folder that this user may write to.',
  );
});
