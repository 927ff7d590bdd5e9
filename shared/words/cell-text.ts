import type { CellUnit } from '../contract/recipe.ts';
import type { Numbers } from './numbers.ts';

/** `null`: not measured, or not published. A pair is an interval. */
export type CellInWords = string | number | readonly [number, number] | null;

/** size: commands that went together, per-write: the same in few digits; µs: CPU of a command. */
export type CellFormat = CellUnit | 'size' | 'per-write' | 'µs';

/** A figure in its unit; a pair as an interval. `isExact`: its ends are written out. */
export function cellText(cell: CellInWords, unit: CellFormat, numbers: Numbers, isExact = false): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return formats[unit](cell, numbers);
  return cell
    .map((end) =>
      unit === 'commands/s' && !isExact ? numbers.short(end) : formats[unit](end, numbers).replace(/^× /, ''),
    )
    .join(' – ');
}

const formats: Record<CellFormat, (value: number, numbers: Numbers) => string> = {
  text: String,
  'commands/s': (value, { rate }) => rate(value),
  ms: (value, { ms }) => ms(value),
  share: (value, { share }) => share(value),
  ratio: (value, { ratio }) => ratio(value),
  count: (value, { count }) => count(value, value < 100 ? 1 : 0),
  bytes: (value, { bytes }) => bytes(value),
  size: (value, { fixed }) => fixed(value, 1),
  'per-write': (value, { size }) => size(value),
  µs: (value, { fixed }) => fixed(value, 2),
};

/** `× 3.87 (3.70 – 4.02)`; without an interval the ratio alone. */
export const ratioInWords = (
  { ratio, ci95 }: { ratio: number; ci95: readonly [number, number] | null },
  numbers: Numbers,
): string => numbers.ratio(ratio) + (ci95 ? ` (${ci95.map(numbers.times).join(' – ')})` : '');

/** An answer to the question of a recipe, or a guess at it, with its unit; `null` where nothing answers it. */
export function answerText(
  { unit, answer }: { unit: string | null; answer: number | string | null },
  numbers: Numbers,
): string | null {
  if (answer === null || typeof answer === 'string') return answer;
  return unit === '×' ? numbers.ratio(answer) : `${numbers.short(answer)} ${unit ?? ''}`.trim();
}
