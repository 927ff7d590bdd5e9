import { searchStrategies } from '../../../../shared/contract/strategies.ts';
import { describe, expect, test } from 'vitest';
import type {
  SearchOrder,
  SearchPoint,
  SearchWarning,
  Unusable,
} from '../../../../shared/contract/search.ts';
import { describeAnswer } from '../../../../shared/search/describe.ts';
import { describeNothingUsable } from '../../../../shared/search/nothing-usable.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { search as english } from '../../../../shared/words/en/search.ts';
import type { SearchWords } from '../../../../shared/words/search-words.ts';
import { say } from '../../../../shared/words/words.ts';
import { loadMessages, translations } from '../../../../client/src/messages/index.ts';
import { eachWarning } from '../../../support/each-finding.ts';
import { eachSearch, foundPoint } from '../../../support/made-searches.ts';
import { englishWords, figuresOf } from '../../../support/words-left.ts';

/** As it comes from the server: no two points are the same object. */
const kept = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

interface Made {
  search: SearchOrder;
  points: SearchPoint[];
}

function sentencesOf({ search, points }: Made, words: SearchWords): string[] {
  const { answer, more } = describeAnswer(search, kept(recommend(search, points)), words);
  return [answer.join(' '), ...more];
}

/** What is said beside an answer. What the system says stays as it is: here it is a figure. */
const eachUnusable: readonly Unusable[] = [
  { code: 'not-measured' },
  { code: 'no-replies' },
  { code: 'commands-failed', failed: 12_345, classes: ['5', '6'] },
  { code: 'commands-failed', failed: 1, classes: ['5'] },
  { code: 'broke-off', message: '42' },
];
const outOfTime: SearchWarning = {
  code: 'out-of-time',
  candidates: [
    { strategy: 'pipeline', batchSize: 16 },
    { strategy: 'auto-pipeline', batchSize: 64 },
  ],
};
const remarksOf = (words: SearchWords): string[] => [
  ...eachUnusable.map((reason) => say(reason, words.unusable)),
  ...[...eachWarning, outOfTime].map((warning) => say(warning, words.warning)),
  describeNothingUsable(
    eachUnusable.map((unusable, index) => foundPoint('pipeline', index + 2, 0, 1, { unusable })),
    words,
  ),
];

const shapeOf = (sentence: string) => sentence.replaceAll(/\d[\d.,]*/g, '#');

test('The answers that are looked at have every sentence that there is', () => {
  const used = new Set<string | symbol>();
  const watched = new Proxy(english, {
    get: (words, name): unknown => {
      used.add(name);
      return Reflect.get(words, name);
    },
  });
  for (const made of eachSearch) sentencesOf(made, watched);
  remarksOf(watched);
  expect(Object.keys(english).filter((name) => !used.has(name))).toEqual([]);
});

describe.each(translations)('In %s', async (language) => {
  const own = await loadMessages(language);
  const words = await own.search.words();

  function expectTranslated(sentences: readonly string[], original: readonly string[]) {
    expect(sentences).toHaveLength(original.length);
    for (const [index, sentence] of sentences.entries()) {
      expect(figuresOf(sentence), sentence).toEqual(figuresOf(original[index] ?? ''));
      expect(
        englishWords(sentence).filter((word) => !['roundtrip', 'clean', 'RESP2', 'HELLO'].includes(word)),
        sentence,
      ).toEqual([]);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    }
  }

  test.each(eachSearch)('$name: the figures are those of the English answer, and no word is', (made) => {
    expectTranslated(sentencesOf(made, words), sentencesOf(made, english));
  });

  test('what is said beside an answer is translated as well', () => {
    expectTranslated(remarksOf(words), remarksOf(english));
  });

  test('what differs in English differs here', () => {
    const shapes = (said: SearchWords) =>
      new Set(eachSearch.flatMap((made) => sentencesOf(made, said)).map(shapeOf));
    // Nouns that go with their number make some more.
    expect(shapes(words).size).toBeGreaterThanOrEqual(shapes(english).size);
  });

  test('a way is called as it is called everywhere else', () => {
    for (const strategy of searchStrategies)
      expect(words.name(strategy).toLowerCase()).toBe(own.strategy(strategy)?.label.toLowerCase());
  });
});

test('Each end of a curve that climbs is said in words of its own', () => {
  const ends = eachSearch.flatMap((made) =>
    sentencesOf(made, english).filter((said) => /climbing/.test(said)),
  );
  expect(new Set(ends.map(shapeOf)).size).toBe(2);
});

test('The verdicts of a point are in the words of the reader', () => {
  const [made] = eachSearch;
  if (!made) throw new Error('there is no search');
  expect(sentencesOf(made, english).join('\n')).toMatch(
    /Pipeline, 256 at a time: bound by the round trip: client 12 % and server 34 % busy/,
  );
});
