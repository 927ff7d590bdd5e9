/** An assertion that cannot be read at a column, counted from 0. */
export class AssertionInvalid extends Error {
  override readonly name = 'AssertionInvalid';
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

/** time: held in ms. share: 0.5 is 50 %. */
export type QuantityKind = 'time' | 'share' | 'number';

/** A number in an assertion, with its unit. */
export interface Quantity {
  kind: QuantityKind;
  value: number;
  /** The text as it was written, without a blank behind it. */
  text: string;
}

/** `k` is a plain thousand: assertions compare counts and rates. */
const units: Readonly<Record<string, readonly [QuantityKind, number]>> = {
  us: ['time', 0.001],
  µs: ['time', 0.001],
  ms: ['time', 1],
  s: ['time', 1000],
  '%': ['share', 0.01],
  k: ['number', 1000],
  M: ['number', 1_000_000],
  '': ['number', 1],
};

const form = /(\d+(?:\.\d+)?)\s*([A-Za-zµ%]*)/y;

/** Reads `5ms`, `5 ms`, `90%`, `128k` or `3` at a column; `null`: no number stands there. Throws AssertionInvalid. */
export function quantityAt(text: string, column: number): Quantity | null {
  form.lastIndex = column;
  const [whole = '', digits, unit = ''] = form.exec(text) ?? [];
  if (digits === undefined) return null;
  const known = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (!known) {
    const names = Object.keys(units).filter((name) => name !== '' && name !== 'µs');
    throw new AssertionInvalid(
      column + whole.length - unit.length,
      `no unit "${unit}"; known are ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`,
    );
  }
  const [kind, factor] = known;
  // 2.3 × 1000 is a whole number, whatever the processor makes of 2.3.
  return { kind, value: Number((Number(digits) * factor).toPrecision(15)), text: whole.trimEnd() };
}

/** Why a figure cannot be held against a quantity, with what would be right; `null`: it can. */
export function unitFault(
  figure: QuantityKind,
  { kind, text }: Pick<Quantity, 'kind' | 'text'>,
): string | null {
  const number = text.replace(/[^\d.]+$/, '');
  if (figure === 'time' && kind !== 'time')
    return `a time is compared with a ${kind}: give it a unit, such as ${number}ms`;
  if (figure !== 'time' && kind === 'time')
    return `a ${figure} is compared with a time: leave the unit out, as in ${number}`;
  if (figure === 'number' && kind === 'share')
    return `a number is compared with a share: leave the % out, as in ${number}`;
  if (figure === 'share' && kind === 'number')
    return `a share is compared with a number: give it a %, such as ${inPercent(Number(number))}%`;
  return null;
}

/** A number up to 1 was meant as part of 1, a higher one as per cent. */
const inPercent = (number: number): number => (number > 1 ? number : Number((100 * number).toPrecision(12)));
