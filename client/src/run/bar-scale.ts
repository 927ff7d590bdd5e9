/** What bars stand for, and how far their axis goes. */
export interface BarScale {
  /** × the baseline; commands/s where it has no rate, or is the only lane. */
  unit: 'ratio' | 'rate';
  /** 0: nothing is drawn yet. */
  most: number;
}

export interface BarFigures {
  /** Length in the unit of the scale; `null`: there is nothing to draw. */
  value: number | null;
  interval: readonly [number, number] | null;
  /** True for a value of counted turns. */
  counts: boolean;
}

/** An end of two digits for an axis that has to reach as far as `value`: at most a tenth beyond it. */
export function axisEnd(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil((value / step) * (1 - 1e-9)) * step).toPrecision(2));
}

/** Round values from 0 to the end of an axis, seven at most. */
export function barTicks(most: number): number[] {
  if (most <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(most / 6));
  const step = power * ([1, 2, 5].find((digit) => digit * power * 6 >= most) ?? 10);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}
