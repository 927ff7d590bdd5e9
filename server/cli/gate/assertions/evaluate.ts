import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { RecipeResult } from '../../../../shared/contract/recipe.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { formatMs, formatRate, formatRatio, formatTimes } from '../../../../shared/words/format.ts';
import {
  rateIntervalOf,
  rateOf,
  whyNoInterval,
  type NoInterval,
} from '../../../../shared/statistics/figures.ts';
import { unclearRatesOf } from '../../../../shared/statistics/load-knee.ts';
import { ratioInRounds } from '../../../../shared/statistics/ratios.ts';
import type { Check } from '../../../../shared/report/block.ts';
import { notJudged } from '../../../../shared/report/checks.ts';
import type { Asker } from '../../../../shared/words/asker.ts';
import { comparators } from '../../../../shared/report/comparator.ts';
import type { LaneAssertion, LaneFactor as Factor } from './lanes.ts';
import type { Operand } from './parse.ts';
import type { QuantityKind } from './quantity.ts';
import { doubtBeside1, withoutInterval } from './doubt.ts';
import { keptFigure } from './figures.ts';

type Side = Operand<Factor>;
type Sides = Omit<LaneAssertion, 'text'>;

/** What assertions are held against. */
export interface Judged {
  /** The lane that a factor is about; `undefined`: it was not measured. */
  lane: (factor: Factor) => LaneResult | undefined;
  /** Highest rate that a lane of a load curve keeps; `null`: none. */
  kept: (lane: string) => number | null;
  /** Rates of a load curve of which it is inconclusive whether the lane keeps them. */
  unclear: (lane: string) => readonly number[];
  /** Why a figure says nothing although it was measured; `null`: it does say something. */
  isVoid: (factor: Factor) => string | null;
}

/** A single run. */
export const runToJudge = ({ lanes }: Result): Judged => ({
  lane: (factor) => lanes.find(({ id }) => id === factor.lane),
  kept: () => null,
  unclear: () => [],
  isVoid: () => null,
});

/** A load curve, which has a run for each rate. */
export const curveToJudge = ({ steps, load }: Pick<RecipeResult, 'steps' | 'load'>): Judged => {
  const curveOf = (lane: string) => load?.lanes.find((one) => one.lane === lane);
  return {
    lane: ({ lane, rate }) =>
      steps
        .find(({ result }) => result?.plan.workload.rps === rate)
        ?.result?.lanes.find(({ id }) => id === lane),
    kept: (lane) => curveOf(lane)?.keptRps ?? null,
    unclear: (lane) => {
      const curve = curveOf(lane);
      return curve ? unclearRatesOf(curve) : [];
    },
    isVoid: ({ lane, rate, figure }) => {
      const grows = curveOf(lane)?.points.some(
        ({ offeredRps, state }) => offeredRps === rate && state === 'grows',
      );
      return grows && figure.name.startsWith('response.')
        ? 'its queue grows there, so its response times have no fixed value'
        : null;
    },
  };
};

/** Whether a result is as was asserted, with the value that was measured. */
export function judgeAssertion(
  { text, left, comparator, right }: LaneAssertion,
  result: Judged,
  asker: Asker = 'command',
): Check {
  const check = (passed: boolean | null, message: string): Check => ({ name: text, passed, message });
  const factors = [...left.over, ...left.under, ...right.over, ...right.under];
  const unclear = unclearIn(factors, result);
  for (const factor of factors) {
    const lack = lackOf(factor, result);
    if (lack !== null) return unclear === null ? check(false, lack) : check(null, `${lack}: ${unclear}`);
  }
  const [measured, bound] = [measure(left, result), measure(right, result)];
  if (!Number.isFinite(measured.value) || !Number.isFinite(bound.value))
    return check(false, 'cannot be worked out: something is divided by 0');
  const passed = comparators[comparator].holds(measured.value, bound.value);
  const doubt = doubtOf({ left, comparator, right }, result, asker);
  const found = foundIn({ left, comparator, right }, result);
  if (doubt !== null) return check(null, `${found.full}: ${doubt}`);
  if (!passed && unclear !== null) return check(null, `${found.full}: ${unclear}`);
  return check(passed, passed ? found.value : found.full);
}

/**
 * True where another measurement may judge an assertion otherwise: all of its figures were measured, and none of them
 * counts something.
 */
export const isOfChance = ({ left, comparator, right }: LaneAssertion, result: Judged): boolean =>
  comparator !== '==' &&
  comparator !== '!=' &&
  [...left.over, ...left.under, ...right.over, ...right.under].every(
    (factor) => factor.figure.isCounted !== true && lackOf(factor, result) === null,
  );

interface Found {
  value: string;
  /** With what it belongs to, and what was asked of it. */
  full: string;
}

/** Two throughputs are a ratio, which has an interval of its own. */
function foundIn({ left, comparator, right }: Sides, result: Judged): Found {
  const [one, other] = [loneFactor(left), loneFactor(right)];
  if (one?.figure.name === 'throughput' && other?.figure.name === 'throughput') {
    const operand: Side = { coefficient: 1, over: [one], under: [other], unit: 'number' };
    const { value: ratio, ci95 } = measure(operand, result);
    const interval = ci95 ? ` (95 %: ${ci95.map(formatTimes).join(' – ')})` : '';
    const value = `${formatRatio(ratio)}${interval}`;
    const bound = formatRatio(right.coefficient / left.coefficient);
    return { value, full: `${value}, ${comparators[comparator].wanted(bound)}` };
  }
  const measured = say(measure(left, result), left.unit);
  if (right.over.length + right.under.length > 0) {
    const value = `${measured}, against ${say(measure(right, result), right.unit)}`;
    return { value, full: value };
  }
  const bound = inUnit(right.coefficient, left.unit);
  const named = one && left.coefficient === 1 ? measured + ofUnit(one) : measured;
  return { value: measured, full: `${named}, ${comparators[comparator].wanted(bound)}` };
}

