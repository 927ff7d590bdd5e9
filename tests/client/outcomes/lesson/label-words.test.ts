import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { labelWords } from '../../../../client/src/outcomes/lesson/label-words.ts';
import { loadMessages, translations } from '../../../../client/src/messages/index.ts';
import { recipes } from '../../../../shared/recipes/index.ts';
import { Measured } from '../../../../shared/recipes/measured.ts';
import { recipeForms } from '../../../../shared/contract/enums.ts';

test('In English a label is what it is', () => {
  expect(labelWords('ratio to it', en)).toEqual({ text: 'ratio to it', lang: 'en' });
});

test.each([
  ['ratio to it', 'отношение'],
  ['95 % interval', 'интервал 95 %'],
  ['against 10,000', 'к 10\u202f000'],
  ['MSET 10,000', 'MSET 10\u202f000'],
  ['1, 5, 10 and 50 connections', 'соединений: 1, 5, 10 и 50'],
  ['another continent, 178.6 ms', 'другой континент, 178.6 ms'],
  ['3000 bytes, ioredis', '3000 байт, ioredis'],
])('The label %j is said with its own figures', async (label, text) => {
  expect(labelWords(label, await loadMessages('ru'))).toEqual({ text, lang: undefined });
});

test('A label of which a part has no words stays English as a whole', async () => {
  expect(labelWords('SET of 100 bytes, one by one', await loadMessages('ru'))).toEqual({
    text: 'SET of 100 bytes, one by one',
    lang: 'en',
  });
});

test.each(translations)('In %s no step and no column of a recipe is left in English', async (language) => {
  const messages = await loadMessages(language);
  const nothing = new Measured([]);
  const labels = recipes.flatMap((recipe) => [
    ...recipeForms.flatMap((form) => recipe.steps(form).map(({ label }) => label)),
    ...recipe.tables(nothing).flatMap(({ columns }) => columns.map(({ label }) => label)),
  ]);
  expect(labels.length).toBeGreaterThan(100);
  expect([...new Set(labels)].filter((label) => labelWords(label, messages).lang === 'en')).toEqual([]);
});
