import type { Measured, LaneSource } from './measured.ts';
import { label, listOf } from './phrase.ts';
import type { Column, FigureTable, LatencyKey, RecipeCell, Text } from '../contract/recipe.ts';

export interface RateRow {
  label: Text;
  place: LaneSource;
  /** Commands per second, where somebody has published them. */
  published?: number | undefined;
}

/** One more figure of each row. */
export interface FurtherColumn<T extends RateRow = RateRow> {
  column: Column;
  cell: (row: T, measured: Measured) => RecipeCell;
}

/** A row a lane: its rate with the interval, beside the published rate where there is one. */
export function ratesTable<T extends RateRow>(
  measured: Measured,
  rows: readonly T[],
  { title, further = [] }: { title: Text; further?: readonly FurtherColumn<T>[] },
): FigureTable {
  const isPublished = rows.some(({ published }) => published !== undefined);
  const columns: Column[] = [
    { label: '', unit: 'text', origin: 'setting' },
    { label: label('per-second'), unit: 'commands/s', origin: 'measured' },
    { label: label('interval'), unit: 'commands/s', origin: 'measured', detail: true },
    ...(isPublished
      ? ([
          { label: label('published'), unit: 'commands/s', origin: 'published' },
          { label: label('ratio-to-published'), unit: 'ratio', origin: 'measured' },
        ] as const)
      : []),
    ...further.map(({ column }) => column),
  ];
  return {
    title,
    columns,
    rows: rows.map((row) => {
      const rate = measured.rate(row.place);
      return [
        row.label,
        rate,
        measured.interval(row.place),
        ...(isPublished
          ? [row.published ?? null, rate !== null && row.published ? rate / row.published : null]
          : []),
        ...further.map(({ cell }) => cell(row, measured)),
      ];
    }),
  };
}

/** How many times as fast as another lane, with its interval. */
export const ratioColumns = <T extends RateRow>(
  heading: Text,
  baseline: (row: T) => LaneSource | null,
): FurtherColumn<T>[] => {
  const of = (row: T, measured: Measured) => {
    const to = baseline(row);
    return to && measured.ratio(row.place, to);
  };
  return [
    {
      column: { label: heading, unit: 'ratio', origin: 'measured' },
      cell: (row, measured) => of(row, measured)?.ratio ?? null,
    },
    {
      column: { label: label('its-interval'), unit: 'ratio', origin: 'measured', detail: true },
      cell: (row, measured) => of(row, measured)?.ci95 ?? null,
    },
  ];
};

/** Percentiles of the command latency, ms. */
export const latencyColumns = (keys: readonly LatencyKey[]): FurtherColumn[] =>
  keys.map((key) => ({
    column: { label: listOf(label('latency', { key }), 'ms'), unit: 'ms', origin: 'measured' },
    cell: ({ place }, measured) => measured.lane(place)?.latencyMs.command?.[key] ?? null,
  }));

/** Share of one core that the server's main thread was busy. */
export const serverCpuColumn: FurtherColumn = {
  column: { label: label('server-cpu'), unit: 'share', origin: 'measured' },
  cell: ({ place }, measured) => measured.lane(place)?.server.cpu ?? null,
};
