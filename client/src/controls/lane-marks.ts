import { limits } from '../../../shared/limits.ts';

export type Marker =
  'circle' | 'triangle' | 'rect' | 'rectRot' | 'cross' | 'crossRot' | 'star' | 'rectRounded';

/** How a lane is told from the others, without and with colour. */
export interface LaneMark {
  /** The CSS variable with its colour. */
  colour: string;
  /** Dash pattern in pixels; empty: a full line. */
  dash: readonly number[];
  marker: Marker;
}

const shapes: readonly Omit<LaneMark, 'colour'>[] = [
  { dash: [], marker: 'circle' },
  { dash: [], marker: 'triangle' },
  { dash: [], marker: 'rect' },
  { dash: [9, 5], marker: 'rectRot' },
  { dash: [2, 4], marker: 'circle' },
  { dash: [12, 4, 2, 4], marker: 'triangle' },
  { dash: [5, 3], marker: 'rect' },
  { dash: [2, 6], marker: 'rectRot' },
];

/** One for each lane that a plan can have, in their order. */
export const laneMarks: readonly LaneMark[] = Array.from({ length: limits.lanes.max }, (_, index) => ({
  colour: `--lane-${index + 1}`,
  ...(shapes[index % shapes.length] ?? { dash: [], marker: 'circle' as const }),
}));

export function laneMark(index: number): LaneMark {
  return laneMarks[index % laneMarks.length] ?? { colour: '--ink', dash: [], marker: 'circle' };
}
