import { expect, test } from 'vitest';
import { recipeForms } from '../../../shared/contract/enums.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';
import { Measured } from '../../../shared/sweep/measured.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { recipeLanguage as russian } from '../../../shared/sweep/ru/index.ts';
import { recipeLanguage as chinese } from '../../../shared/sweep/zh/index.ts';
import { choiceInWords, labelInWords, outcomeInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { saidIn } from '../../support/recipe-in-english.ts';
import type { RecipeLanguage } from '../../../shared/sweep/recipe-in-words.ts';

const figures: MadeLane = {
  rate: 1000,
  p50: 1,
  p99: 2,
  batchP50: 3,
  serverCpu: 0.5,
  serverMicros: 1,
  clientCpu: 0.5,
  pingMs: 1,
  bystanderP99: 2,
  effectiveBatch: 2,
  bytesAWrite: 1490,
  atomicity: { halfDone: 3 },
};
const failing: MadeLane = { ...figures, failures: { CROSSSLOT: 500 } };
const even = { ...figures, rate: [1, 9, 2, 8, 3, 7, 1, 9].map((rate) => 1000 * rate) };

/** All that every recipe says, of figures of several kinds. */
const everything = (language: RecipeLanguage): string[] =>
  recipes.flatMap((recipe) =>
    [
      ...[figures, failing, even].flatMap((made) =>
        recipeForms.map((form) => makeMeasured(recipe, () => made, { form, alone: { p50: 1, p99: 2 } })),
      ),
      makeMeasured(recipe, () => figures, { isOneMachine: false }),
      makeMeasured(recipe, () => figures, { cores: 2, programs: ['redis-server'] }),
      new Measured([]),
    ].flatMap((measured) => {
      const { title, question, source, prediction, takeaway, tables, claims, reading } = saidIn(
        recipe,
        measured,
        language,
      );
      const { choices } = recipe.prediction.type === 'choice' ? recipe.prediction : { choices: [] };
      return [
        ...[title, question, source, prediction.ask, ...(takeaway === null ? [] : [takeaway]), ...reading],
        ...choices.map((choice) => choiceInWords(choice, recipe.id, language)),
        ...claims.flatMap(({ text, rule, because }) => [text, rule, because]),
        ...tables.flatMap((table) => [
          table.title,
          ...table.columns.map(({ label }) => label),
          ...table.rows.flat().filter((cell) => typeof cell === 'string'),
        ]),
        ...recipeForms.flatMap((form) =>
          recipe.steps(form).map(({ label }) => labelInWords(label, recipe.id, language)),
        ),
      ];
    }),
  );

test.each([english, russian, chinese])('In $lang nothing lacks its words or its figures', (language) => {
  const said = everything(language);
  expect(said.length).toBeGreaterThan(1000);
  expect(said.filter((text) => /undefined|null|NaN|\[object|Infinity/.test(text))).toEqual([]);
  // A code without words would be shown as it is.
  expect(
    said.filter(
      (text) => /^[a-z]+(-[a-z0-9]+)+$/.test(text) && !['auto-pipelining', 'node-redis'].includes(text),
    ),
  ).toEqual([]);
});

/** Names, units and documents, which are the same in every language. */
const names =
  /redis-benchmark|redis-server|valkey-server|valkey|devhands\.io|redis\.conf|redis\/node-redis|redis\/lettuce|redis\/redis-benchmarks-specification|node-redis|ioredis|GLIDE|AbortSignal|Jedis|document|Redis|append-only|appendfsync|loopback|socket|event loop|concurrent|auto-pipeline|README|Xeon|ping|Mbit|commands\/s|max|mean|min|kB|ms|µs|CROSSSLOT|WRONGTYPE|KiB|MiB|GiB|GHz|LAN|AOF|CPU/gi;

test.each([russian, chinese])('In $lang nothing is left in English but names', (language) => {
  const left = everything(language).filter((text) => /[a-z]{4}/.test(text.replace(names, '')));
  expect([...new Set(left)]).toEqual([]);
});

test('A recipe that this program does not have is shown by its codes', () => {
  const said = outcomeInWords(
    {
      ...{ kind: 'recipe', schema: 2, recipe: 'of-tomorrow', form: 'quick', state: 'completed' },
      ...{ startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:01:00.000Z' },
      prediction: { unit: null, answer: 'blue' },
      tables: [],
      claims: [{ claim: 'it-flies', outcome: 'holds', evidence: [{ code: 'height', metres: 3 }] }],
      reading: [{ code: 'it-flew' }],
      warnings: [],
    },
    english,
  );
  expect(said).toMatchObject({
    title: 'of-tomorrow',
    prediction: { answer: 'blue' },
    claims: [{ text: 'it-flies', because: 'height' }],
    reading: ['it-flew'],
  });
});
