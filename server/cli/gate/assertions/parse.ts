import { nearest } from '../../../../shared/words/nearest.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import { AssertionInvalid, unitFault, type QuantityKind } from '../../../../shared/assertions/quantity.ts';
import { tokensOf, type Comparator, type Token } from './tokens.ts';
import { UsageError } from '../../exit-codes.ts';
import { figureNamed, figures, keptFigure, type Figure, type FigureUnit } from './figures.ts';

/** A figure of a lane, as a factor of a side. */
export interface Factor {
  lane: string;
  figure: Figure;
  /** At which rate of a load curve, commands per second; `null`: of the run, or of the whole curve. */
  rate: number | null;
}

/** One side of an assertion: a number times figures, divided by figures. */
export interface Operand {
  /** Times in ms. */
  coefficient: number;
  over: readonly Factor[];
  under: readonly Factor[];
  /** What its value is written in. */
  unit: FigureUnit;
}

export interface Assertion {
  /** As it was written. */
  text: string;
  left: Operand;
  comparator: Comparator;
  right: Operand;
}

/** What an assertion is about. */
export interface Asserted {
  plan: Plan;
  /** Of a load curve, from low to high; `null`: a single run. */
  rates?: readonly number[] | null;
}

/**
 * Reads an assertion for a plan:
 *
 *     assertion  = side comparator side
 *     side       = term { ( "*" | "/" ) term }
 *     term       = number [ "us" | "ms" | "s" | "%" | "k" | "M" ]  |  lane "." figure [ "@" rate ]
 *     figure     = name  |  command "." name
 *     rate       = number [ "k" | "M" ]
 *     comparator = "<" | "<=" | ">" | ">=" | "==" | "!="
 *
 * Throws UsageError that points at the column, also for a lane, a figure or a unit that cannot be. `label` says in
 * it where the assertion was given.
 */
export function parseAssertion(text: string, asserted: Asserted, label = '--assert'): Assertion {
  try {
    return read(text, asserted);
  } catch (error) {
    if (!(error instanceof AssertionInvalid)) throw error;
    const { column, message } = error;
    throw new UsageError(`${label}, column ${column + 1}: ${message}\n  ${text}\n  ${' '.repeat(column)}^`);
  }
}

function read(text: string, asserted: Asserted): Assertion {
  const tokens = tokensOf(text);
  const at = tokens.findIndex(({ type }) => type === 'comparator');
  const middle = tokens[at];
  if (middle?.type !== 'comparator')
    throw new AssertionInvalid(text.trimEnd().length, 'a comparison is missing: <, <=, >, >=, == or !=');
  const second = tokens.slice(at + 1).find(({ type }) => type === 'comparator');
  if (second) throw new AssertionInvalid(second.column, 'one comparison is enough: write two assertions');
  const left = readSide(tokens.slice(0, at), { ...asserted, end: middle.column });
  const right = readSide(tokens.slice(at + 1), { ...asserted, end: text.trimEnd().length });
  refuseUnit(left, right, tokens.slice(at + 1));
  refuseUnit(right, left, tokens.slice(0, at));
  if (left.timePower !== right.timePower) throw mismatch(left, right, tokens[at + 1]?.column ?? 0);
  if (left.over.length + left.under.length + right.over.length + right.under.length === 0)
    throw new AssertionInvalid(0, 'no figure of a lane is in it, as in pipeline.p99');
  return { text, left, comparator: middle.comparator, right };
}

interface Reading extends Asserted {
  /** Column behind the side. */
  end: number;
}

interface ReadSide extends Operand {
  over: Factor[];
  under: Factor[];
  /** 1 for a time, 0 for a number, −1 for one divided by a time. */
  timePower: number;
  /** Kinds of the numbers by which it is multiplied, and by which it is divided. */
  by: Set<QuantityKind>;
  through: Set<QuantityKind>;
}

function readSide(tokens: readonly Token[], reading: Reading): ReadSide {
  const side: ReadSide = {
    ...{ coefficient: 1, over: [], under: [], unit: 'number', timePower: 0 },
    ...{ by: new Set(), through: new Set() },
  };
  let divides = false;
  for (const [index, token] of tokens.entries()) {
    if (index % 2 === 0) multiply(side, token, divides, reading);
    else if (token.type === 'operator') divides = token.operator === '/';
    else throw new AssertionInvalid(token.column, `expected *, / or a comparison, not "${token.text}"`);
  }
  if (tokens.length % 2 === 0)
    throw new AssertionInvalid(reading.end, 'a number or a figure is missing, such as 5ms or pipeline.p99');
  const [only] = side.over;
  if (side.timePower === 1) side.unit = 'time';
  else if (side.over.length === 1 && side.under.length === 0 && only) side.unit = only.figure.unit;
  return side;
}

