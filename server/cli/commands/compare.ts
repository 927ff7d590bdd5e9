import type { ComparisonDocument } from '../../../shared/report/document.ts';
import { reportersOf } from '../../reporters/index.ts';
import { compareStored, readStored, type StoredResult } from '../gate/baseline.ts';
import { readComparisonRules, type ComparisonRules } from '../gate/comparison-options.ts';
import { checkRegression } from '../gate/regression.ts';
import { requestsIn } from '../options/output.ts';
import type { CommandCall } from '../options/option-words.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip compare`: resolves with the exit code. Throws UsageError, BaselineUnreadable. */
export function compareCommand({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  const rules = readComparisonRules(values);
  const [first, ...later] = operands;
  if (first === undefined || later.length === 0)
    throw new UsageError('compare takes two results and more: roundtrip compare old.json new.json');
  const outputs = new Outputs(requestsIn(values, reportersOf.comparison), terminal.stdout);
  const compared = comparisonOf(readStored(first), later.map(readStored), rules);
  printDocument(compared, outputs, {}, terminal);
  const passed = compared.checks.every((check) => check.passed);
  return Promise.resolve(passed ? exitCodes.done : exitCodes.assertionFailed);
}

function comparisonOf(
  was: StoredResult,
  later: readonly StoredResult[],
  rules: ComparisonRules,
): ComparisonDocument {
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
  return { kind: 'comparison', was: was.file, comparisons, checks };
}
