import { comparators, type Comparator } from '../../../../shared/report/comparator.ts';
import { UsageError } from '../../exit-codes.ts';
import { AssertionInvalid, kindFault, type ComparedKind, type QuantityKind } from './quantity.ts';
import { tokensOf, type FigureToken, type Token } from './tokens.ts';

/** A figure of a lane or of a profile, as a factor of a side. */
export interface AnyFactor {
  figure: { unit: QuantityKind };
}

/** One side of an assertion: a number times figures, divided by figures. */
export interface Operand<Factor> {
  /** Times in ms. */
  coefficient: number;
  over: readonly Factor[];
  under: readonly Factor[];
  /** Kind of its value. */
  unit: QuantityKind;
}

/** An assertion with a figure on its left. */
export interface Assertion<Factor> {
  /** The assertion as it was written. */
  text: string;
  left: Operand<Factor>;
  comparator: Comparator;
  right: Operand<Factor>;
}

/** The figures that may stand in an assertion. */
export interface Vocabulary<Factor extends AnyFactor> {
  /** A figure, for messages. */
  example: string;
  /** Throws AssertionInvalid for a figure that there is not. */
  factorOf: (token: FigureToken) => Factor;
}

/**
 * Reads an assertion:
 *
 *     assertion  = side comparator side
 *     side       = term { ( "*" | "/" ) term }
 *     term       = number [ "us" | "ms" | "s" | "%" | "k" | "M" ]  |  lane "." figure [ "@" rate ]
 *                |  "profile." name [ "['" unit "']" ]
 *     figure     = name  |  command "." name
 *     rate       = number [ "k" | "M" ]
 *     comparator = "<" | "<=" | ">" | ">=" | "==" | "!="
 *
 * Throws UsageError that points at the column, also for a lane, a figure or a unit that cannot be. `label` says in
 * it where the assertion was given.
 */
export function readAssertion<Factor extends AnyFactor>(
  text: string,
  vocabulary: Vocabulary<Factor>,
  label: string,
): Assertion<Factor> {
  try {
    return new Reader(text, vocabulary).read();
  } catch (error) {
    if (!(error instanceof AssertionInvalid)) throw error;
    const { column, message } = error;
    throw new UsageError(`${label}, column ${column + 1}: ${message}\n  ${text}\n  ${' '.repeat(column)}^`);
  }
}

interface ReadSide<Factor = AnyFactor> extends Operand<Factor> {
  over: Factor[];
  under: Factor[];
  /** 1 for a time, 0 for a number, −1 for one divided by a time. */
  timePower: number;
  /** Kinds of the numbers by which it is multiplied, and by which it is divided. */
  by: Set<QuantityKind>;
  through: Set<QuantityKind>;
}

class Reader<Factor extends AnyFactor> {
  readonly #text: string;
  readonly #vocabulary: Vocabulary<Factor>;

  constructor(text: string, vocabulary: Vocabulary<Factor>) {
    this.#text = text;
    this.#vocabulary = vocabulary;
  }

  read(): Assertion<Factor> {
    const { example } = this.#vocabulary;
    const [text, end] = [this.#text, this.#text.trimEnd().length];
    const tokens = tokensOf(text, example);
    const at = tokens.findIndex(({ type }) => type === 'comparator');
    const middle = tokens[at];
    if (middle?.type !== 'comparator')
      throw new AssertionInvalid(end, 'a comparison is missing: <, <=, >, >=, == or !=');
    const [before, behind] = [tokens.slice(0, at), tokens.slice(at + 1)];
    const second = behind.find(({ type }) => type === 'comparator');
    if (second) throw new AssertionInvalid(second.column, 'one comparison is enough: write two assertions');
    const [left, right] = [this.#side(before, middle.column), this.#side(behind, end)];
    if (!isFigured(left) && !isFigured(right))
      throw new AssertionInvalid(0, `no figure is in it, as in ${example}`);
    const { comparator } = middle;
    if (left.over.length > 0 || !isFigured(right)) {
      refuseKind(left, right, behind);
      return { text, left, comparator, right };
    }
    refuseKind(right, left, before);
    return { text, left: right, comparator: comparators[comparator].turned, right: left };
  }

  /** `end`: the column behind the side. */
  #side(tokens: readonly Token[], end: number): ReadSide<Factor> {
    const side: ReadSide<Factor> = {
      ...{ coefficient: 1, over: [], under: [], unit: 'number', timePower: 0 },
      ...{ by: new Set(), through: new Set() },
    };
    let divides = false;
    for (const [index, token] of tokens.entries()) {
      if (index % 2 === 0) this.#multiply(side, token, divides);
      else if (token.type === 'operator') divides = token.operator === '/';
      else throw new AssertionInvalid(token.column, `expected *, / or a comparison, not "${token.text}"`);
    }
    const { example } = this.#vocabulary;
    if (tokens.length % 2 === 0)
      throw new AssertionInvalid(end, `a number or a figure is missing, such as 5ms or ${example}`);
    const [only] = side.over;
    if (side.timePower === 1) side.unit = 'time';
    else if (side.over.length === 1 && side.under.length === 0 && only) side.unit = only.figure.unit;
    return side;
  }

  #multiply(side: ReadSide<Factor>, token: Token, divides: boolean): void {
    const sign = divides ? -1 : 1;
    const { example, factorOf } = this.#vocabulary;
    if (token.type === 'number') {
      if (divides && token.value === 0) throw new AssertionInvalid(token.column, 'a division by 0');
      side.coefficient *= token.value ** sign;
      (divides ? side.through : side.by).add(token.kind);
      if (token.kind === 'time') side.timePower += sign;
    } else if (token.type === 'figure') {
      const factor = factorOf(token);
      (divides ? side.under : side.over).push(factor);
      if (factor.figure.unit === 'time') side.timePower += sign;
    } else
      throw new AssertionInvalid(
        token.column,
        `expected a number or a figure such as ${example}, not "${token.text}"`,
      );
  }
}

const isFigured = ({ over, under }: ReadSide): boolean => over.length + under.length > 0;

function kindOf(side: ReadSide): ComparedKind {
  const { over, timePower, by, through } = side;
  if (timePower !== 0) return timePower === 1 ? 'time' : 'neither';
  // A share of a share is a ratio.
  const isRatio = through.has('share');
  if (!isFigured(side)) return by.has('share') && !isRatio ? 'share' : 'number';
  const [only, ...others] = over;
  if (!only || others.length + side.under.length > 0 || by.has('time') || through.has('time')) return 'ratio';
  return isRatio && only.figure.unit === 'share' ? 'ratio' : only.figure.unit;
}

/** A figure, also one that is multiplied, says what kind of number it can be held against. Throws AssertionInvalid. */
function refuseKind(side: ReadSide, other: ReadSide, tokens: readonly Token[]): void {
  const [kind, against] = [kindOf(side), kindOf(other)];
  const isEither = kind === against || kind === 'ratio' || against === 'ratio';
  if (side.timePower === other.timePower && isEither) return;
  const token = tokens.find((one) => one.type === 'number' && one.kind === against) ?? tokens[0];
  const fault = kindFault(kind, against, isFigured(other) ? null : (token?.text ?? null));
  throw new AssertionInvalid(token?.column ?? 0, fault);
}
