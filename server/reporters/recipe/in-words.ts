import { formatDuration } from '../../../shared/words/format.ts';
import { answerText, cellText } from '../../../shared/words/cell-text.ts';
import { numbers } from '../../../shared/words/en/numbers.ts';
import type { RecipeInWords, TableInWords } from '../../../shared/sweep/recipe-in-words.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { clientInWords, machineInWords } from '../in-words.ts';

/** A table in words, without the columns of which nothing is known. */
export function cellsInWords({ columns, rows }: TableInWords): {
  columns: TableInWords['columns'];
  rows: string[][];
} {
  const known = columns.map((_, index) => rows.some((row) => row[index] != null));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, index) => known[index]);
  return {
    columns: keep(columns),
    rows: rows.map((row) =>
      keep(columns.map(({ unit }, index) => cellText(row[index] ?? null, unit, numbers))),
    ),
  };
}

/** What was measured of the question that is asked before. */
export const predictionInWords = ({ prediction }: RecipeInWords): string =>
  answerText(prediction, numbers) ?? 'nothing, the lanes that it is about have not run';

export const tookMs = ({ startedAt, finishedAt }: Pick<RecipeInWords, 'startedAt' | 'finishedAt'>): number =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** Why a step has not measured what it was to; `null` when it has. */
export function stepShortfall({ state, error, missing }: StepOutcome): string | null {
  if (state === 'completed') return null;
  const why = missing ? `not installed: ${missing.join(', ')}` : error?.message;
  return why === undefined ? state : `${state}, ${why}`;
}

/** Steps that were not even begun; they stand nowhere in the outcome. */
export const isCutShort = ({ state, steps }: RecipeInWords): boolean =>
  state !== 'completed' && steps.every((step) => step.state === 'completed' || step.state === 'skipped');

/** Where all of it was measured, a name and a value each; servers and networks are those of the steps. */
export function recipeEnvironmentInWords(result: RecipeInWords): [name: string, value: string][] {
  const environment = result.steps.find((step) => step.result)?.result?.environment;
  return [
    ...(result.source === '' ? [] : ([['Published', result.source]] satisfies [string, string][])),
    ...(environment
      ? ([
          ['Client', clientInWords(environment)],
          ['Machine', machineInWords(environment)],
          ['Roundtrip', environment.roundtrip],
        ] satisfies [string, string][])
      : []),
    ['Measured', `${result.startedAt} · ${formatDuration(tookMs(result))}`],
  ];
}