function multiply(side: ReadSide, token: Token, divides: boolean, reading: Reading): void {
  const sign = divides ? -1 : 1;
  if (token.type === 'number') {
    if (divides && token.value === 0) throw new AssertionInvalid(token.column, 'a division by 0');
    side.coefficient *= token.value ** sign;
    (divides ? side.through : side.by).add(token.kind);
    if (token.kind === 'time') side.timePower += sign;
  } else if (token.type === 'figure') {
    const factor = factorOf(token, reading);
    (divides ? side.under : side.over).push(factor);
    if (factor.figure.unit === 'time') side.timePower += sign;
  } else
    throw new AssertionInvalid(
      token.column,
      `expected a number or a figure such as pipeline.p99, not "${token.text}"`,
    );
}

function unknownFigure(name: string): string {
  const names = figures.map((figure) => figure.name);
  const meant = nearest(name, names);
  return `there is no figure "${name}"${meant === null ? '' : `, did you mean ${meant}?`}; known are ${names.join(', ')}, and of a command in a mix get.p99`;
}

function factorOf(token: FigureToken, { plan, rates = null }: Reading): Factor {
  const lane = plan.lanes.find(({ id }) => id === token.lane);
  if (!lane)
    throw new AssertionInvalid(
      token.column,
      `there is no lane "${token.lane}"; this run has ${plan.lanes.map(({ id }) => id).join(', ')}`,
    );
  const column = token.column + token.lane.length + 1;
  const isKept = token.figure.toLowerCase() === keptFigure.name;
  const figure = isKept ? keptFigure : figureNamed(token.figure);
  if (!figure) throw new AssertionInvalid(column, unknownFigure(token.figure));
  const fault = isKept ? keptFault(token, rates) : rateFault(token, rates);
  const lacking = fault ?? figure.lacking?.(lane, plan);
  if (lacking != null) throw new AssertionInvalid(column, lacking);
  return { lane: lane.id, figure, rate: token.rate };
}

type FigureToken = Token & { type: 'figure' };

/** Why what a lane keeps cannot be asserted; `null`: it can. */
function keptFault({ rate }: FigureToken, rates: readonly number[] | null): string | null {
  if (rates === null) return 'what a lane keeps is a figure of a load curve: --load-curve 1k..100k';
  return rate === null ? null : 'what a lane keeps is a figure of the whole curve: leave out the @';
}

/** Why a figure cannot be had at the rate that is named for it, or for want of one; `null`: it can. */
function rateFault({ figure, rate, lane }: FigureToken, rates: readonly number[] | null): string | null {
  if (rates === null)
    return rate === null ? null : 'only a load curve has rates: leave out what follows the @';
  const known = `this curve has ${rates.map((one) => one.toLocaleString('en-US')).join(', ')}`;
  if (rate === null)
    return `a load curve has this figure at each rate: name one, as in ${lane}.${figure}@${rates[0] ?? ''}; ${known}`;
  return rates.includes(rate) ? null : `there is no rate ${rate.toLocaleString('en-US')}; ${known}`;
}

/** The unit of a side of an assertion; `null` where it has none, such as the ratio of two figures. */
function kindOf({ over, under, timePower, by, through }: ReadSide): QuantityKind | null {
  const [only, ...others] = over;
  if (others.length + under.length > 0) return null;
  // A share of a share is a ratio.
  const isRatio = through.has('share');
  if (only) {
    const isTimed = by.has('time') || through.has('time');
    return isTimed || (isRatio && only.figure.unit === 'share') ? null : only.figure.unit;
  }
  if (timePower !== 0) return timePower === 1 ? 'time' : null;
  return by.has('share') && !isRatio ? 'share' : 'number';
}

/** A figure, also one that is multiplied, says what kind of number it can be held against. */
function refuseUnit(side: ReadSide, other: ReadSide, tokens: readonly Token[]): void {
  const [kind, against] = [kindOf(side), kindOf(other)];
  if (side.over.length === 0 || kind === null || against === null) return;
  const token = tokens.find((one) => one.type === 'number' && one.kind === against) ?? tokens[0];
  if (!token) return;
  const fault =
    other.over.length === 0
      ? unitFault(kind, { kind: against, text: token.text })
      : figureFault(kind, against);
  if (fault !== null) throw new AssertionInvalid(token.column, fault);
}

const figureFault = (kind: QuantityKind, against: QuantityKind) =>
  kind === against ? null : `a ${kind} is compared with a ${against}`;

function mismatch(left: ReadSide, right: ReadSide, column: number): AssertionInvalid {
  const kind = ({ timePower }: ReadSide) =>
    timePower === 1 ? 'a time' : timePower === 0 ? 'a number' : 'neither a time nor a number';
  const hint =
    left.timePower === 1 && right.timePower === 0 && right.over.length === 0
      ? `: give it a unit, such as ${right.coefficient}ms`
      : '';
  return new AssertionInvalid(column, `${kind(left)} is compared with ${kind(right)}${hint}`);
}
