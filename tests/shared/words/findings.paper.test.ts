import { describe, expect, test } from 'vitest';
import { verdictSchema } from '../../../shared/contract/verdict.ts';
import { warningSchema } from '../../../shared/contract/warning.ts';
import { english } from '../../../shared/words/en/index.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import { say, type Words } from '../../../shared/words/words.ts';
import { chinese } from '../../../shared/words/zh/index.ts';
import { eachVerdict, eachWarning } from '../../support/each-finding.ts';
import { englishWords, figuresOf } from '../../support/words-left.ts';

const partsOf = (words: Words) => [
  ...eachVerdict.flatMap((finding) => {
    const { sentence, advice } = say(finding, words.verdict);
    return advice === '' ? [sentence] : [sentence, advice];
  }),
  ...eachWarning.map((finding) => say(finding, words.warning)),
];

test('The findings that are looked at have every code that there is, and are as the contract says', () => {
  const codes = (findings: readonly { code: string }[]) => [...new Set(findings.map(({ code }) => code))];
  expect(codes(eachVerdict).sort()).toEqual(Object.keys(english.verdict).sort());
  expect(codes(eachWarning).sort()).toEqual(Object.keys(english.warning).sort());
  for (const finding of eachVerdict) expect(verdictSchema.parse(finding)).toEqual(finding);
  for (const finding of eachWarning) expect(warningSchema.parse(finding)).toEqual(finding);
});

describe.each([
  ['Russian', russian, /[а-я]/],
  ['Chinese', chinese, /\p{Script=Han}/u],
] as const)('In %s', (_language, words, letters) => {
  test('every finding has the figures of the English one, and no English word', () => {
    const original = partsOf(english);
    for (const [index, part] of partsOf(words).entries()) {
      expect(figuresOf(part), part).toEqual(figuresOf(original[index] ?? ''));
      expect(part).toMatch(letters);
      expect(part).not.toMatch(/undefined|null|NaN|\[object/);
      expect(
        englishWords(part).filter(
          (word) => !['roundtrip', 'clean', 'redis-cli', 'RESP2', 'HELLO'].includes(word),
        ),
        part,
      ).toEqual([]);
    }
  });

  test('what differs in English differs here', () => {
    expect(new Set(partsOf(words)).size).toBe(new Set(partsOf(english)).size);
  });
});

test('A PING that took longer than the trip is no evidence of what bounds it', () => {
  const said = (tripMs: number) => {
    const load = { client: 0.5, server: null, tripMs, pingMs: 2 };
    return say({ code: 'unclear', bound: 'none', load }, english.verdict).sentence;
  };
  expect(said(3)).toContain('PING');
  expect(said(1)).not.toContain('PING');
});
