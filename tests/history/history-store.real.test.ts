import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SearchPoint } from '../../shared/contract/search.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import type { Result } from '../../shared/contract/result.ts';
import { HistoryStore } from '../../server/history/history-store.ts';
import { madeAdvice, madeLesson, madeLoad, makeHistory, runCalled } from '../support/made-history.ts';
import { madePoint, madeSearch } from '../support/made-points.ts';
import { sampleOf } from '../support/fake-engine.ts';
import { projectRoot } from '../support/project-root.ts';
import { sampleResult } from '../support/a-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const all = { limit: 100 };
const idsOf = (store: HistoryStore, query: Partial<Parameters<HistoryStore['list']>[0]> = {}): string[] =>
  store.list({ ...all, ...query }).entries.map(({ id }) => id);

test('a run comes back as it was, with its samples, also to whoever opens the file anew', async () => {
  const file = join(temporaryFolder(), 'deep', 'folder', 'history.sqlite');
  const first = await HistoryStore.open(file);
  const run = runCalled('a');
  const samples = [sampleOf('pipeline', { atMs: 1000 }), sampleOf('pipeline', { atMs: 2000 })];
  await first.keepRun(run, samples);
  first.close();
  const store = await makeHistory({}, file);
  expect(await store.record('a')).toMatchObject({ kind: 'run', name: null, document: run, samples });
  expect(await store.record('b')).toBeNull();
});

test('a lesson and a search come back as they were', async () => {
  const store = await makeHistory();
  await store.keepLesson('of-a-class', madeLesson);
  await store.keepSearch('for-depth', madeAdvice);
  expect(await store.record('of-a-class')).toMatchObject({ kind: 'lesson', document: madeLesson });
  expect(await store.record('for-depth')).toMatchObject({ kind: 'search', document: madeAdvice });
  expect(idsOf(store)).toEqual(['for-depth', 'of-a-class']);
});

test('a load curve is no lesson: it has a kind of its own, and its line says what each lane keeps', async () => {
  const store = await makeHistory();
  await store.keepLesson('curve', madeLoad);
  await store.keepLesson('of-a-class', madeLesson);
  expect(await store.record('curve')).toMatchObject({ kind: 'load-curve', document: madeLoad });
  expect(idsOf(store, { kind: 'load-curve' })).toEqual(['curve']);
  expect(idsOf(store, { kind: 'lesson' })).toEqual(['of-a-class']);
  expect(idsOf(store, { search: 'pipeline' })).toContain('curve');
  expect(store.list({ ...all, kind: 'load-curve' }).entries[0]?.summary).toBe(
    'Latency over load, 500 – 4.00k/s: One by one keeps none, Pipeline keeps 4.00k/s',
  );
});

test('the line of the list is made of the figures', async () => {
  const store = await makeHistory();
  await store.keepRun(runCalled('a'), []);
  const [entry] = store.list(all).entries;
  expect(entry).toMatchObject({
    kind: 'run',
    state: 'completed',
    about: 'embedded',
    summary:
      'SET · 100 B · 10 connections · batch size 16 · 0.1 ms round trip (0.101 ms measured): pipeline: × 3.87 against one-by-one',
    lanes: sampleResult.lanes.map(({ id, throughput, latencyMs }) => ({
      ...{ id, throughput: throughput?.estimate, p99Ms: latencyMs.command?.p99 },
    })),
  });
  expect(entry?.bytes).toBeGreaterThan(100);
});

test('the line names the lane that the page names, and the batch size that held in the end', async () => {
  const store = await makeHistory();
  const summaryOf = async (more: Partial<Result>) => {
    await store.keepRun(runCalled('a', 0, more), []);
    return store.list(all).entries[0]?.summary;
  };
  const [first, ...others] = sampleResult.comparisons;
  const shaky = { ...others[0], ...{ lane: 'lua', baseline: 'one-by-one', ratio: 9, pairs: 5 } };
  const undecided = { ...shaky, ci95: [0.5, 20] as [number, number], outcome: 'inconclusive' as const };
  expect(first && (await summaryOf({ comparisons: [first, undecided] }))).toMatch(
    /: pipeline: × 3.87 against one-by-one$/,
  );
  expect(await summaryOf({ comparisons: [undecided] })).toMatch(/: Too noisy to compare with one-by-one$/);
  expect(await summaryOf({ comparisons: [{ ...undecided, ci95: [0.5, 0.8], outcome: 'slower' }] })).toMatch(
    /: Nothing beats one-by-one here$/,
  );
  expect(await summaryOf({ comparisons: [{ ...undecided, pairs: 1, ci95: null }] })).toMatch(
    /: lua: × 9.00 against one-by-one in one round$/,
  );
  expect(await summaryOf({ tunings: [{ atMs: 1, tuning: { pipeline: 64 } }] })).toContain(
    'batch size 16 → 64 ·',
  );
});

