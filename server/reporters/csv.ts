import { blocksOn, type Cell, type Report, type TableBlock } from '../../shared/report/block.ts';
import { cellAsData, isWords, withoutBars } from '../../shared/report/cell.ts';
import { plainText } from '../terminal/plain-text.ts';
import { reportOf } from './report-of.ts';
import type { Reporter } from './reporter.ts';

/** The mark between two cells. A semicolon comes with a decimal comma, as spreadsheets of many countries read it. */
export const csvSeparators = [',', ';'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/**
 * A line for each lane or point, ready to be drawn. Of a document without such a table, a line for each figure: its
 * tables differ in their columns, lines of a file should not.
 */
export const csvWith = (separator: CsvSeparator) =>
  ({
    id: 'csv',
    help: 'a line for each lane, redis-benchmark’s columns first, as CSV',
    report(document, write) {
      const report = reportOf(document);
      const tables = blocksOn(report.blocks, 'csv')
        .filter((block) => block.type === 'table')
        .map(withoutBars);
      const data = tables.find(({ isData }) => isData);
      for (const cells of data ? linesOfData(data) : linesOfFigures(tables, report))
        write(csvLine(cells, separator));
    },
  }) satisfies Reporter;

export const csv = csvWith(',');

const linesOfData = ({ columns, rows }: TableBlock): CsvCell[][] => [
  columns.map(({ label }) => label),
  ...rows.map((row) => columns.map((column, index) => cellAsData(row[index] ?? null, column))),
];

/** The first cell of a row names it; an interval stands behind its figure; what is not known has no line. */
const linesOfFigures = (tables: readonly TableBlock[], { keys }: Report): CsvCell[][] => [
  [...keys.map(([name]) => name), 'table', 'row', 'column', 'unit', 'origin', 'value', 'low', 'high'],
  ...tables.flatMap(({ title, columns, rows }) =>
    rows.flatMap((row) =>
      columns.flatMap(({ label, unit, origin }, index) => {
        const cell = row[index] ?? null;
        const isOfLast = isInterval(cell) && typeof row[index - 1] === 'number';
        if (index === 0 || cell === null || isOfLast) return [];
        const [low, high] = [cell, typeof cell === 'number' ? row[index + 1] : null].find(isInterval) ?? [];
        const place = [...keys.map(([, value]) => value), title, named(row[0]), label];
        return [[...place, unit, origin, isInterval(cell) ? null : named(cell), low, high]];
      }),
    ),
  ),
];

const isInterval = (cell: Cell | undefined): cell is readonly [number, number] => Array.isArray(cell);

const named = (cell: Exclude<Cell, readonly [number, number]> | Cell | undefined): CsvCell =>
  isWords(cell) ? cell.text : isInterval(cell) ? cell.join(' – ') : cell;

type CsvCell = string | number | boolean | null | undefined;

/** Every cell in quotes, as redis-benchmark does, and quotes doubled (RFC 4180). What is not known stays empty. */
export const csvLine = (cells: readonly CsvCell[], separator: CsvSeparator = ','): string =>
  `${cells.map((cell) => `"${textOf(cell, separator).replaceAll('"', '""')}"`).join(separator)}\n`;

const figure = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

/** Words that a spreadsheet would take for a formula are marked as text; figures are none. */
function textOf(cell: CsvCell, separator: CsvSeparator): string {
  const text = String(cell ?? '');
  if (typeof cell !== 'string' || figure.test(text)) return separator === ';' ? text.replace('.', ',') : text;
  return `${/^[=+\-@\t\r\n]/.test(text) ? "'" : ''}${plainText(text)}`;
}
