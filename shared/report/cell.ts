import { cellText, type CellFormat } from '../words/cell-text.ts';
import type { Numbers } from '../words/numbers.ts';
import type { Cell, CellWords, TableBlock, TableColumn } from './block.ts';

export const isWords = (cell: Cell | undefined): cell is CellWords =>
  typeof cell === 'object' && cell !== null && 'text' in cell;

/** `form`: which of its words, from the most to the fewest. */
export function cellInWords(
  cell: Cell,
  { unit, isExact }: Pick<TableColumn, 'unit' | 'isExact'>,
  numbers: Numbers,
  form = 0,
): string {
  if (isWords(cell)) {
    const forms = [cell.text, ...(cell.shorter ?? [])];
    return forms[Math.min(form, forms.length - 1)] ?? '';
  }
  if (typeof cell === 'boolean') return String(cell);
  return cellText(cell, unit === 'bar' ? 'count' : unit, numbers, isExact);
}

/** Decimals as redis-benchmark writes them. */
const decimals: Partial<Record<CellFormat | 'bar', number>> = {
  ...{ 'commands/s': 2, size: 2, µs: 2, ms: 3, share: 4, ratio: 4 },
};

/** For a machine; `null`: not known. */
export function cellAsData(cell: Cell, { unit }: Pick<TableColumn, 'unit'>): string | null {
  if (cell === null) return null;
  const places = decimals[unit];
  if (typeof cell === 'number' && places !== undefined) return cell.toFixed(places);
  return isWords(cell) ? cell.text : String(cell);
}

/** Whether a column is of words, which are read from the left. */
export const isLeft = ({ unit, isRight }: TableColumn): boolean =>
  unit === 'bar' || (unit === 'text' && !isRight);

type Columns = Pick<TableBlock, 'columns' | 'rows'>;

function withColumns<Table extends Columns>(table: Table, isKept: (index: number) => boolean): Table {
  const keep = <T>(cells: readonly T[]) => cells.filter((_, index) => isKept(index));
  return { ...table, columns: keep(table.columns), rows: table.rows.map(keep) };
}

/** A table without the columns of which nothing is known. */
export const withoutUnknown = <Table extends Columns>(table: Table): Table =>
  withColumns(table, (index) => table.rows.some((row) => row[index] != null));

/** For a surface that draws none: their figures stand beside them. */
export const withoutBars = <Table extends Columns>(table: Table): Table =>
  withColumns(table, (index) => table.columns[index]?.unit !== 'bar');