test('the line of a lesson counts each outcome of its claims apart', async () => {
  const store = await makeHistory();
  await store.keepLesson('of-a-class', madeLesson);
  expect(store.list(all).entries[0]?.summary).toBe(
    'How deep a pipeline should be (quick form), claims: holds 1 · does not hold 1',
  );
});

test('the line of a search says what it advises, and no batch size that nobody chose', async () => {
  const store = await makeHistory();
  const summaryOf = async (points: SearchPoint[]) => {
    await store.keepSearch('s', {
      ...madeAdvice,
      state: 'completed',
      recommendation: recommend(madeSearch(), points),
    });
    const [entry] = store.list(all).entries;
    return entry?.summary;
  };
  const plain = madePoint('one-by-one', 1, 50_000, 1, { noise: 0.001 });
  expect(await summaryOf([plain, madePoint('pipeline', 16, 150_000, 2, { noise: 0.001 })])).toMatch(
    /^INCR · 100 B · 10 connections · direct · p99 < 5 ms: pipeline, 16 at a time × [23]\.\d\d against one by one$/,
  );
  expect(await summaryOf([plain, madePoint('pipeline', 16, 50_100, 9, { noise: 0.001 })])).toBe(
    'INCR · 100 B · 10 connections · direct · p99 < 5 ms: batching is not worth it, one by one',
  );
  await store.keepSearch('s', madeAdvice);
  expect(store.list(all).entries[0]?.summary).toMatch(/direct · p99 < 5 ms: stopped after 30 s, no advice$/);
});

test('newest first, page by page, each entry once, also of one moment and while others are added', async () => {
  const store = await makeHistory();
  for (const [id, second] of [
    ['c', 3],
    ['a', 1],
    ['b1', 2],
    ['b2', 2],
    ['b3', 2],
  ] as const)
    await store.keepRun(runCalled(id, second), []);
  expect(idsOf(store)).toEqual(['c', 'b3', 'b2', 'b1', 'a']);
  const first = store.list({ limit: 2 });
  expect(first.entries.map(({ id }) => id)).toEqual(['c', 'b3']);
  expect(first.total).toBe(5);
  await store.keepRun(runCalled('d', 4), []);
  expect(idsOf(store, { limit: 2, before: 'b3' })).toEqual(['b2', 'b1']);
  expect(idsOf(store, { limit: 2, before: 'b1' })).toEqual(['a']);
  expect(idsOf(store, { before: 'a' })).toEqual([]);
});

test('a search finds words of name, tags, target, strategies and commands, whatever their case', async () => {
  const store = await makeHistory();
  await store.keepRun(runCalled('plain'), []);
  await store.keepSearch('counters', madeAdvice);
  store.change('plain', { name: 'Перед отпуском', tags: ['Staging', '中文'] });
  const found = (search: string) => idsOf(store, { search });
  expect(found('отпуском ПЕРЕД')).toEqual(['plain']);
  expect(found('staging')).toEqual(['plain']);
  expect(found('中文')).toEqual(['plain']);
  expect(found('PIPELINE set')).toEqual(['plain']);
  expect(found('incr')).toEqual(['counters']);
  expect(found('embedded')).toEqual(['counters', 'plain']);
  expect(found('pipeline nowhere')).toEqual([]);
  expect(found('  ')).toEqual(['counters', 'plain']);
  // Neither is a pattern.
  expect(found('%')).toEqual([]);
  expect(found('_')).toEqual([]);
});

test('a kind and a tag narrow the list; all tags in use are told', async () => {
  const store = await makeHistory();
  await store.keepRun(runCalled('a', 1), []);
  await store.keepRun(runCalled('b', 2), []);
  await store.keepLesson('c', madeLesson);
  store.change('a', { tags: ['slow', 'night'] });
  store.change('c', { tags: ['slow'] });
  expect(idsOf(store, { tag: 'slow' })).toEqual(['c', 'a']);
  expect(idsOf(store, { tag: 'slow', kind: 'run' })).toEqual(['a']);
  expect(idsOf(store, { tag: 'slo' })).toEqual([]);
  expect(store.list({ limit: 1, kind: 'run' })).toMatchObject({ total: 2, tags: ['night', 'slow'] });
});

test('a name and tags are given and taken, one without the other', async () => {
  const store = await makeHistory();
  await store.keepRun(runCalled('a'), []);
  expect(store.change('a', { name: 'Mine', tags: ['x'] })).toMatchObject({ name: 'Mine', tags: ['x'] });
  expect(store.change('a', { tags: [] })).toMatchObject({ name: 'Mine', tags: [] });
  expect(store.change('a', { name: null })).toMatchObject({ name: null });
  expect(idsOf(store, { search: 'mine' })).toEqual([]);
  expect(store.change('b', { name: 'Nobody' })).toBeNull();
});

