import type { Measured, Place } from './measured.ts';
import type { Cell, Column, Table } from '../contract/recipe.ts';

export interface RateRow {
  label: string;
  place: Place;
  /** Commands per second, where somebody has published them. */
  published?: number | undefined;
}

/** One more figure of each row. */
export interface FurtherColumn<T extends RateRow = RateRow> {
  column: Column;
  cell: (row: T, measured: Measured) => Cell;
}

/** A row a lane: its rate with the interval, beside the published rate where there is one. */
export function ratesTable<T extends RateRow>(
  measured: Measured,
  rows: readonly T[],
  { title, further = [] }: { title: string; further?: readonly FurtherColumn<T>[] },
): Table {
  const isPublished = rows.some(({ published }) => published !== undefined);
  const columns: Column[] = [
    { label: '', unit: 'text', origin: 'setting' },
    { label: 'commands/s', unit: 'commands/s', origin: 'measured' },
    { label: '95 % interval', unit: 'commands/s', origin: 'measured', detail: true },
    ...(isPublished
      ? ([
          { label: 'published', unit: 'commands/s', origin: 'published' },
          { label: 'ratio to it', unit: 'ratio', origin: 'measured' },
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
  label: string,
  baseline: (row: T) => Place | null,
): FurtherColumn<T>[] => {
  const of = (row: T, measured: Measured) => {
    const to = baseline(row);
    return to && measured.ratio(row.place, to);
  };
  return [
    {
      column: { label, unit: 'ratio', origin: 'measured' },
      cell: (row, measured) => of(row, measured)?.ratio ?? null,
    },
    {
      column: { label: 'its interval', unit: 'ratio', origin: 'measured', detail: true },
      cell: (row, measured) => of(row, measured)?.ci95 ?? null,
    },
  ];
};

/** Percentiles of the command latency, ms. */
export const latencyColumns = (
  keys: readonly ('mean' | 'min' | 'p50' | 'p95' | 'p99' | 'max')[],
): FurtherColumn[] =>
  keys.map((key) => ({
    column: { label: `${key}, ms`, unit: 'ms', origin: 'measured' },
    cell: ({ place }, measured) => measured.lane(place)?.latencyMs.command?.[key] ?? null,
  }));

/** Share of one core that the server's main thread was busy. */
export const serverCpuColumn: FurtherColumn = {
  column: { label: 'server CPU', unit: 'share', origin: 'measured' },
  cell: ({ place }, measured) => measured.lane(place)?.server.cpu ?? null,
};
