import type { Result } from '../../../shared/contract/result.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { judgeAssertion, runToJudge, settled, type Judged } from './assertions/evaluate.ts';
import { parseAssertion, type Asserted, type LaneAssertion } from './assertions/lanes.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Check, Report } from '../../../shared/report/block.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { UsageError } from '../exit-codes.ts';
import { checkSamePlan, compareStored, readBaseline, type StoredResult } from './baseline.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { readComparisonRules, type ComparisonRules } from '../options/gate.ts';

export interface GateCall extends ComparisonRules {
  assertions: readonly string[];
  /** What an assertion is called in messages. */
  assertionLabel: string;
  baseline: string | null;
}

/** Reads the options that make a run a gate. Throws UsageError. */
export function readGateCall({ values, inFile }: GivenOptions): GateCall {
  const baseline = lastOf(values, 'baseline');
  for (const name of ['max-regression', 'compare', 'allow-different'])
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
  readonly #assertions: readonly LaneAssertion[];
  readonly #baseline: StoredResult | null;
  readonly #rules: ComparisonRules;

  /** Throws as `parseAssertion` and `readBaseline`. */
  constructor({ assertions, assertionLabel, baseline, ...rules }: GateCall, asserted: Asserted) {
    this.#assertions = assertions.map((text) => parseAssertion(text, asserted, assertionLabel));
    this.#baseline = baseline === null ? null : readBaseline(baseline);
    this.#rules = rules;
    if (this.#baseline && rules.figure === 'ratios' && asserted.plan.lanes.length < 2)
      throw new UsageError('--compare ratios needs a second lane: this plan has one');
  }

  /** Throws UsageError unless the baseline is of this very plan. */
  check(plan: Plan): void {
    if (this.#baseline) checkSamePlan(this.#baseline, plan, this.#rules);
  }

  /** Holds figures against the assertions alone. */
  assertionsOn(judged: Judged): Check[] {
    const checks = this.#assertions.map((assertion) => judgeAssertion(assertion, judged));
    return settled(checks, this.#rules.strict);
  }

  /** `comparison`: with the baseline; `null` without one. Throws UsageError when the baseline will not do. */
  judge(result: Result): { checks: Check[]; comparison: Report | null } {
    const checks = this.assertionsOn(runToJudge(result));
    if (!this.#baseline) return { checks, comparison: null };
    const compared = compareStored(this.#baseline, [{ file: 'this run', result }], this.#rules);
    return {
      checks: [...checks, ...compared.checks],
      comparison: reportOf({ ...compared, checks: [] }),
    };
  }
}
