import type { ComparisonReport } from '../../reporters/comparison/comparison-reporter.ts';
import { comparisonReporters } from '../../reporters/comparison/index.ts';
import { comparisonMarkdown } from '../../reporters/comparison/markdown.ts';
import { compareStored, readStored, type StoredResult } from '../gate/baseline.ts';
import { checksText } from '../output/checks-text.ts';
import { readComparisonRules, type ComparisonRules } from '../gate/comparison-options.ts';
import { comparisonText } from '../gate/comparison-text.ts';
import { checkRegression } from '../gate/regression.ts';
import { checkRequests, writeReports } from '../output/outputs.ts';
import { addToStepSummary } from '../output/step-summary.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip compare`: resolves with the exit code. Throws UsageError, BaselineUnreadable. */
export function compareCommand({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  const rules = readComparisonRules(values);
  const [first, ...later] = operands;
  if (first === undefined || later.length === 0)
    throw new UsageError('compare takes two results and more: roundtrip compare old.json new.json');
  const requests = comparisonReporters.flatMap(({ id }) =>
    (values.get(id) ?? []).map((file) => ({ reporter: id, file })),
  );
  checkRequests(requests);
  const report = reportOf(readStored(first), later.map(readStored), rules);
  const write = requests.some(({ file }) => file === '-') ? terminal.stderr : terminal.stdout;
  for (const { is, comparison } of report.comparisons) write(comparisonText(comparison, report.was, is));
  write(checksText(report.checks));
  const noSummary = addToStepSummary((write) => {
    comparisonMarkdown.report(report, write);
  }, process.env);
  if (noSummary !== null) terminal.stderr(`${noSummary}\n`);
  writeReports(
    requests,
    (id, write) => comparisonReporters.find((one) => one.id === id)?.report(report, write),
    terminal.stdout,
  );
  const passed = report.checks.every((check) => check.passed);
  return Promise.resolve(passed ? exitCodes.done : exitCodes.assertionFailed);
}

function reportOf(
  was: StoredResult,
  later: readonly StoredResult[],
  rules: ComparisonRules,
): ComparisonReport {
  const comparisons = later.map((is) => ({ is: is.file, comparison: compareStored(was, is, rules) }));
  const bound = rules.maxRegression;
  const checks =
    bound === null
      ? []
      : comparisons.flatMap(({ is, comparison }) =>
          checkRegression(comparison, bound, was.file).map((check) =>
            later.length === 1 ? check : { ...check, name: `${is}: ${check.name}` },
          ),
        );
  return { was: was.file, comparisons, checks };
}
