import type { Numbers } from '../../../shared/words/numbers.ts';
import type { Colours } from './colours.ts';
import { ticksApart, type LogAxis } from './log-axis.ts';
import type { ChartType } from './type.ts';

/** A logarithmic axis with these figures on it and no others. */
export function logScale(
  { min, max, ticks, title }: LogAxis & { title: string },
  colours: Colours,
  type: ChartType,
  { tick }: Numbers,
) {
  const quiet = colours('--ink-quiet');
  const font = { family: type.family, size: type.size };
  return {
    type: 'logarithmic',
    min,
    max,
    grid: { color: colours('--rule') },
    border: { color: quiet },
    title: { display: true, text: title, color: quiet, font },
    ticks: {
      color: quiet,
      font,
      maxRotation: 0,
      autoSkip: false,
      callback: (value: string | number) => tick(Number(value)),
    },
    afterBuildTicks: (axis: { ticks: { value: number }[]; maxWidth: number; isHorizontal(): boolean }) => {
      const shown = axis.isHorizontal() ? ticksApart({ min, max, ticks }, axis.maxWidth, tick) : ticks;
      axis.ticks = shown.map((value) => ({ value }));
    },
  } as const;
}
