import { expect, test } from 'vitest';
import { loadMessages } from '../../../../client/src/messages/index.ts';
import { EntryWords } from '../../../../client/src/rooms/runs/entry-summary.ts';
import { describeLesson, describeRun, describeSearch } from '../../../../server/history/entry-of.ts';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { madeAdvice, madeLoad } from '../../../support/made-history.ts';
import { sampleResult } from '../../../support/sample-result.ts';
import { latencyOf } from '../../../support/snapshots.ts';

const session = {
  labelOf: (strategy: string) => strategy,
  nameOfMeasured: ({ id }: { id: string }) => id,
};
const wordsIn = async (language: 'en' | 'ru') =>
  new EntryWords(await loadMessages(language), session, (recipe) => recipe);
const entryOf = ({ entry }: ReturnType<typeof describeRun>): HistoryEntry => ({
  ...entry,
  name: null,
  tags: [],
  bytes: 0,
});

test('A run is summed up in the language of the page, from its figures', async () => {
  const entry = entryOf(describeRun(sampleResult));
  expect((await wordsIn('en')).summary(entry)).toMatch(
    /^SET · 10 clients · batch size 16 · 100 B payload\. pipeline is 3.87 times/,
  );
  expect((await wordsIn('ru')).summary(entry)).toMatch(/^SET · 10 клиентов · .*pipeline.* 3.87 раза/);
});

test('A run that is praised is summed up with the latency that it paid', async () => {
  const comparisons = sampleResult.comparisons.map((one) => ({ ...one, latency: latencyOf() }));
  const entry = entryOf(describeRun({ ...sampleResult, comparisons }));
  expect((await wordsIn('en')).summary(entry)).toMatch(
    /pipeline does 3\.87 times the throughput of one-by-one; a typical command takes 12 % longer \(p50\)$/,
  );
  expect((await wordsIn('ru')).summary(entry)).toMatch(
    /; обычная команда занимает на 12 % больше времени \(p50\)$/,
  );
});

test('A search that was stopped says so', async () => {
  const entry = entryOf(describeSearch('s', madeAdvice));
  expect((await wordsIn('en')).summary(entry)).toMatch(/^INCR · .*\. Stopped before/);
});

test('A search with another client library names it', async () => {
  const order = { ...madeAdvice.order, client: 'glide' as const };
  const entry = entryOf(describeSearch('s', { ...madeAdvice, order }));
  expect(entry.summary).toMatch(/^INCR · .* · GLIDE · direct: stopped/);
  expect((await wordsIn('en')).summary(entry)).toMatch(/^INCR · .* · GLIDE · network: direct\. Stopped/);
});

test('A load curve is summed up by its rates, and by what each lane keeps', async () => {
  const entry = entryOf(describeLesson('curve', madeLoad));
  expect((await wordsIn('en')).summary(entry)).toBe(
    '500 – 4,000/s · one-by-one keeps none · pipeline keeps 4,000/s',
  );
  expect((await wordsIn('ru')).summary(entry)).toMatch(
    /one-by-one: не выдержана ни одна .* pipeline: выдерживает/,
  );
});

test('What an earlier version kept has no more than its text', async () => {
  const { said: _, ...old } = entryOf(describeRun(sampleResult));
  expect((await wordsIn('ru')).summary(old)).toBeNull();
});
