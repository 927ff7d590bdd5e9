import {
  formatBytes,
  formatCount,
  formatMs,
  formatRate,
  formatRatio,
  formatShare,
  formatShort,
} from '../words/format.ts';
import type { Cell, Unit } from '../contract/recipe.ts';

/** A figure in its unit; a pair as an interval. */
export function cellText(cell: Cell, unit: Unit): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell !== 'number') return cell.map((end) => inInterval(end, unit)).join(' – ');
  return formats[unit](cell);
}

const inInterval = (end: number, unit: Unit) =>
  unit === 'commands/s' ? formatShort(end) : formats[unit](end).replace(/^× /, '');

const formats: Record<Unit, (value: number) => string> = {
  text: String,
  'commands/s': formatRate,
  ms: formatMs,
  share: formatShare,
  ratio: formatRatio,
  count: (value) => formatCount(value, value < 100 ? 1 : 0),
  bytes: formatBytes,
};

/** An answer to the question of a recipe, or a guess at it, with its unit; `null` where nothing answers it. */
export function answerText({
  unit,
  answer,
}: {
  unit: string | null;
  answer: number | string | null;
}): string | null {
  if (answer === null || typeof answer === 'string') return answer;
  return unit === '×' ? formatRatio(answer) : `${formatShort(answer)} ${unit ?? ''}`.trim();
}
