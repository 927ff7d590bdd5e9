import { describe, expect, test } from 'vitest';
import { en, type Messages } from '../../../client/src/messages/en.ts';
import { loadMessages, translations } from '../../../client/src/messages/index.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import type { SaidFinding } from '../../../shared/words/profile-words.ts';
import { figuresOf } from '../../support/words-left.ts';

type Phrase = (...samples: unknown[]) => unknown;
type Text = string | Phrase;

/** Every text by its path, as in `lane.baseline`; what is no text, or for other languages alone, apart. */
function textsOf(branch: object, path = ''): [string, Text][] {
  return Object.entries(branch).flatMap(([key, value]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (value === null || apart.includes(at)) return [];
    return typeof value === 'object' ? textsOf(value, at) : [[at, value as Text]];
  });
}
const apart = [
  'targets',
  'loadRecipes',
  'strategies',
  'words',
  'connection.refusal',
  'thousands',
  'search.words',
  'loadProfileWords.report.numbers',
];

/** What messages are given that take neither text nor numbers. */
const cluster = {
  slots: [5461, 5972],
  keys: 321,
  to: '127.0.0.1:7001',
  tookMs: 47,
  nodes: [{ address: '127.0.0.1:7001', calls: 15 }],
  redirections: { moved: 11, ask: 12, crossSlot: 13 },
};
const finding: SaidFinding = {
  ...{ perUnit: 12, units: 34, runs: 5, command: 'HGET/GET', place: 'cart.ts:7', kind: 'http' },
  ...{ waitingMs: 6.5, tripsNeeded: 2, savingMs: [4.25, 4.75], durationMs: 8.75 },
};
const proxy = { connections: 4, unread: 0, delayMs: 0.25, cpu: 0.5 };
/** Figures of a remark on a result of another tool. */
const remark = { runs: 3, count: 1234, line: 'Error', times: 21, name: 'SET' };
/** Messages that take them, by their paths. */
const special: readonly (readonly [where: RegExp, ...given: unknown[]])[] = [
  [/(^|\.)cluster\./, cluster],
  [/^loadForeignWords\.remark\./, remark],
  [/\.report\.finding\./, finding],
  [/\.report\.proxyCost$/, proxy],
  [/\.report\.unitsOf$/, 34, 'http'],
  [/\.report\.(?:firstOf|cutUnits)$/, { units: 34, kept: 52, of: 3210 }, 'http'],
];
const samples: readonly unknown[][] = [
  [1, 1, 1],
  [2, 3, 7, 9],
  [5, 21, 101, 64],
  [1234, 5678, 9012, 3456],
  [3.4, 12.5, 250, 1.25],
  [0, 0, 0, 0],
  [null, null, null],
  [8, 9, null],
];

/** What a message says; a function with everything that it could be given, and nothing where it takes no such thing. */
function said(path: string, text: Text): (string | null)[] {
  if (typeof text === 'string') return [text];
  const [, ...own] = special.find(([where]) => where.test(path)) ?? [];
  const given = own.length > 0 ? [own] : samples;
  return given.map((sample) => {
    try {
      return String(text(...sample));
    } catch (error) {
      if (!sample.includes(null)) throw error;
      return null;
    }
  });
}

/** With the words that come with what they are for: all that are loaded. */
async function withLoaded(messages: Messages) {
  const loaded = Object.entries(messages)
    .filter(([name]) => name.startsWith('load') && !apart.includes(name))
    .map(async ([name, load]) => [name, await (load as () => Promise<object>)()] as const);
  return {
    ...messages,
    ...Object.fromEntries(await Promise.all(loaded)),
    figures: messages.words.figures,
  };
}

const english = new Map(textsOf(await withLoaded(en)));

test('Every message in English can be said', () => {
  for (const [path, text] of english) expect(said(path, text)[0], path).toBeTypeOf('string');
});

describe.each(translations)('In %s', async (language) => {
  const own = await withLoaded(await loadMessages(language));
  const translated = textsOf(own);

  test('there is a text for each key, and no other', () => {
    expect(translated.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
  });

  /** What is said here beside what is said in English, where both can say it. */
  const beside = translated.flatMap(([path, text]) => {
    const there = said(path, english.get(path) ?? '');
    return said(path, text).flatMap((sentence, index) => {
      const original = there[index] ?? null;
      return sentence === null || original === null ? [] : [{ path, sentence, original }];
    });
  });

  test('no text is empty or tells of what is missing', () => {
    const missing = /undefined|null|NaN|\[object/;
    for (const { path, sentence, original } of beside) {
      if (original !== '') expect(sentence.trim(), path).not.toBe('');
      if (!missing.test(original)) expect(sentence, path).not.toMatch(missing);
    }
  });

  test('every sentence has the figures of the English one', () => {
    // One is said as a word in some sentences and written in others; none often is "no" or "nobody".
    const telling = (sentence: string, isRussian: boolean) =>
      figuresOf(sentence, isRussian).filter((figure) => !['0', '1'].includes(figure));
    for (const { path, sentence, original } of beside)
      expect(telling(sentence, language === 'ru'), `${path}: ${sentence}`).toEqual(telling(original, false));
  });

  test('hardly a text was left as it is in English', () => {
    const left = translated.filter(
      ([path, text]) => typeof text === 'string' && /[a-z]{2}/.test(text) && text === english.get(path),
    );
    expect(left.length, left.map(([path]) => path).join(', ')).toBeLessThan(20);
  });

  test('words for strategies are for all that the page offers', () => {
    const offered = strategyDescriptions.filter(({ hidden }) => !hidden).map(({ id }) => id);
    expect(offered.filter((id) => own.strategy(id) === undefined)).toEqual([]);
  });
});
