import { describe, expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { loadMessages, translations } from '../../../client/src/messages/index.ts';
import { eachVerdict, judgedLane } from '../../support/judged-lane.ts';
import { englishWords, figuresOf } from '../../support/words-left.ts';

test('In English the page leaves every verdict to the server', () => {
  const { lane, run, strategy } = judgedLane({});
  expect(en.verdict(lane, run, strategy)).toBeNull();
});

test('The verdicts that are looked at are all that there are', () => {
  const said = eachVerdict.map((given) => judgedLane(given).lane.verdict);
  // A thread or several, a server that is known or not, a PING that is known or not.
  expect(new Set(said.map(({ sentence }) => sentence.replaceAll(/\d[\d.]*/g, '#'))).size).toBe(11);
  expect(new Set(said.map(({ advice }) => advice.replaceAll(/\d[\d.]*/g, '#'))).size).toBe(10);
});

describe.each(translations)('In %s', async (language) => {
  const own = await loadMessages(language);

  test.each(eachVerdict)(
    'a verdict on %j has the figures of the English one, and no English word',
    (given) => {
      const { lane, run, strategy } = judgedLane(given);
      const verdict = own.verdict(lane, run, strategy);
      expect(verdict?.bound).toBe(lane.verdict.bound);
      for (const part of ['sentence', 'advice'] as const) {
        const said = verdict?.[part] ?? '';
        expect(figuresOf(said), said).toEqual(figuresOf(lane.verdict[part]));
        expect(said).not.toMatch(/undefined|null|NaN|\[object/);
        expect(said.trim()).not.toBe('');
        expect(englishWords(said), said).toEqual([]);
      }
    },
  );

  test('what differs in English differs here', () => {
    const verdicts = eachVerdict.map((given) => judgedLane(given));
    const here = verdicts.map(({ lane, run, strategy }) => own.verdict(lane, run, strategy));
    for (const part of ['sentence', 'advice'] as const)
      expect(new Set(here.map((verdict) => verdict?.[part])).size).toBe(
        new Set(verdicts.map(({ lane }) => lane.verdict[part])).size,
      );
  });

  describe('the server’s own words stay', () => {
    const { lane, run, strategy } = judgedLane({ client: 0.12, server: 0.34 });

    test('for a strategy that the page does not know', () => {
      expect(own.verdict(lane, run, undefined)).toBeNull();
    });

    test('for a lane that the plan does not have', () => {
      expect(own.verdict({ ...lane, id: 'another' }, run, strategy)).toBeNull();
    });

    test('where the server found something else', () => {
      const verdict = { ...lane.verdict, bound: 'none' as const };
      expect(own.verdict({ ...lane, verdict }, run, strategy)).toBeNull();
    });

    test('where they tell other figures', () => {
      const verdict = { ...lane.verdict, sentence: lane.verdict.sentence.replace('34', '35') };
      expect(own.verdict({ ...lane, verdict }, run, strategy)).toBeNull();
    });
  });
});
