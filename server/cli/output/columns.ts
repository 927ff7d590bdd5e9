import { largest } from '../../../shared/statistics/extremes.ts';
import { wrap } from '../../terminal/options/help.ts';

/** A cell of a table on a terminal; its colour is put on after its width is known. */
export type TerminalCell = string | { text: string; paint: (text: string) => string };

type Rows = readonly (readonly TerminalCell[])[];

type ColumnSide = 'left' | 'right';

const gap = 2;

const textOf = (cell: TerminalCell | undefined): string =>
  typeof cell === 'object' ? cell.text : (cell ?? '');
const painted = (cell: TerminalCell): string => (typeof cell === 'object' ? cell.paint(cell.text) : cell);

const widthsOf = (rows: Rows, columns: number) =>
  Array.from({ length: columns }, (_, column) =>
    largest(
      rows.map((row) => textOf(row[column]).length),
      0,
    ),
  );

/** Columns on a terminal that a table would take. */
export function widthOf(rows: Rows): number {
  const widths = widthsOf(rows, rows[0]?.length ?? 0);
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** Rows as columns that are as wide as their widest cell, a line each. */
export function columns(rows: Rows, sides: readonly ColumnSide[]): string {
  const widths = widthsOf(rows, sides.length);
  return rows
    .map((row) => {
      let line = '';
      let pending = '';
      for (const [column, cell] of row.entries()) {
        const padding = ' '.repeat((widths[column] ?? 0) - textOf(cell).length);
        // What stands behind the last text of a line is left out.
        if (textOf(cell) === '') pending += padding;
        else if (sides[column] === 'left') [line, pending] = [line + pending + painted(cell), padding];
        else [line, pending] = [line + pending + padding + painted(cell), ''];
        pending += ' '.repeat(gap);
      }
      return `${line}\n`;
    })
    .join('');
}

/** At most so many characters, the middle left out. */
export function truncated(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 3);
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}

/** A line in as many as a terminal needs, the others two further in than it. */
export function fitted(line: string, columns: number): string[] {
  const margin = /^ */.exec(line)?.[0] ?? '';
  if (line.length <= columns) return [line];
  const [first = '', ...rest] = wrap(line.trimStart(), columns - margin.length - 2);
  return [margin + first, ...rest.map((one) => `${margin}  ${one}`)];
}
