import { expect, test } from 'vitest';
import { detailColumns } from '../../client/src/state/lessons/detail-columns.ts';
import { recipes } from '../../shared/recipes/index.ts';
import { makeMeasured } from '../support/made-outcomes.ts';

const column = (label: string, origin: 'setting' | 'measured' | 'published' = 'measured') => ({
  label,
  origin,
});
const kept = (columns: ReturnType<typeof column>[]) => {
  const out = detailColumns(columns);
  return columns.flatMap(({ label }, index) => (out.has(index) ? [] : [label]));
};

test('Intervals and what only explains a figure go, and what was published of it with them', () => {
  const published = column('published', 'published');
  expect(
    kept([
      column('server', 'setting'),
      column('PING, ms'),
      published,
      column('pipeline, ms'),
      published,
      column('gain'),
      column('interval'),
      column('segments'),
    ]),
  ).toEqual(['server', 'pipeline, ms', 'published', 'gain']);
});

test('A gain is never parted from what was published of it by its interval', () => {
  expect(kept([column('gain'), column('interval'), column('published', 'published')])).toEqual([
    'gain',
    'published',
  ]);
});

test('A table about latency keeps its latencies', () => {
  expect(kept([column('', 'setting'), column('p50, ms'), column('mean, ms'), column('p99, ms')])).toEqual([
    '',
    'p50, ms',
    'mean, ms',
    'p99, ms',
  ]);
});

test('Every table of every recipe keeps a measured column, and its ratios', () => {
  for (const recipe of recipes) {
    const measured = makeMeasured(recipe, () => 1000);
    for (const { columns } of recipe.tables(measured)) {
      const left = columns.filter((_, index) => !detailColumns(columns).has(index));
      expect(left.some(({ origin }) => origin === 'measured')).toBe(true);
      const ratios = columns.filter(({ unit, label }) => unit === 'ratio' && !label.endsWith('interval'));
      expect(left).toEqual(expect.arrayContaining(ratios));
    }
  }
});
