import { plainText } from '../terminal/plain-text.ts';

export type CsvCell = string | number | boolean | null | undefined;

/** Every cell in quotes, as redis-benchmark does, and quotes doubled (RFC 4180). What is not known stays empty. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(',')}\n`;

/** Words that a spreadsheet would take for a formula are marked as text; figures are none. */
function textOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const isFormula = /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);
  return `${isFormula ? "'" : ''}${plainText(cell)}`;
}
