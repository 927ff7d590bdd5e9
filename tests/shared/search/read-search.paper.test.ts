import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SearchResult } from '../../../shared/contract/search.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { readSearch, type StoredSearch } from '../../../shared/search/read-search.ts';
import { search as english } from '../../../shared/words/en/search.ts';
import { search as russian } from '../../../shared/words/ru/search.ts';
import type { SearchWords } from '../../../shared/words/search-words.ts';
import { englishWords } from '../../support/words-left.ts';

type OldSearch = Extract<StoredSearch, { schema: 1 }>;

/** As `advise --json` wrote it when a search was kept in words. */
const old = JSON.parse(
  readFileSync(new URL('../../support/stored/search-schema-1.json', import.meta.url), 'utf8'),
) as OldSearch;

function sentencesOf({ order, judgement }: SearchResult, words: SearchWords): string[] {
  if (!judgement) return [];
  const { answer, more } = describeAnswer(order, judgement, words);
  return [answer.join(' '), ...more];
}

/** One of them has other words by now. */
const sentences = old.sentences.map((sentence) =>
  sentence.replace(
    'No other that was compared has more throughput with',
    'Nothing else that was compared has more throughput and keeps',
  ),
);

/** Every verdict without what it rests on: older still. */
function withoutFindings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFindings);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'finding');
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutFindings(inner)]));
}
const older = withoutFindings(old) as OldSearch;

describe('A search of schema 1', () => {
  test('says in English what it said when it was kept', () => {
    expect(old.sentences.length).toBeGreaterThan(3);
    expect(sentencesOf(readSearch(old), english)).toEqual(sentences);
  });

  test('is said in the language of its reader', () => {
    const said = sentencesOf(readSearch(old), russian);
    expect(said).toHaveLength(old.sentences.length);
    expect(said.flatMap(englishWords)).toEqual([]);
  });

  test('has its verdicts in English where nothing says what they rest on', () => {
    expect(sentencesOf(readSearch(older), english)).toEqual(sentences);
    const said = sentencesOf(readSearch(older), russian);
    expect(said.filter((sentence) => englishWords(sentence).length > 0)).toEqual([
      expect.stringMatching(/^По одной: bound by the round trip/),
      expect.stringMatching(/^Конвейер, по 8: bound by the round trip/),
    ]);
  });

  test('keeps its warnings and reasons, in English but for those that have a code', () => {
    const [point] = old.points;
    if (!point) throw new Error('there is no point');
    const why = (unusable: string | null) => ({ ...point, unusable });
    const read = readSearch({
      ...old,
      warnings: ['it rained'],
      points: [why('not measured'), why('nothing came back'), why('12 commands failed: OOM'), why(null)],
    });
    expect(read.warnings).toEqual([{ code: 'stored', text: 'it rained' }]);
    expect(read.points.map(({ unusable }) => unusable)).toEqual([
      { code: 'not-measured' },
      { code: 'no-replies' },
      { code: 'stored', text: '12 commands failed: OOM' },
      null,
    ]);
  });

  test('compares in the terms of today', () => {
    if (!old.judgement?.gain) throw new Error('there is no gain');
    const gain = { ...old.judgement.gain, outcome: 'not told apart' as const };
    const read = readSearch({ ...old, judgement: { ...old.judgement, gain } });
    expect(read.judgement?.gain?.outcome).toBe('inconclusive');
  });

  test('that was stopped has no answer', () => {
    const read = readSearch({ ...old, judgement: null, sentences: [] });
    expect(read).toMatchObject({ schema: 2, judgement: null });
  });
});

describe('A search of schema 2', () => {
  const today = readSearch(old);

  test('stays as it is', () => {
    expect(readSearch(today)).toEqual(today);
  });

  test('of before answers said what share of the best they reach has none, and says no other', () => {
    if (!today.judgement) throw new Error('there is no answer');
    const { reached: _, ...judgement } = today.judgement;
    const read = readSearch({ ...today, judgement });
    expect(read.judgement?.reached).toBeNull();
    expect(sentencesOf(read, english).join(' ')).not.toMatch(/% of the best/);
  });
});
