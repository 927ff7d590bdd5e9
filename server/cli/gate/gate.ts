import type { Result } from '../../../shared/contract/result.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { judgeAssertion, runToJudge } from './assertions/evaluate.ts';
import { parseAssertion, type Assertion } from './assertions/parse.ts';
import type { GivenOptions } from '../options/config/given.ts';
import type { Check, Report } from '../../../shared/report/block.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { UsageError } from '../usage/usage-error.ts';
import { checkSamePlan, compareStored, readStored, type StoredResult } from './baseline.ts';
import { readComparisonRules, type ComparisonRules } from './comparison-options.ts';
import { checkRegression } from './regression.ts';

export interface GateCall extends ComparisonRules {
  assertions: readonly string[];
  /** What an assertion is called in messages. */
  assertionLabel: string;
  baseline: string | null;
}

/** Reads the options that make a run a gate. Throws UsageError. */
export function readGateCall({ values, inFile }: GivenOptions): GateCall {
  const baseline = values.get('baseline')?.at(-1) ?? null;
  for (const name of ['max-regression', 'compare'])
    if (values.has(name) && baseline === null)
      throw new UsageError(`--${name} needs something to compare with: --baseline FILE`);
  return {
    assertions: values.get('assert') ?? [],
    assertionLabel: inFile('assert') ?? '--assert',
    baseline,
    ...readComparisonRules(values),
  };
}

/** What a run is held against. All of it is read and found possible before anything is measured. */
export class Gate {
  readonly #assertions: readonly Assertion[];
  readonly #baseline: StoredResult | null;
  readonly #rules: ComparisonRules;

  /** Throws UsageError, BaselineUnreadable. */
  constructor({ assertions, assertionLabel, baseline, ...rules }: GateCall, plan: Plan) {
    this.#assertions = assertions.map((text) => parseAssertion(text, { plan }, assertionLabel));
    this.#baseline = baseline === null ? null : readStored(baseline);
    this.#rules = rules;
    if (this.#baseline && rules.figure === 'ratios' && plan.lanes.length < 2)
      throw new UsageError('--compare ratios needs a second lane: this plan has one');
  }

  /** Throws UsageError unless the baseline is of this very plan. */
  check(plan: Plan): void {
    if (this.#baseline) checkSamePlan(this.#baseline, plan);
  }

  /** `comparison`: with the baseline; `null` without one. Throws UsageError when the baseline will not do. */
  judge(result: Result): { checks: Check[]; comparison: Report | null } {
    const checks = this.#assertions.map((assertion) => judgeAssertion(assertion, runToJudge(result)));
    if (!this.#baseline) return { checks, comparison: null };
    const is = { file: 'this run', result };
    const comparison = compareStored(this.#baseline, is, this.#rules);
    if (this.#rules.maxRegression !== null)
      checks.push(...checkRegression(comparison, this.#rules.maxRegression, this.#baseline.file));
    const compared = { kind: 'comparison' as const, was: this.#baseline.file, checks: [] };
    return {
      checks,
      comparison: reportOf({ ...compared, comparisons: [{ is: is.file, comparison }] }),
    };
  }
}
