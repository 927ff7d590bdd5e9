import { laneLooks, type LaneLook } from '../../../shared/plan/lane-looks.ts';

/** How a lane is told from the others, without and with colour; markers by the names of Chart.js. */
export interface LaneMark extends Omit<LaneLook, 'marker'> {
  marker: 'circle' | 'triangle' | 'rect' | 'rectRot';
}

const markers = { circle: 'circle', triangle: 'triangle', square: 'rect', diamond: 'rectRot' } as const;

/** One for each lane, in their order. */
export const laneMarks = (lanes: readonly { strategy: string }[]): LaneMark[] =>
  laneLooks(lanes).map((look) => ({ ...look, marker: markers[look.marker] }));

/** A lane that is none of those. */
export const noMark: LaneMark = { colour: '--lane-1', dash: [], marker: 'circle' };
