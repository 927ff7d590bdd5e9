import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import type { Cell, TableBlock, TableColumn } from './block.ts';

/** What a figure of a lane is read from. */
export interface LaneInResult {
  lane: LaneResult;
  index: number;
  result: Result;
}

/** A figure in its unit, and how it is read. */
export type FigureRead = readonly [
  unit: TableColumn['unit'],
  read: (measured: LaneInResult) => Cell | undefined,
];

/** A column of a table of lanes: its heading, and the figure in it. */
export type LaneColumn<Figure = FigureRead> = readonly [
  label: string,
  figure: Figure,
  more?: Partial<TableColumn> | undefined,
];

/** A row for each lane. */
export const laneTable = (
  result: Result,
  columns: readonly LaneColumn[],
): Pick<TableBlock, 'columns' | 'rows'> => ({
  columns: columns.map(([label, [unit], more]) => ({ label, unit, ...more })),
  rows: result.lanes.map((lane, index) =>
    columns.map(([, [, read]]) => read({ lane, index, result }) ?? null),
  ),
});
