import type { Result } from '../../shared/contract/result.ts';
import type { Check } from '../../shared/report/block.ts';
import { checkOptions } from './check-options.ts';
import { check, checkResult, compare } from './judge.ts';

interface Matched {
  pass: boolean;
  message: () => string;
}
/** What Vitest and Jest give a matcher. */
interface Matcher {
  isNot?: boolean;
}

/** What Vitest and Jest take by `expect.extend(matchers)`. They judge as a gate does. */
export const matchers = {
  /** Whether a lane is faster than another by more than a factor. `lane`: the last one, unless another is named. */
  toRunFasterThan(
    this: Matcher,
    result: Result,
    other: string,
    options: { by?: number | undefined; lane?: string | undefined; strict?: boolean | undefined } = {},
  ): Matched {
    checkOptions('toRunFasterThan', options, ['by', 'lane', 'strict']);
    checkResult('toRunFasterThan', result, 'what is expected');
    const { by = 1, lane = result.lanes.at(-1)?.id ?? '', strict = false } = options;
    return matched(check(result, [`${lane}.throughput > ${by} * ${other}.throughput`]), strict, this);
  },

  /** Whether no ratio to the first lane is lower than in an earlier result of the same plan, by more than a share. */
  toKeepRatio(
    this: Matcher,
    result: Result,
    earlier: Result,
    options: { maxRegression?: number | undefined; strict?: boolean | undefined } = {},
  ): Matched {
    checkOptions('toKeepRatio', options, ['maxRegression', 'strict']);
    const { maxRegression = 0.1, strict = false } = options;
    return matched(compare(earlier, result, { figure: 'ratios', maxRegression }).checks, strict, this);
  },
};

/** What was not judged is no failure, with `not` as without it, unless it is to be one. */
function matched(checks: readonly Check[], strict: boolean, { isNot = false }: Matcher): Matched {
  const text = checks.map(({ name, message }) => `${name}: ${message}`).join('\n');
  if (checks.some(({ passed }) => passed === false)) return { pass: false, message: () => text };
  if (checks.every(({ passed }) => passed)) return { pass: true, message: () => text };
  const unjudged = `Not judged, measure longer or with more starts:\n${text}`;
  if (!strict) process.emitWarning(unjudged, 'RoundtripWarning');
  return { pass: strict ? isNot : !isNot, message: () => unjudged };
}
