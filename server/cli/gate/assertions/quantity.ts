import { nearest } from '../../../../shared/words/nearest.ts';

/** An assertion that cannot be read at a column, counted from 0. */
export class AssertionInvalid extends Error {
  override readonly name = 'AssertionInvalid';
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

/** Says that a name is unknown, what was probably meant, and which there are. */
export function unknownName(what: string, name: string, known: readonly string[], there = 'known are') {
  const meant = nearest(name, known);
  return `there is no ${what} "${name}"${meant === null ? '' : `, did you mean ${meant}?`}; ${there} ${known.join(', ')}`;
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

/** Kind of a side of an assertion. A ratio is held against a number or a share. */
export type ComparedKind = QuantityKind | 'ratio' | 'neither';

const kindNames: Readonly<Record<ComparedKind, string>> = {
  ...{ time: 'a time', share: 'a share', number: 'a number', ratio: 'a number' },
  neither: 'neither a time nor a number',
};

/** Says that kinds differ, with what would be right for a bound of this text; `null`: the bound has a figure. */
export function kindFault(kind: ComparedKind, against: ComparedKind, text: string | null): string {
  const number = text?.replace(/[^\d.]+$/, '') ?? '';
  const hint = () => {
    if (kind === 'time') return `: give it a unit, such as ${number}ms`;
    if (against === 'time') return `: leave the unit out, as in ${number}`;
    if (against === 'share') return `: leave the % out, as in ${number}`;
    return `: give it a %, such as ${inPercent(Number(number))}%`;
  };
  const isHelped = text !== null && kind !== 'neither' && against !== 'neither';
  return `${kindNames[kind]} is compared with ${kindNames[against]}${isHelped ? hint() : ''}`;
}

/** A number up to 1 was meant as part of 1, a higher one as per cent. */
const inPercent = (number: number): number => (number > 1 ? number : Number((100 * number).toPrecision(12)));
