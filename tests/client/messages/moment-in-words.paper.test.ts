import { expect, test } from 'vitest';
import { momentInWords } from '../../../client/src/messages/for-reader.ts';

const noon = new Date(2026, 10, 22, 12, 34, 56).toISOString();

test.each<[string, string, string[], RegExp]>([
  ['in the language of the page, whatever the browser speaks', 'ru', ['en-US', 'en'], /22 нояб.* 2026/],
  ['in Chinese', 'zh', ['en-US'], /2026年11月22日/],
  ['in the browser’s own variant of that language', 'en', ['fr-FR', 'en-GB'], /^22 Nov 2026, 12:34:56$/],
  ['in English where the browser speaks none that the page does', 'en', ['fr-FR'], /^Nov 22, 2026/],
])('A moment is written %s', (_what, language, variants, written) => {
  expect(momentInWords(noon, language, variants)).toMatch(written);
});
