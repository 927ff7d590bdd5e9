import type { ResultComparison } from '../../shared/comparison/compare-results.ts';
import type { Profile } from '../../shared/contract/profile.ts';
import type { Result } from '../../shared/contract/result.ts';
import { judgeProfile } from '../../shared/profile/gate.ts';
import type { Check } from '../../shared/report/block.ts';
import { judgeAssertion, runToJudge, settled } from '../cli/gate/assertions/evaluate.ts';
import { parseAssertion } from '../cli/gate/assertions/parse.ts';
import { parseProfileAssertions } from '../cli/gate/assertions/profile.ts';
import { compareStored } from '../cli/gate/baseline.ts';
import type { ComparisonRules } from '../cli/options/gate.ts';

/**
 * Holds a result or a profile against assertions, as `--assert` of `bench` and of `profile` does. Throws UsageError for one
 * that cannot be read.
 */
export const check = (
  result: Result | Profile,
  assertions: readonly string[],
  { strict = false }: { strict?: boolean | undefined } = {},
): Check[] =>
  'findings' in result
    ? parseProfileAssertions(assertions, 'check').map((assertion) => judgeProfile(assertion, result))
    : settled(
        assertions
          .map((text) => parseAssertion(text, result, 'check'))
          .map((assertion) => judgeAssertion(assertion, runToJudge(result))),
        strict,
      );

export type CompareOptions = { [Rule in keyof ComparisonRules]?: ComparisonRules[Rule] | undefined };

/** Holds a result against an earlier one of the same plan, as `compare` does. Throws UsageError for another plan. */
export function compare(
  earlier: Result,
  later: Result,
  { figure = null, maxRegression = null, strict = false, allowDifferent = [] }: CompareOptions = {},
): ResultComparison & { checks: readonly Check[] } {
  const rules = { figure, maxRegression, strict, allowDifferent };
  const files = { was: 'the earlier result', is: 'the later one' };
  const { comparisons, checks } = compareStored(
    { file: files.was, result: earlier },
    [{ file: files.is, result: later }],
    rules,
  );
  const [found] = comparisons;
  if (!found) throw new Error('Nothing was compared');
  return { ...found.comparison, checks };
}
