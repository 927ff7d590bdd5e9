import type { CellUnit } from '../contract/recipe.ts';
import type { Numbers } from './numbers.ts';

/** `null`: not measured, or not published. A pair is an interval. */
export type CellInWords = string | number | readonly [number, number] | null;

/** A figure in its unit; a pair as an interval. */
export function cellText(cell: CellInWords, unit: CellUnit, numbers: Numbers): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell !== 'number') return cell.map((end) => inInterval(end, unit, numbers)).join(' – ');
  return formats[unit](cell, numbers);
}

const inInterval = (end: number, unit: CellUnit, numbers: Numbers) =>
  unit === 'commands/s' ? numbers.short(end) : formats[unit](end, numbers).replace(/^× /, '');

const formats: Record<CellUnit, (value: number, numbers: Numbers) => string> = {
  text: String,
  'commands/s': (value, { rate }) => rate(value),
  ms: (value, { ms }) => ms(value),
  share: (value, { share }) => share(value),
  ratio: (value, { ratio }) => ratio(value),
  count: (value, { count }) => count(value, value < 100 ? 1 : 0),
  bytes: (value, { bytes }) => bytes(value),
};

/** An answer to the question of a recipe, or a guess at it, with its unit; `null` where nothing answers it. */
export function answerText(
  { unit, answer }: { unit: string | null; answer: number | string | null },
  numbers: Numbers,
): string | null {
  if (answer === null || typeof answer === 'string') return answer;
  return unit === '×' ? numbers.ratio(answer) : `${numbers.short(answer)} ${unit ?? ''}`.trim();
}
