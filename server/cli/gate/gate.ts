import type { ComparedFigure } from '../../../shared/comparison/compare-results.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { Check, Report } from '../../../shared/report/block.ts';
import { leastEarlier } from '../../../shared/statistics/against-earlier.ts';
import type { ComparisonDocument } from '../../../shared/report/document.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { parseCount } from '../../terminal/options/values.ts';
import { UsageError } from '../exit-codes.ts';
import type { GivenOptions } from '../options/config.ts';
import { readComparisonRules, type ComparisonRules } from '../options/gate.ts';
import { isOfChance, judgeAssertion, runToJudge, settled, type Judged } from './assertions/evaluate.ts';
import { parseAssertion, type Asserted, type LaneAssertion } from './assertions/lanes.ts';
import { checkSamePlan, compareStored, readBaseline, type StoredResult } from './baseline.ts';
import {
  checkOfBoth,
  pooled,
  secondPlan,
  type Look,
  type MeasuredAgain,
  type SecondPlan,
} from './second-look.ts';
import { readTrend, type TrendFile } from './trend/file.ts';
import { trendChecks } from './trend/judge.ts';
import { trendLineOf } from './trend/line.ts';

export interface GateCall extends ComparisonRules {
  assertions: readonly string[];
  /** What an assertion is called in messages. */
  assertionLabel: string;
  baseline: string | null;
  /** True where a second measurement confirms a failure. */
  confirm: boolean;
  /** The file of a trend, and how many of its last runs count. */
  trend: { file: string; last: number } | null;
}

/** Runs of a trend that count unless more or fewer are asked for. */
const usualLast = 10;

/** Reads the options that make a run a gate. Throws UsageError. */
export function readGateCall({ values, inFile }: GivenOptions): GateCall {
  const baseline = lastOf(values, 'baseline');
  const trend = lastOf(values, 'trend');
  if (values.has('allow-different') && baseline === null)
    throw new UsageError('--allow-different needs something to compare with: --baseline FILE');
  for (const name of ['max-regression', 'compare'])
    if (values.has(name) && baseline === null && trend === null)
      throw new UsageError(
        `--${name} needs something to compare with: --baseline FILE, or earlier runs: --trend FILE`,
      );
  for (const name of baseline === null ? ['compare', 'trend-last'] : ['trend-last'])
    if (values.has(name) && inFile(name) === null && !values.has('max-regression'))
      throw new UsageError(`--${name} does nothing without --max-regression: leave it out, or give a bound`);
  const last = lastOf(values, 'trend-last');
  return {
    assertions: values.get('assert') ?? [],
    assertionLabel: inFile('assert') ?? '--assert',
    baseline,
    confirm: values.has('confirm'),
    trend: trend === null ? null : { file: trend, last: last === null ? usualLast : parseLast(last) },
    ...readComparisonRules(values),
  };
}

function parseLast(text: string): number {
  const last = parseCount(text, '--trend-last');
  if (last < leastEarlier)
    throw new UsageError(
      `--trend-last takes ${leastEarlier} runs or more, not "${text}": fewer do not show how runs differ`,
    );
  return last;
}

/** What a run is held against. All of it is read and found possible before anything is measured. */
export class Gate {
  readonly #assertions: readonly LaneAssertion[];
  readonly #baseline: StoredResult | null;
  readonly #trend: (TrendFile & NonNullable<GateCall['trend']>) | null;
  readonly #confirm: boolean;
  readonly #rules: ComparisonRules;