const loneFactor = ({ over, under }: Side): Factor | undefined =>
  over.length === 1 && under.length === 0 ? over[0] : undefined;

const unitWords: Readonly<Record<string, string>> = { tripsPerUnit: 'trips', commandsPerUnit: 'commands' };

function ofUnit({ figure, lane }: Factor): string {
  const words = unitWords[figure.name];
  return words === undefined ? '' : ` ${words} a unit of ${lane}`;
}

/** `strict`: what was not judged fails. */
export const settled = (checks: readonly Check[], strict: boolean): Check[] =>
  checks.map((check) =>
    strict && check.passed === null ? { ...check, passed: false, message: notJudged(check.message) } : check,
  );

interface Measured {
  value: number;
  /** 95 %; `null` where there is none. */
  ci95: [number, number] | null;
  /** Lanes whose interval is that of their one start. */
  startedOnce: number;
  /** Why nobody knows how a rate scatters; absent or `null`: it has an interval, or needs none. */
  lacks?: NoInterval | null;
}

function valueOf(factor: Factor, result: Judged): number | null {
  if (factor.figure === keptFigure) return result.kept(factor.lane);
  const lane = result.lane(factor);
  return lane ? factor.figure.read(lane) : null;
}

/** Why there is no value to judge by; `null`: there is one. */
function lackOf(factor: Factor, result: Judged): string | null {
  const { lane, figure, rate } = factor;
  if (valueOf(factor, result) === null)
    return figure !== keptFigure
      ? `${nameOf(factor)} was not measured`
      : `${lane} keeps none of the rates${result.unclear(lane).length > 0 ? ' for certain' : ''}`;
  const why = result.isVoid(factor);
  return why === null ? null : `${lane} at ${formatRate(rate ?? NaN)}/s: ${why}`;
}

/** Rates that may be kept or not, of the lanes whose highest kept rate is asked for; `null`: there are none. */
function unclearIn(factors: readonly Factor[], result: Judged): string | null {
  const rates = factors
    .filter(({ figure }) => figure === keptFigure)
    .flatMap(({ lane }) => result.unclear(lane));
  if (rates.length === 0) return null;
  return `${rates.map((rate) => `${formatRate(rate)}/s`).join(', ')} ${rates.length === 1 ? 'is' : 'are'} inconclusive`;
}

const nameOf = ({ lane, figure, rate }: Factor) => `${lane}.${figure.name}${rate === null ? '' : `@${rate}`}`;

function measure(side: Side, result: Judged): Measured {
  const slices = (factor: Factor) =>
    factor.figure.name === 'throughput' ? (result.lane(factor)?.throughput ?? null) : null;
  const [over, under] = [side.over[0], side.under[0]];
  if (over && side.over.length === 1 && side.under.length <= 1) {
    const ours = slices(over);
    const theirs = under ? slices(under) : null;
    const startedOnce = (ours?.starts?.length ?? 1) > 1 ? 0 : side.over.length + side.under.length;
    // Slices of the same rounds: what slowed the machine for a whole round cancels.
    if (ours && theirs) {
      const paired = ratioInRounds(ours, theirs);
      if (paired) {
        const { ratio: value, ci95, pairs } = paired;
        const lacks = ci95 === null && over.rate === null ? whyNoInterval(pairs) : null;
        return scaled({ value, ci95, startedOnce, lacks }, side.coefficient);
      }
    }
    const lane = { throughput: ours };
    const [value, ci95] = [rateOf(lane), rateIntervalOf(lane)];
    if (value !== null && !under)
      return scaled(
        { value, ci95, startedOnce, lacks: ci95 === null && over.rate === null ? 'one-round' : null },
        side.coefficient,
      );
  }
  const product = (factors: readonly Factor[]) =>
    factors.reduce((value, factor) => value * (valueOf(factor, result) ?? NaN), 1);
  const value = (side.coefficient * product(side.over)) / product(side.under);
  return { value, ci95: null, startedOnce: 0 };
}

const scaled = ({ value, ci95, ...more }: Measured, by: number): Measured => ({
  ...more,
  value: value * by,
  ci95: ci95 && [ci95[0] * by, ci95[1] * by],
});

/**
 * Why it cannot be told: the interval of the measured value reaches across the bound, that of one start by what the next
 * would make of it as well; or a rate has no interval. `null`: it can. Both sides are brought together first, so that
 * `a.throughput > 5 * b.throughput` is told like a ratio.
 */
function doubtOf({ left, comparator, right }: Sides, result: Judged, asker: Asker): string | null {
  if (comparator === '==' || comparator === '!=' || right.coefficient === 0) return null;
  const together: Side = {
    coefficient: left.coefficient / right.coefficient,
    over: [...left.over, ...right.under],
    under: [...left.under, ...right.over],
    unit: 'number',
  };
  const { value, ci95, startedOnce, lacks = null } = measure(together, result);
  if (lacks !== null) return withoutInterval(lacks, asker);
  return ci95 === null ? null : doubtBeside1({ value, ci95, startedOnce }, asker);
}

function say({ value, ci95 }: Measured, unit: QuantityKind): string {
  const text = inUnit(value, unit);
  return ci95 ? `${text} (95 %: ${ci95.map((bound) => inUnit(bound, unit)).join(' – ')})` : text;
}

function inUnit(value: number, unit: QuantityKind): string {
  if (unit === 'time') return `${formatMs(value)} ms`;
  if (unit === 'share') return `${(value * 100).toFixed(1)} %`;
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) < 100 ? String(Number(value.toPrecision(3))) : formatRate(value);
}
