import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recipeResultSchema } from '../../../shared/contract/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { outcomeInWords } from '../../../shared/sweep/recipe-in-words.ts';
import type { RecordedOutcomes } from '../../../shared/sweep/recorded.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';

const file = new URL('../../../client/src/outcomes/lesson/recorded.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedOutcomes;

test('recorded outcomes are of lessons that there are, in their order, and the first lesson has one', () => {
  const known = recipes.map(({ id }) => id);
  expect(Object.keys(recorded)).toEqual(known.filter((id) => id in recorded));
  expect(recorded).toHaveProperty(known[0] ?? '');
});

test.each(Object.entries(recorded))(
  '%s is a whole outcome in the form of today, with a chart',
  (id, outcome) => {
    const { on, ...document } = outcome;
    expect(recipeResultSchema.safeParse({ ...document, steps: [] }).error?.issues).toBeUndefined();
    expect(document).toMatchObject({ recipe: id, state: 'completed' });
    expect(Object.values(on)).not.toContain('');
    const said = outcomeInWords(outcome, english);
    expect(said.chart).not.toBeNull();
    expect(said.isBusy).toBe(false);
  },
);
