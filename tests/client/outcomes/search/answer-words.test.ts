import { describe, expect, test } from 'vitest';
import type { SearchOrder, SearchPoint } from '../../../../shared/contract/search.ts';
import { englishSearch } from '../../../../shared/search/english.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { englishSentences } from '../../../../shared/search/sentences.ts';
import { describeAnswer } from '../../../../shared/search/describe.ts';
import { en } from '../../../../client/src/messages/en.ts';
import { loadMessages, translations } from '../../../../client/src/messages/index.ts';
import { words as ru } from '../../../../client/src/messages/ru/advice.ts';
import { words as zh } from '../../../../client/src/messages/zh/advice.ts';
import { eachSearch } from '../../../support/made-searches.ts';
import { englishWords, figuresOf } from '../../../support/words-left.ts';

/** As it comes from the server: no two points are the same object. */
const kept = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

function adviceOf({ search, points }: { search: SearchOrder; points: SearchPoint[] }) {
  const judgement = recommend(search, points);
  return { order: search, judgement: kept(judgement), sentences: englishSentences(search, judgement) };
}

const shapeOf = (sentence: string) => sentence.replaceAll(/\d[\d.,]*/g, '#');

test('In English the page leaves every answer to the server', () => {
  expect(en.search.tell).toBeNull();
});

test('The answers that are looked at have every sentence that there is', () => {
  const said = new Set<string | symbol>();
  const heard = new Proxy(englishSearch, {
    get: (words, name): unknown => {
      said.add(name);
      return Reflect.get(words, name);
    },
  });
  for (const { search, points } of eachSearch) describeAnswer(search, recommend(search, points), heard);
  expect(Object.keys(englishSearch).filter((name) => !said.has(name))).toEqual([]);
});

describe.each(translations)('In %s', async (language) => {
  const own = await loadMessages(language);
  const tell = await own.search.tell?.();
  if (!tell) throw new Error(`${language} tells no answers`);

  test.each(eachSearch)('$name: the figures are those of the English answer, and no word is', (made) => {
    const advice = adviceOf(made);
    const told = tell(advice);
    const said = told ? [told.answer.join(' '), ...told.more] : [];
    expect(said).toHaveLength(advice.sentences.length);
    for (const [index, sentence] of said.entries()) {
      expect(figuresOf(sentence), sentence).toEqual(figuresOf(advice.sentences[index] ?? ''));
      expect(englishWords(sentence), sentence).toEqual([]);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  test('what differs in English differs here', () => {
    const advices = eachSearch.map(adviceOf);
    const here = advices.flatMap((advice) => {
      const told = tell(advice);
      return told ? [told.answer.join(' '), ...told.more] : [];
    });
    const there = advices.flatMap(({ sentences }) => sentences);
    // Nouns that go with their number make some more.
    expect(new Set(here.map(shapeOf)).size).toBeGreaterThanOrEqual(new Set(there.map(shapeOf)).size);
  });

  test('a way is called as it is called everywhere else', () => {
    const { names } = language === 'ru' ? ru : zh;
    for (const [strategy, name] of Object.entries(names))
      expect(name.toLowerCase()).toBe(own.strategies[strategy]?.label?.toLowerCase());
  });

  describe('the server’s own words stay', () => {
    const [made] = eachSearch;
    if (!made) throw new Error('there is no advice');
    const advice = adviceOf(made);

    test('where a search was stopped before it had an answer', () => {
      expect(tell({ ...advice, judgement: null, sentences: [] })).toBeNull();
    });

    test('where they tell other figures, or more', () => {
      expect(tell(advice)).not.toBeNull();
      const sentences = advice.sentences.map((sentence) => sentence.replace('256', '512'));
      expect(tell({ ...advice, sentences })).toBeNull();
      expect(tell({ ...advice, sentences: [...advice.sentences, 'And more.'] })).toBeNull();
    });
  });
});

test('Each end of a curve that climbs is said in words of its own', () => {
  const ends = eachSearch.flatMap((made) => adviceOf(made).sentences.filter((said) => /climbing/.test(said)));
  expect(new Set(ends.map(shapeOf)).size).toBe(2);
});
