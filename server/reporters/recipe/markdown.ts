import { formatDuration } from '../../../shared/words/format.ts';
import { networkInWords } from '../../../shared/words/network-conditions.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import {
  recipeInWords,
  type RecipeInWords,
  type TableInWords,
} from '../../../shared/sweep/recipe-in-words.ts';
import { scheduleInWords, serverInWords } from '../in-words.ts';
import { checksTable, escapeMarkdown, tableOf } from '../markdown-table.ts';
import {
  predictionInWords,
  recipeEnvironmentInWords,
  stepShortfall,
  cellsInWords,
  tookMs,
} from './in-words.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/**
 * For a pull request, a step summary or docs/reproduced.md: what was measured beside what was published, the claims
 * with their judgements, the reading, and where it was measured.
 */
export const recipeMarkdown: RecipeReporter = {
  id: 'markdown',
  report(document, write, checks = []) {
    const result = recipeInWords(document, english);
    const { recipe, form, title, question, tables, claims, prediction, reading, warnings, load } = result;
    write(
      `### ${escapeMarkdown(load ? title : `${recipe} (${form}): ${title}`)}\n\n${escapeMarkdown(question)}\n\n`,
    );
    for (const warning of [...warnings, ...shortfallsOf(result)])
      write(`> ⚠️ ${escapeMarkdown(warning)}\n\n`);
    if (checks.length > 0) write(`${checksTable(checks)}\n`);
    for (const table of tables) write(`${escapeMarkdown(table.title)}\n\n${inMarkdown(table)}\n`);
    for (const { text, outcome, because, rule } of claims)
      write(
        `- **${outcome}**: “${escapeMarkdown(text)}” ${escapeMarkdown(because)}\n  - Rule: ${escapeMarkdown(rule)}\n`,
      );
    if (prediction.ask !== '')
      write(
        `- Prediction: ${escapeMarkdown(prediction.ask)} Measured: ${escapeMarkdown(predictionInWords(result))}\n`,
      );
    if (reading.length > 0) write('\nWhat was measured says:\n\n');
    for (const sentence of reading) write(`- ${escapeMarkdown(sentence)}\n`);
    write('\n<details><summary>Where and how it was measured</summary>\n\n');
    for (const [name, value] of recipeEnvironmentInWords(result))
      write(`- ${name}: ${escapeMarkdown(value)}\n`);
    write(`\n${stepsTable(result)}\n</details>\n`);
  },
};

const shortfallsOf = ({ state, steps }: RecipeInWords): string[] => [
  ...(state === 'stopped' ? ['stopped before its end'] : []),
  ...steps.flatMap((step) => {
    const shortfall = stepShortfall(step);
    return shortfall === null ? [] : [`${step.label}: ${shortfall}`];
  }),
];

function inMarkdown(table: TableInWords): string {
  const { columns, rows } = cellsInWords(table);
  const heads = columns.map(({ label }) => escapeMarkdown(label));
  const sides = columns.map(({ unit }) => (unit === 'text' ? 'l' : 'r'));
  return tableOf([heads, ...rows.map((row) => row.map(escapeMarkdown))], sides);
}

const stepsTable = ({ steps }: RecipeInWords): string =>
  tableOf(
    [['step', 'server', 'network', 'schedule', 'took'], ...steps.map((step) => stepRow(step))],
    ['l', 'l', 'l', 'l', 'r'],
  );

/** A step without a run of its own is an experiment, or failed before anything was measured. */
function stepRow({ label, result }: RecipeInWords['steps'][number]): string[] {
  if (!result) return [escapeMarkdown(label), '–', '–', '–', '–'];
  const said = [label, serverInWords(result), networkInWords(result), scheduleInWords(result)];
  return [...said.map(escapeMarkdown), formatDuration(tookMs(result))];
}