  /** Throws as `parseAssertion`, `readBaseline` and `readTrend`. */
  constructor(
    { assertions, assertionLabel, baseline, confirm, trend, ...rules }: GateCall,
    asserted: Asserted,
  ) {
    this.#assertions = assertions.map((text) => parseAssertion(text, asserted, assertionLabel));
    this.#baseline = baseline === null ? null : readBaseline(baseline);
    this.#trend = trend === null ? null : { ...trend, ...readTrend(trend.file) };
    this.#confirm = confirm;
    this.#rules = rules;
    if ((this.#baseline || this.#trend) && rules.figure === 'ratios' && asserted.plan.lanes.length < 2)
      throw new UsageError('--compare ratios needs a second lane: this plan has one');
  }

  /** Lines of the trend that are none, a sentence each. */
  get faults(): readonly string[] {
    return this.#trend?.faults ?? [];
  }

  get confirms(): boolean {
    return this.#confirm;
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

  /**
   * The measurement that confirms a failure; `null`: none is wanted, nothing failed, or something failed that no second
   * measurement can mend. `code`: whether lanes are code of the user.
   */
  secondPlan(result: Result, code: boolean): SecondPlan | null {
    const failed = this.#confirm ? this.#looks(result).filter((look) => this.#isFailed(look)) : [];
    if (failed.length === 0 || failed.some((look) => !look.isOfChance)) return null;
    return {
      ...secondPlan(result.plan, this.#baseline?.result.plan ?? null, code),
      checks: failed.map(({ check }) => check.name),
    };
  }

  /**
   * `comparison`: with the baseline; `null` without one. `second`: what the measurement gave that `secondPlan` wanted.
   * Throws UsageError when the baseline will not do.
   */
  judge(result: Result, second: MeasuredAgain | null = null): { checks: Check[]; comparison: Report | null } {
    const looks = this.#looks(result);
    const both = second ? this.#ofBoth(looks, result, second) : looks;
    return {
      checks: both.flatMap(({ check, mayStayOpen }) => settled([check], !mayStayOpen && this.#rules.strict)),
      comparison: this.#baseline && reportOf({ ...this.#compared(result, this.#baseline), checks: [] }),
    };
  }

  /** Only what failed at first is judged again. */
  #ofBoth(looks: readonly Look[], first: Result, { result, was }: MeasuredAgain): Look[] {
    const earlier = this.#baseline;
    const of = (one: Result | undefined) => earlier && { ...earlier, result: one ?? earlier.result };
    const again = this.#looks(result, of(was ?? undefined));
    const together = this.#looks(
      pooled(first, result),
      of(was && earlier ? pooled(earlier.result, was) : undefined),
    );
    return looks.map((look) => {
      const [second, both] = [again, together].map(
        (others) => others.find(({ check }) => check.name === look.check.name)?.check,
      );
      return this.#isFailed(look) && second && both
        ? { ...look, check: checkOfBoth(look.check, second, both) }
        : look;
    });
  }

  #isFailed({ check, mayStayOpen }: Look): boolean {
    return check.passed === false || (check.passed === null && this.#rules.strict && !mayStayOpen);
  }

  #looks(result: Result, baseline = this.#baseline): Look[] {
    const judged = runToJudge(result);
    return [
      ...this.#assertions.map((assertion) => ({
        check: judgeAssertion(assertion, judged),
        isOfChance: isOfChance(assertion, judged),
      })),
      ...(baseline ? this.#baselineLooks(result, baseline) : []),
      ...this.#trendLooks(result),
    ];
  }

  #baselineLooks(result: Result, baseline: StoredResult): Look[] {
    const { comparisons, checks } = this.#compared(result, baseline);
    const lanes = comparisons.flatMap(({ comparison }) => comparison.lanes);
    return checks.map((check, place) => {
      const lane = lanes[place];
      return { check, isOfChance: lane?.state === 'compared' && lane.ci95 !== null };
    });
  }

  /** Its checks are not settled. */
  #compared(result: Result, baseline: StoredResult): ComparisonDocument {
    return compareStored(baseline, [{ file: 'this run', result }], { ...this.#rules, strict: false });
  }

  #trendLooks(result: Result): Look[] {
    const { figure, maxRegression } = this.#rules;
    if (!this.#trend || maxRegression === null) return [];
    const { lines, file, last } = this.#trend;
    const present = trendLineOf(result, { commit: null, failed: false });
    const usual: ComparedFigure = result.plan.lanes.length > 1 ? 'ratios' : 'throughput';
    return trendChecks(lines, present, { figure: figure ?? usual, maxRegression, last }, file);
  }
}
