import { comparedFigures, type ResultComparison } from '../../shared/comparison/compare-results.ts';
import type { Profile } from '../../shared/contract/profile.ts';
import type { Result } from '../../shared/contract/result.ts';
import { judgeProfile } from '../../shared/profile/gate.ts';
import type { Check } from '../../shared/report/block.ts';
import { judgeAssertion, runToJudge, settled } from '../cli/gate/assertions/evaluate.ts';
import { parseAssertion } from '../cli/gate/assertions/lanes.ts';
import { parseProfileAssertion } from '../cli/gate/assertions/profile.ts';
import { compareStored } from '../cli/gate/baseline.ts';
import { checkOptions } from './check-options.ts';
import type { ComparisonRules } from '../cli/options/gate.ts';

/** A program without types may give anything. Throws TypeError. */
function checkList(value: unknown): void {
  if (!Array.isArray(value))
    throw new TypeError("check: assertions are a list, as in ['pipeline.failed == 0']");
}

/** Throws TypeError. */
export function checkResult(called: string, value: unknown, which: string): void {
  const { lanes } = (value ?? {}) as Partial<Result>;
  if (!Array.isArray(lanes)) throw new TypeError(`${called}: ${which} is not a result of run`);
}

/**
 * Holds a result or a profile against assertions, as `--assert` of `bench` and of `profile` does. What cannot be judged
 * fails: of a result where `strict` is set, of a profile unless `allowNotJudged` is. Throws UsageError for an assertion
 * that cannot be read.
 */
export const check = (
  result: Result | Profile,
  assertions: readonly string[],
  options: { strict?: boolean | undefined; allowNotJudged?: boolean | undefined } = {},
): Check[] => {
  const isProfile = typeof result === 'object' && 'findings' in result;
  if (!isProfile) checkResult('check', result, 'this');
  checkOptions('check', options, [isProfile ? 'allowNotJudged' : 'strict']);
  checkList(assertions);
  const checks = isProfile
    ? assertions.map((text) => judgeProfile(parseProfileAssertion(text, 'check'), result, 'library'))
    : assertions.map((text) =>
        judgeAssertion(parseAssertion(text, result, 'check'), runToJudge(result), 'library'),
      );
  return settled(checks, isProfile ? options.allowNotJudged !== true : (options.strict ?? false));
};

export type CompareOptions = { [Rule in keyof ComparisonRules]?: ComparisonRules[Rule] | undefined };

/** Holds a result against an earlier one of the same plan, as `compare` does. Throws UsageError for another plan. */
export function compare(
  earlier: Result,
  later: Result,
  options: CompareOptions = {},
): ResultComparison & { checks: readonly Check[] } {
  checkOptions('compare', options, ['figure', 'maxRegression', 'strict', 'allowDifferent']);
  checkResult('compare', earlier, 'the earlier one');
  checkResult('compare', later, 'the later one');
  const { figure = null, maxRegression = null, strict = false, allowDifferent = [] } = options;
  if (figure !== null && !comparedFigures.includes(figure))
    throw new TypeError(`compare: figure is ${comparedFigures.join(' or ')}, not ${figure as string}`);
  if (maxRegression !== null && !(maxRegression >= 0 && maxRegression < 1))
    throw new RangeError(`compare: maxRegression is a share, as in 0.1 for 10 %, not ${maxRegression}`);
  const rules = { figure, maxRegression, strict, allowDifferent };
  const files = { was: 'the earlier result', is: 'the later one' };
  const { comparisons, checks } = compareStored(
    { file: files.was, result: earlier },
    [{ file: files.is, result: later }],
    rules,
    'library',
  );
  const [found] = comparisons;
  if (!found) throw new Error('Nothing was compared');
  return { ...found.comparison, checks };
}
