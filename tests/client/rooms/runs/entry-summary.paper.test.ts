import { describe, expect, test } from 'vitest';
import { loadMessages } from '../../../../client/src/messages/index.ts';
import { EntryWords } from '../../../../client/src/rooms/runs/entry-summary.ts';
import { describeLesson, describeRun, describeSearch } from '../../../../server/history/entry-of.ts';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import type { SearchPoint } from '../../../../shared/contract/search.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { madeAdvice, madeLesson, madeLoad } from '../../../support/made-history.ts';
import { foundPoint } from '../../../support/made-searches.ts';
import { sampleResult } from '../../../support/a-result.ts';

const session = {
  labelOf: (strategy: string) => strategy,
  nameOfMeasured: ({ id }: { id: string }) => id,
};
const wordsIn = async (language: 'en' | 'ru') =>
  new EntryWords(await loadMessages(language), session, (recipe) => recipe);
/** Its title, and of what it is. */
async function told(entry: HistoryEntry, language: 'en' | 'ru' = 'en'): Promise<string | null> {
  const summary = (await wordsIn(language)).summary(entry);
  return summary && [summary.outcome, summary.of].join(' | ');
}
const entryOf = ({ entry }: ReturnType<typeof describeRun>): HistoryEntry => ({
  ...entry,
  name: null,
  tags: [],
  bytes: 0,
});

test('A run is summed up in the language of the page, from its figures', async () => {
  const entry = entryOf(describeRun(sampleResult));
  expect(await told(entry)).toMatch(
    /^pipeline: × 3\.87 against one-by-one \| SET · 10 clients · batch size 16 · 100 B payload · network: 0\.1 ms round trip$/,
  );
  expect(await told(entry, 'ru')).toMatch(/^pipeline: × 3,87 к «one-by-one» \| SET · 10 клиентов · /);
});

test('A search that was stopped says so', async () => {
  const entry = entryOf(describeSearch('s', madeAdvice));
  expect(await told(entry)).toMatch(/^Stopped before.* \| INCR · /);
});

describe('A search is summed up with the interval of its gain', () => {
  const [oneByOne, batch] = [foundPoint('one-by-one', 1, 2000, 5), foundPoint('pipeline', 64, 90_000, 4)];
  const entryWith = (points: SearchPoint[]) => {
    const recommendation = recommend(madeAdvice.order, points);
    return entryOf(describeSearch('s', { ...madeAdvice, points, recommendation }));
  };

  test('beside the ratio', async () => {
    const entry = entryWith([oneByOne, batch]);
    expect(await told(entry)).toMatch(/^pipeline, batch 64, × 44\.8 \(44\.5 – 45\.3\) against one-by-one \|/);
    expect(entry.said?.doubts).toBeUndefined();
  });

  test('in its place, where the size is uncertain; a machine that was too busy is noted', async () => {
    const slices = [400, 500, 900, 2000, 2500, 6000, 9000, 11_000];
    const busy = { ...oneByOne.verdict, code: 'cores' } as SearchPoint['verdict'];
    const entry = entryWith([{ ...oneByOne, slices, verdict: busy }, batch]);
    expect(await told(entry)).toMatch(
      /^batching pays, the best batch size is uncertain: pipeline, batch 64, about × [\d.]+ \([\d.]+ – [\d.]+\) against one-by-one \|/,
    );
    expect((await wordsIn('en')).doubts(entry)).toEqual([
      'The machine was too busy: lanes had to wait for a CPU.',
    ]);
  });
});

test('A lesson and a load curve note that the machine was too busy', () => {
  const busy = sampleResult.lanes.map((lane) => ({ ...lane, verdict: { ...lane.verdict, code: 'cores' } }));
  const [step] = madeLesson.steps;
  const result = { ...sampleResult, lanes: busy } as Result;
  const steps = step ? [{ ...step, result }] : [];
  for (const made of [madeLesson, madeLoad]) {
    expect(describeLesson('quiet', made).entry.said?.doubts).toBeUndefined();
    expect(describeLesson('busy', { ...made, steps }).entry.said).toMatchObject({
      code: made === madeLesson ? 'lesson' : 'load-curve',
      doubts: [{ lane: null, finding: { code: 'too-busy' } }],
    });
  }
});

test('A search with another client library names it', async () => {
  const order = { ...madeAdvice.order, client: 'glide' as const };
  const entry = entryOf(describeSearch('s', { ...madeAdvice, order }));
  expect(entry.summary).toMatch(/^INCR · .* · GLIDE · direct · p99 < 5 ms: stopped/);
  expect(await told(entry)).toMatch(/^Stopped.* \| INCR · .* · GLIDE · network: direct · p99 < 5 ms$/);
});

test('A load curve is summed up by its rates, and by what each lane keeps', async () => {
  const entry = entryOf(describeLesson('curve', madeLoad));
  expect(await told(entry)).toBe('one-by-one keeps none · pipeline keeps 4,000/s | 500 – 4,000/s');
  expect(await told(entry, 'ru')).toMatch(/one-by-one: не выдержан ни один .* pipeline: выдерживает/);
});

test('What an earlier version kept has no more than its text', async () => {
  const { said: _, ...old } = entryOf(describeRun(sampleResult));
  expect(await told(old, 'ru')).toBeNull();
});
