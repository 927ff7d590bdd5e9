import { expect, test } from 'vitest';
import type { FigureTable } from '../../../shared/contract/recipe.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';
import { outcomeChart } from '../../../shared/sweep/outcome-chart.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';

const depth = (depth: number) => ({ code: 'depth', depth });
const listed = (...parts: unknown[]) => ({ code: 'list', parts });

const columns: FigureTable['columns'] = [
  { label: '', unit: 'text', origin: 'setting' },
  { label: 'commands/s', unit: 'commands/s', origin: 'measured' },
  { label: 'interval', unit: 'commands/s', origin: 'measured', detail: true },
  { label: 'published', unit: 'commands/s', origin: 'published' },
  { label: 'p99', unit: 'ms', origin: 'measured' },
];

test('rows whose names have a number are points of a curve, a line for each other part of the name', () => {
  const rows = [
    [listed(depth(1), 'raw'), 100, [90, 110], 120, 5],
    [listed(depth(10), 'raw'), 900, [800, 1000], null, 6],
    [listed(depth(1), 'ioredis'), 80, null, null, 7],
    [listed(depth(10), 'ioredis'), null, null, null, 8],
  ] satisfies FigureTable['rows'];
  expect(outcomeChart({ tables: [{ title: 'SET', columns, rows }] })).toEqual({
    title: 'SET',
    column: columns[1],
    axis: null,
    form: 'curve',
    series: [
      {
        name: ['raw'],
        points: [
          { label: [depth(1)], at: 1, value: 100, interval: [90, 110], published: 120 },
          { label: [depth(10)], at: 10, value: 900, interval: [800, 1000], published: null },
        ],
      },
      {
        name: ['ioredis'],
        points: [
          { label: [depth(1)], at: 1, value: 80, interval: null, published: null },
          { label: [depth(10)], at: 10, value: null, interval: null, published: null },
        ],
      },
    ],
  });
});

test('a column that is named is drawn, and has no interval or published figure of another', () => {
  const rows = [['a', 100, [90, 110], 120, 5]] satisfies FigureTable['rows'];
  const chart = outcomeChart({ tables: [{ title: '', columns, rows }], chart: { table: 0, column: 4 } });
  expect(chart?.column.label).toBe('p99');
  expect(chart?.series).toEqual([
    { name: [], points: [{ label: ['a'], at: null, value: 5, interval: null, published: null }] },
  ]);
});

test.each([
  ['no number in a name', ['a', 'b']],
  ['two points at one place', [depth(10), listed(depth(10), 'x'), listed(depth(10))]],
  ['one point a line', [listed(depth(1), 'x'), listed(depth(2), 'y')]],
])('bars: %s', (_what, names) => {
  const rows = names.map((name) => [name, 1, null, null, 1]) as FigureTable['rows'];
  expect(outcomeChart({ tables: [{ title: '', columns, rows }] })?.form).toBe('bars');
});

test('nothing measured, nothing drawn', () => {
  const rows = [['a', null, null, 120, null]] satisfies FigureTable['rows'];
  expect(outcomeChart({ tables: [{ title: '', columns, rows }] })).toBeNull();
  expect(outcomeChart({ tables: [] })).toBeNull();
});

test.each(recipes)('$id has a figure for every row that was measured', (recipe) => {
  const measured = makeMeasured(recipe, () => ({ rate: 1000, bystanderP99: 2, effectiveBatch: 2 }));
  const tables = recipe.tables(measured);
  const chart = outcomeChart({ tables, ...(recipe.chart ? { chart: recipe.chart } : {}) });
  const points = chart?.series.flatMap((series) => series.points) ?? [];
  expect(points).toHaveLength(tables[recipe.chart?.table ?? 0]?.rows.length ?? 0);
  // A row that the others are held against has no ratio.
  expect(points.filter(({ value }) => value === null).length).toBeLessThan(points.length / 2);
});
