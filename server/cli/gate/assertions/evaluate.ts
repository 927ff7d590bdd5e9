import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { formatMs, formatRate } from '../../../../shared/words/format.ts';
import { compareSlices } from '../../../../shared/statistics/paired-ratio.ts';
import type { GateCheck } from '../../../reporters/reporter.ts';
import type { Assertion, Factor, Operand } from './parse.ts';
import type { Comparator } from './tokens.ts';
import type { FigureUnit } from './figures.ts';

/** Whether a result is as was asserted, with the value that was measured. */
export function judgeAssertion({ text, left, comparator, right }: Assertion, result: Result): GateCheck {
  const check = (passed: boolean, message: string): GateCheck => ({ name: text, passed, message });
  const lacking = [...left.over, ...left.under, ...right.over, ...right.under].find(
    (factor) => valueOf(factor, result) === null,
  );
  if (lacking) return check(false, `${lacking.lane}.${lacking.figure.name} was not measured`);
  const [measured, bound] = [measure(left, result), measure(right, result)];
  if (!Number.isFinite(measured.value) || !Number.isFinite(bound.value))
    return check(false, 'cannot be worked out: something is divided by 0');
  const passed = holds(measured.value, comparator, bound.value);
  const against = right.over.length + right.under.length === 0 ? '' : `, against ${say(bound, right.unit)}`;
  const clear = isClear(left, comparator, right, result)
    ? ''
    : `; ${passed ? 'passed' : 'failed'}, but not clearly`;
  return check(passed, `${say(measured, left.unit)}${against}${clear}`);
}

interface Measured {
  value: number;
  /** 95 %; `null` where there is none. */
  ci95: [number, number] | null;
}

const laneOf = (id: string, { lanes }: Result): LaneResult | undefined =>
  lanes.find((lane) => lane.id === id);

function valueOf({ lane: id, figure }: Factor, result: Result): number | null {
  const lane = laneOf(id, result);
  return lane ? figure.read(lane) : null;
}

function measure(side: Operand, result: Result): Measured {
  const slices = ({ lane, figure }: Factor) =>
    figure.name === 'throughput' ? (laneOf(lane, result)?.throughput ?? null) : null;
  const [over, under] = [side.over[0], side.under[0]];
  if (over && side.over.length === 1 && side.under.length <= 1) {
    const ours = slices(over);
    const theirs = under ? slices(under) : null;
    // Slices of the same rounds: what slowed the machine for a whole round cancels.
    if (ours && theirs) {
      const paired = compareSlices(ours.slices, theirs.slices, theirs.starts);
      if (paired) return scaled({ value: paired.ratio, ci95: paired.ci95 }, side.coefficient);
    }
    if (ours && !under) return scaled({ value: ours.median, ci95: ours.ci95 }, side.coefficient);
  }
  const product = (factors: readonly Factor[]) =>
    factors.reduce((value, factor) => value * (valueOf(factor, result) ?? NaN), 1);
  return { value: (side.coefficient * product(side.over)) / product(side.under), ci95: null };
}

const scaled = ({ value, ci95 }: Measured, by: number): Measured => ({
  value: value * by,
  ci95: ci95 && [ci95[0] * by, ci95[1] * by],
});

function holds(value: number, comparator: Comparator, bound: number): boolean {
  switch (comparator) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    case '==':
      return value === bound;
    case '!=':
      return value !== bound;
  }
}

/**
 * Not clear is what the interval of the measured value leaves open, because it reaches across the bound. Both sides
 * are brought together first, so that `a.throughput > 5 * b.throughput` is told like a ratio.
 */
function isClear(left: Operand, comparator: Comparator, right: Operand, result: Result): boolean {
  if (comparator === '==' || comparator === '!=' || right.coefficient === 0) return true;
  const together: Operand = {
    coefficient: left.coefficient / right.coefficient,
    over: [...left.over, ...right.under],
    under: [...left.under, ...right.over],
    unit: 'number',
  };
  const { ci95 } = measure(together, result);
  return ci95 === null || ci95[0] > 1 || ci95[1] < 1;
}

function say({ value, ci95 }: Measured, unit: FigureUnit): string {
  const text = inUnit(value, unit);
  return ci95 ? `${text} (95 %: ${ci95.map((bound) => inUnit(bound, unit)).join(' – ')})` : text;
}

function inUnit(value: number, unit: FigureUnit): string {
  if (unit === 'time') return `${formatMs(value)} ms`;
  if (unit === 'share') return `${(value * 100).toFixed(1)} %`;
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) < 100 ? String(Number(value.toPrecision(3))) : formatRate(value);
}
