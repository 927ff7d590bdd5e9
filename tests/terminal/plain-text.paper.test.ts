import { expect, test } from 'vitest';
import { plainJson, plainText, plainTexts } from '../../server/terminal/plain-text.ts';

test.each([
  ['a screen that is cleared and a title that is set', 'ERR \u001b[2J\u001b]0;X\u0007!', 'ERR [2J]0;X!'],
  ['C1 controls, which are escapes as well', '\u009b31mred\u0085', '31mred'],
  ['a line that is written over', 'all\rnothing\u0008\u007f', 'allnothing'],
  ['text that is turned round', 'a\u202ecba\u2066\u2069\u200f\u061c', 'acba'],
  ['what is no control', 'tab\tline\nünï 漢字 😀 – ×', 'tab\tline\nünï 漢字 😀 – ×'],
])('%s', (_what, foreign, plain) => {
  expect(plainText(foreign)).toBe(plain);
});

test('a document is made plain in all its texts, names included', () => {
  expect(plainTexts({ 'a\u001b': ['b\u009b', 1, null, { c: 'd\u202e' }] })).toEqual({
    a: ['b', 1, null, { c: 'd' }],
  });
});

test('as JSON nothing is lost, and nothing stands in it that a terminal obeys', () => {
  const document = { label: 'a\u001b[2J\u009b\u202e\nb' };
  const text = plainJson(document, 2);
  expect(JSON.parse(text)).toEqual(document);
  expect(plainText(text)).toBe(text);
});
