import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { ru } from '../../../client/src/messages/ru.ts';

const css = readFileSync(new URL('../../../client/src/shell/face/face.css', import.meta.url), 'utf8');
const inFace = new Set(
  [...css.matchAll(/unicode-range:([^;]+);/g)].flatMap(([, range = '']) =>
    range.split(',').flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((digits) => parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  ),
);

/** The strings of words, and of the source of functions among them. */
const textOf = (words: unknown): string => {
  if (typeof words === 'object' && words !== null) return Object.values(words).map(textOf).join('');
  return typeof words === 'string' || typeof words === 'function' ? String(words) : '';
};

/** Pictures more than letters, which Roboto does not have. */
const ofTheSystem = '←→≈≤≥√✓✗ⁿ中文';

test.each([
  ['English', en],
  ['Russian', ru],
])('The face has every character that the page writes in %s', (_, words) => {
  const written = new Set(textOf(words));
  expect(written.size).toBeGreaterThan(60);
  const missing = [...written].filter(
    (character) =>
      !inFace.has(character.codePointAt(0) ?? 0) && !ofTheSystem.includes(character) && character >= ' ',
  );
  expect(missing).toEqual([]);
});
