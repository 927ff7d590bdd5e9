export type CsvCell = string | number | boolean | null | undefined;

/** Every cell in quotes, as redis-benchmark does, and quotes doubled (RFC 4180). What is not known stays empty. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')}\n`;

/** Words that a spreadsheet would take for a formula are marked as text. */
export const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
