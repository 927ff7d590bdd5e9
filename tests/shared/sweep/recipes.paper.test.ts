import { describe, expect, test } from 'vitest';
import { recipes } from '../../../shared/sweep/recipes.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { recipeLanguage as russian } from '../../../shared/sweep/ru/index.ts';
import { recipeLanguage as chinese } from '../../../shared/sweep/zh/index.ts';
import { Measured } from '../../../shared/sweep/measured.ts';
import { recipeForms, serverPrograms, type RecipeForm } from '../../../shared/contract/enums.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { capabilitiesOn } from '../../../server/engine/run/assert-plan.ts';
import { privateTargets } from '../../../shared/contract/private-server.ts';
import { checkPlan } from '../../../shared/plan/check/check-plan.ts';
import { judgedIn, tablesIn } from '../../support/recipe-in-english.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';

const all = recipes.flatMap((recipe) => recipeForms.map((form) => [recipe.id, form, recipe] as const));

/** Lanes that differ, so that something is told. */
const rateOf = (lane: string) => (lane.startsWith('auto-pipeline') ? 500 : 1000);

test('no two recipes have the same place', () => {
  expect(new Set(recipes.map(({ order }) => order)).size).toBe(recipes.length);
});

test.each(recipes)('$id is the name of its file, and of its words in each language', ({ id, words }) => {
  expect(english.recipe(id)).toBe(words);
  for (const language of [russian, chinese]) expect(language.recipe(id)?.title).toMatch(/./);
});

describe.each(all)('%s, %s form', (_id, form: RecipeForm, recipe) => {
  test('its plans can be carried out', () => {
    for (const { plan } of recipe.steps(form))
      expect(
        checkPlan(parsePlan(plan), { ...capabilitiesOn(...privateTargets), programs: serverPrograms }),
      ).toEqual([]);
  });

  test('no two of its steps have the same name, and paces belong to lanes that there are', () => {
    const steps = recipe.steps(form);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    for (const { plan, pace = {} } of steps)
      expect(parsePlan(plan).lanes.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(pace)));
  });

  test('without anything measured, it claims nothing and shows what was published', () => {
    const nothing = new Measured([]);
    for (const judge of Object.values(recipe.claims))
      expect(judge(nothing).outcome).toBe('cannot be seen here');
    expect(recipe.read(nothing)).toEqual([]);
    expect(recipe.prediction.answer(nothing)).toBeNull();
    for (const { columns, rows } of recipe.tables(nothing)) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toHaveLength(columns.length);
        expect(row.filter((_, at) => columns[at]?.origin === 'measured')).toSatisfy((cells: unknown[]) =>
          cells.every((cell) => cell === null),
        );
      }
    }
  });

  test('stopped before the last lane of its first step, it names no winner', () => {
    const [first] = recipe.steps(form);
    const missing = first?.plan.lanes.at(-1)?.id;
    const measuredBut = (left: string | undefined) =>
      makeMeasured(
        recipe,
        (step, lane) => (step === first?.id && lane === left ? null : { rate: 1000, bystanderP99: 2 }),
        { form, alone: { p50: 1, p99: 2 } },
      );
    const measured = measuredBut(missing);
    const winners = (of: Measured) =>
      recipe.read(of).filter(({ code }) => /^fastest-(?!write)/.test(code)).length;
    expect(winners(measured)).toBeLessThanOrEqual(Math.max(0, winners(measuredBut(undefined)) - 1));
    expect(measured.hasAll([[first?.id ?? '', missing ?? '']])).toBe(false);
    expect(measured.hasAll([[first?.id ?? '', 'of-another-form']])).toBe(true);
    // What becomes of MSET in a cluster is seen without the others.
    if (recipe.prediction.type === 'choice' && recipe.id !== 'cluster')
      expect(recipe.prediction.answer(measured)).toBeNull();
  });

  test('with everything measured, it says something of it', () => {
    const measured = makeMeasured(
      recipe,
      (_, lane) => ({
        rate: rateOf(lane),
        p50: 1,
        p99: 2,
        batchP50: 3,
        serverCpu: 0.5,
        serverMicros: 1,
        clientCpu: 0.5,
        pingMs: 1,
        bystanderP99: 2,
        effectiveBatch: 2,
      }),
      { form, alone: { p50: 1, p99: 2 } },
    );
    expect(recipe.read(measured).length).toBeGreaterThan(0);
    expect(recipe.prediction.answer(measured)).not.toBeNull();
    for (const { because } of judgedIn(recipe, measured)) expect(because).toMatch(/\d/);
    for (const { columns, rows } of recipe.tables(measured))
      for (const row of rows)
        expect(
          row.some((cell, at) => columns[at]?.origin === 'measured' && cell !== null),
          JSON.stringify(row),
        ).toBe(true);
  });
});

test.each(
  recipes.flatMap(({ id, prediction }) => (prediction.type === 'choice' ? [[id, prediction] as const] : [])),
)('%s: its answer is one of its choices', (id, { choices, answer }) => {
  const recipe = recipes.find((one) => one.id === id);
  if (!recipe) throw new Error(id);
  expect(choices).toContain(
    answer(makeMeasured(recipe, (_, lane) => ({ rate: rateOf(lane), bystanderP99: 1 }))),
  );
});

test('In front of a class every table keeps a measured column, no interval, and what was published of what is left', () => {
  for (const recipe of recipes) {
    const figures = { rate: [900, 1000, 1100, 1000, 950, 1050, 1000, 1000], p50: 1, p99: 2, pingMs: 1 };
    for (const { title, columns, rows } of recipe.tables(makeMeasured(recipe, () => figures))) {
      const where = `${recipe.id}: ${JSON.stringify(title)}`;
      let isFigureOut = false;
      columns.forEach(({ origin, label, detail = false }, index) => {
        const isInterval = rows.some((row) => Array.isArray(row[index]));
        if (isInterval) expect(detail, `${where}: ${JSON.stringify(label)}`).toBe(true);
        else if (origin === 'published')
          expect(detail, `${where}: ${JSON.stringify(label)}`).toBe(isFigureOut);
        else isFigureOut = detail;
      });
      expect(
        columns.some(({ origin, detail }) => origin === 'measured' && !detail),
        where,
      ).toBe(true);
    }
  }
});

test('A class that is asked what large batches cost is shown it: time, and memory on both sides', () => {
  const limits = recipes.find(({ id }) => id === 'batch-limits');
  const [table] = limits ? tablesIn(limits, new Measured([])) : [];
  const left = table?.columns.filter(({ detail }) => !detail).map(({ label }) => label);
  expect(left).toEqual(expect.arrayContaining(['p50, ms', 'p99, ms', 'replies waiting', 'client memory']));
});
