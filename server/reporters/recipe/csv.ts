import type { Cell, RecipeResult, Table } from '../../../shared/contract/recipe.ts';
import { asText, csvLine, type CsvCell } from '../csv-line.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/** A line for each figure: tables of a recipe differ in their columns, lines of a file should not. */
export const recipeCsv: RecipeReporter = {
  id: 'csv',
  report(result, write) {
    write(csvLine(['recipe', 'form', 'table', 'row', 'column', 'unit', 'origin', 'value', 'low', 'high']));
    for (const table of result.tables) for (const cells of linesOf(table, result)) write(csvLine(cells));
  },
};

/** The first cell of a row names it; an interval stands behind its figure; what is not known has no line. */
const linesOf = ({ title, columns, rows }: Table, { recipe, form }: RecipeResult): CsvCell[][] =>
  rows.flatMap((row) =>
    columns.flatMap(({ label, unit, origin }, index) => {
      const cell = row[index] ?? null;
      const isOfLast = isInterval(cell) && typeof row[index - 1] === 'number';
      if (index === 0 || cell === null || isOfLast) return [];
      const [low, high] = [cell, typeof cell === 'number' ? row[index + 1] : null].find(isInterval) ?? [];
      const place = [recipe, form, title, String(row[0] ?? ''), label].map(asText);
      return [[...place, unit, origin, valueOf(cell), low, high]];
    }),
  );

const isInterval = (cell: Cell | undefined): cell is [number, number] => Array.isArray(cell);

const valueOf = (cell: Exclude<Cell, null>): CsvCell => {
  if (typeof cell === 'string') return asText(cell);
  return typeof cell === 'number' ? cell : null;
};
