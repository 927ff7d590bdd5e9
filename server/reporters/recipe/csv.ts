import type { LoadCurve } from '../../../shared/contract/load-curve.ts';
import type { CellInWords } from '../../../shared/words/cell-text.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import {
  outcomeInWords,
  type OutcomeInWords,
  type TableInWords,
} from '../../../shared/sweep/recipe-in-words.ts';
import { csvLine, type CsvCell } from '../csv-line.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/**
 * A line for each figure: tables of a recipe differ in their columns, lines of a file should not. Of a load curve, a
 * line for each point, ready to be drawn.
 */
export const recipeCsv: RecipeReporter = {
  id: 'csv',
  report(document, write) {
    if (document.schema === 2 && document.load) {
      for (const cells of linesOfLoad(document.load)) write(csvLine(cells));
      return;
    }
    const result = outcomeInWords(document, english);
    write(csvLine(['recipe', 'form', 'table', 'row', 'column', 'unit', 'origin', 'value', 'low', 'high']));
    for (const table of result.tables) for (const cells of linesOf(table, result)) write(csvLine(cells));
  },
};

const linesOfLoad = ({ lanes }: LoadCurve): CsvCell[][] => [
  ['lane', 'offered_rps', 'achieved_rps', 'p50_ms', 'p99_ms', 'backlog', 'state'],
  ...lanes.flatMap(({ lane, points }) =>
    points.map(({ offeredRps, achievedRps, p50Ms, p99Ms, backlog, state }) => [
      ...[lane, offeredRps, achievedRps, p50Ms, p99Ms, backlog, state],
    ]),
  ),
];

/** The first cell of a row names it; an interval stands behind its figure; what is not known has no line. */
const linesOf = ({ title, columns, rows }: TableInWords, { recipe, form }: OutcomeInWords): CsvCell[][] =>
  rows.flatMap((row) =>
    columns.flatMap(({ label, unit, origin }, index) => {
      const cell = row[index] ?? null;
      const isOfLast = isInterval(cell) && typeof row[index - 1] === 'number';
      if (index === 0 || cell === null || isOfLast) return [];
      const [low, high] = [cell, typeof cell === 'number' ? row[index + 1] : null].find(isInterval) ?? [];
      const place = [recipe, form, title, String(row[0] ?? ''), label];
      return [[...place, unit, origin, valueOf(cell), low, high]];
    }),
  );

const isInterval = (cell: CellInWords | undefined): cell is readonly [number, number] => Array.isArray(cell);

const valueOf = (cell: Exclude<CellInWords, null>): CsvCell =>
  typeof cell === 'string' || typeof cell === 'number' ? cell : null;
