import type { Column, FigureTable, RecipeCell, RecipeResult, Text } from '../contract/recipe.ts';

/** A figure of a row, where the chart draws it. */
export interface ChartPoint {
  /** Name of its row, without that of its series; its parts. */
  label: Text[];
  /** Where it stands on the axis of settings, as a depth of 100; `null`: its label alone says it. */
  at: number | null;
  /** `null`: not measured. */
  value: number | null;
  /** 95 % interval. */
  interval: readonly [number, number] | null;
  published: number | null;
}

/** The picture of what a recipe found: one figure of one table, in the units of its column. */
export interface OutcomeChart {
  title: Text;
  column: Column;
  /** Heading of the settings along which a curve goes; `null`: their names say it. */
  axis: Text | null;
  /** curve: each point has a number to stand at, and there are two such numbers at least. */
  form: 'curve' | 'bars';
  series: { name: Text[]; points: ChartPoint[] }[];
}

type Drawn = Pick<RecipeResult, 'tables' | 'chart'>;

/**
 * The chart of a recipe's outcome, out of its tables: the column that the recipe names, otherwise the first figure of
 * the first table. `null`: nothing of it was measured.
 */
export function outcomeChart({ tables, chart }: Drawn): OutcomeChart | null {
  const table = tables[chart?.table ?? 0];
  const place = chart?.column ?? table?.columns.findIndex(isFigure) ?? -1;
  const column = table?.columns[place];
  if (!table || !column) return null;
  const points = pointsOf(table, place);
  if (!points.some(({ value }) => value !== null)) return null;
  const named = seriesOf(points);
  const isCurve = named.every(isLine);
  return {
    ...{ title: table.title, column },
    form: isCurve ? 'curve' : 'bars',
    axis: table.columns.find(isSetting)?.label ?? null,
    series: isCurve ? named : [{ name: [], points: points.map(({ others, ...point }) => point) }],
  };
}

/** Two points at least, no two of which stand at one place. */
const isLine = ({ points }: OutcomeChart['series'][number]) =>
  points.length > 1 &&
  points.every(({ at }) => at !== null) &&
  new Set(points.map(({ at }) => at)).size === points.length;

/** A setting that is a bare number. */
const isSetting = ({ origin, unit }: Column) => origin === 'setting' && unit !== 'text';

const isFigure = ({ origin, unit, detail }: Column) => origin === 'measured' && unit !== 'text' && !detail;

interface RowPoint extends ChartPoint {
  /** The parts of its name without the number, by which it belongs to a series. */
  others: Text[];
}

function pointsOf(table: FigureTable, place: number): RowPoint[] {
  const [interval, published] = beside(table, place);
  return table.rows.map((row) => {
    const [value, ends, other] = [row[place], row[interval], row[published]];
    return {
      ...nameOf(row, table.columns),
      value: typeof value === 'number' ? value : null,
      interval: Array.isArray(ends) ? ends : null,
      published: typeof other === 'number' ? other : null,
    };
  });
}

/** Columns of the interval and of the published figure: those that follow the figure, before the next one. */
function beside({ columns, rows }: FigureTable, place: number): [interval: number, published: number] {
  const end = columns.findIndex((column, index) => index > place && isFigure(column));
  const places = columns.map((_, index) => index).slice(place + 1, end < 0 ? undefined : end);
  return [
    places.find((index) => rows.some((row) => Array.isArray(row[index]))) ?? -1,
    places.find((index) => columns[index]?.origin === 'published') ?? -1,
  ];
}

/** A name of several parts: one with a number, and the others. */
function nameOf(
  row: readonly RecipeCell[],
  columns: readonly Column[],
): Pick<RowPoint, 'label' | 'others' | 'at'> {
  const parts = row.flatMap((cell, index) => (columns[index]?.origin === 'setting' ? partsOf(cell) : []));
  const numbered = parts.find(({ at }) => at !== null);
  const textsOf = (some: readonly NamePart[]) => some.map(({ text }) => text);
  return {
    at: numbered?.at ?? null,
    label: textsOf(parts),
    others: textsOf(parts.filter((part) => part !== numbered)),
  };
}

interface NamePart {
  text: Text;
  at: number | null;
}

function partsOf(cell: RecipeCell): NamePart[] {
  if (typeof cell === 'number') return [{ text: { code: 'count', count: cell }, at: cell }];
  if (typeof cell === 'string') return [{ text: cell, at: null }];
  if (cell === null || Array.isArray(cell)) return [];
  if (cell.code === 'list' && Array.isArray(cell['parts']))
    return (cell['parts'] as Text[]).flatMap((part) => partsOf(part));
  const numbers = Object.values(cell).filter((figure) => typeof figure === 'number');
  return [{ text: cell, at: numbers.length === 1 && typeof numbers[0] === 'number' ? numbers[0] : null }];
}

function seriesOf(points: readonly RowPoint[]): OutcomeChart['series'] {
  const byName = new Map<string, OutcomeChart['series'][number]>();
  for (const { others, ...point } of points) {
    const key = JSON.stringify(others);
    const series = byName.get(key) ?? { name: others, points: [] };
    byName.set(key, series);
    series.points.push({ ...point, label: point.label.filter((part) => !others.includes(part)) });
  }
  return [...byName.values()];
}