test('what was removed is gone, and its room on the disk is given back', async () => {
  const file = join(temporaryFolder(), 'history.sqlite');
  const store = await HistoryStore.open(file);
  const samples = Array.from({ length: 3000 }, (_, n) => sampleOf('a', { throughput: Math.sin(n) * 1e6 }));
  for (const id of ['a', 'b', 'c']) await store.keepRun(runCalled(id), samples);
  store.close();
  const before = statSync(file).size;
  const again = await HistoryStore.open(file);
  expect(again.remove('a')).toBe(true);
  expect(again.remove('a')).toBe(false);
  expect(again.remove('b')).toBe(true);
  expect(await again.record('a')).toBeNull();
  expect(await again.record('c')).toMatchObject({ id: 'c' });
  again.close();
  expect(statSync(file).size).toBeLessThan(before / 2);
});

test('beyond its bounds the oldest go, those with a name or a tag last, and never the newest', async () => {
  const store = await makeHistory({ entries: 3 });
  await store.keepRun(runCalled('named', 1), []);
  store.change('named', { name: 'Keep me' });
  await store.keepRun(runCalled('tagged', 2), []);
  store.change('tagged', { tags: ['keep'] });
  for (const [id, second] of [
    ['a', 3],
    ['b', 4],
  ] as const)
    await store.keepRun(runCalled(id, second), []);
  expect(idsOf(store)).toEqual(['b', 'tagged', 'named']);
  store.change('b', { tags: ['keep'] });
  await store.keepRun(runCalled('c', 5), []);
  expect(idsOf(store)).toEqual(['c', 'b', 'tagged']);
});

test('the bytes are bounded as well', async () => {
  const one = await makeHistory();
  await one.keepRun(runCalled('a'), []);
  const { bytes = 0 } = one.list(all).entries[0] ?? {};
  const store = await makeHistory({ bytes: bytes * 2.5 });
  for (const second of [1, 2, 3, 4]) await store.keepRun(runCalled(`run-${second}`, second), []);
  expect(idsOf(store)).toEqual(['run-4', 'run-3']);
});

test('two servers on one file see what the other keeps', async () => {
  const file = join(temporaryFolder(), 'history.sqlite');
  const [one, other] = await Promise.all([makeHistory({}, file), makeHistory({}, file)]);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).keepRun(runCalled(`run-${n}`, n), [])),
  );
  expect(idsOf(one)).toHaveLength(20);
  expect(idsOf(other)).toEqual(idsOf(one));
  one.change('run-3', { name: 'By one' });
  expect((await other.record('run-3'))?.name).toBe('By one');
});

test('a server that is killed while it writes leaves a file with all that it had kept', async () => {
  const file = join(temporaryFolder(), 'history.sqlite');
  // The recipes, whose words a history needs, are found by Vite.
  const script = `
    import { createServer } from 'vite';
    const server = { middlewareMode: true, hmr: false, ws: false, watch: null };
    const vite = await createServer({ configFile: false, appType: 'custom', server });
    const { HistoryStore } = await vite.ssrLoadModule('/server/history/history-store.ts');
    const { sampleResult } = await vite.ssrLoadModule('/tests/support/a-result.ts');
    const store = await HistoryStore.open(${JSON.stringify(file)});
    for (let n = 0; ; n++) {
      await store.keepRun({ ...sampleResult, id: 'run-' + n }, []);
      console.log(n);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('20\n')) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const last = Number(said.trim().split('\n').at(-1));
  expect(last).toBeGreaterThanOrEqual(20);
  expect(existsSync(`${file}-wal`)).toBe(true);
  const opened = await makeHistory({}, file);
  expect(opened.list(all).total).toBeGreaterThanOrEqual(last + 1);
  expect(await opened.record(`run-${last}`)).toMatchObject({ document: { id: `run-${last}` } });
});

test('a card counts among the bytes of its run, once, and older runs give way to it', async () => {
  const plain = await makeHistory();
  await plain.keepRun(runCalled('c', 2), []);
  const { bytes = 0 } = plain.list(all).entries[0] ?? {};
  // Runs of another id pack to a few bytes more or less.
  const store = await makeHistory({ bytes: 3 * bytes + 100 });
  for (const [second, id] of ['a', 'b', 'c'].entries()) await store.keepRun(runCalled(id, second), []);
  for (const size of [10, bytes]) expect(store.keepCard('c', Buffer.alloc(size))).toBe(true);
  expect(idsOf(store)).toEqual(['c', 'b']);
  expect(store.list(all).entries[0]?.bytes).toBe(2 * bytes);
});
