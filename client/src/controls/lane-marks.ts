import { laneLooks, type LaneLook } from '../../../shared/plan/lane-looks.ts';

/** How a lane is told from the others, without and with colour; markers by the names of Chart.js. */
export interface LaneMark extends Omit<LaneLook, 'marker'> {
  marker: 'circle' | 'triangle' | 'rect' | 'rectRot';
}

const markers = { circle: 'circle', triangle: 'triangle', square: 'rect', diamond: 'rectRot' } as const;

/** The outline of a marker around 0 0, some 11 wide. */
export const markerPaths: Record<LaneMark['marker'], string> = {
  circle: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  triangle: 'M0-6 6 5H-6z',
  rect: 'M-5-5H5V5H-5z',
  rectRot: 'M0-6.5 6.5 0 0 6.5-6.5 0z',
};

/** One for each lane, in their order. */
export const laneMarks = (lanes: readonly { strategy: string }[]): LaneMark[] =>
  laneLooks(lanes).map((look) => ({ ...look, marker: markers[look.marker] }));

/** A lane that is none of those. */
export const noMark: LaneMark = { colour: '--lane-1', dash: [], marker: 'circle' };
