import type { RecipeDocument } from '../../../shared/contract/recipe.ts';
import { recipeReporters } from '../../reporters/recipe/index.ts';
import type { GateCheck } from '../../reporters/reporter.ts';
import { checksText } from './checks-text.ts';
import { recipeMarkdown } from '../../reporters/recipe/markdown.ts';
import { writeReports, type OutputRequest } from './outputs.ts';
import { recipeReport } from './recipe-report.ts';
import { addToStepSummary } from './step-summary.ts';
import type { Terminal } from './terminal.ts';

/** Writes what a recipe gave: on the terminal, in the summary of a step, in files. Throws as `writeReports`. */
export function printRecipe(
  result: RecipeDocument,
  requests: readonly OutputRequest[],
  { quiet, checks = [] }: { quiet: boolean; checks?: readonly GateCheck[] },
  terminal: Terminal,
): void {
  const takeStdout = requests.some(({ file }) => file === '-');
  const write = takeStdout ? terminal.stderr : terminal.stdout;
  if (quiet) terminal.stderr(checksText(checks.filter(({ passed }) => !passed)));
  else {
    write(recipeReport(result));
    write(checksText(checks));
  }
  const noSummary = addToStepSummary((write) => {
    recipeMarkdown.report(result, write, checks);
  }, process.env);
  if (noSummary !== null) terminal.stderr(`${noSummary}\n`);
  writeRecipe(result, requests, terminal, checks);
}

/** Writes the reports of it that were asked for. Throws as `writeReports`. */
export function writeRecipe(
  result: RecipeDocument,
  requests: readonly OutputRequest[],
  terminal: Terminal,
  checks: readonly GateCheck[] = [],
): void {
  writeReports(
    requests,
    (id, write) => {
      recipeReporters.find((one) => one.id === id)?.report(result, write, checks);
    },
    terminal.stdout,
  );
}
