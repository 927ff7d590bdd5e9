import type { LaneLook } from '../../../shared/plan/lane-looks.ts';

export { laneLooks as laneMarks, type LaneLook as LaneMark } from '../../../shared/plan/lane-looks.ts';

/** The outline of a marker around 0 0, some 11 wide. */
export const markerPaths: Record<LaneLook['marker'], string> = {
  circle: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  triangle: 'M0-6 6 5H-6z',
  rect: 'M-5-5H5V5H-5z',
  rectRot: 'M0-6.5 6.5 0 0 6.5-6.5 0z',
};

/** A lane that is none of those. */
export const noMark: LaneLook = { colour: '--lane-1', dash: [], marker: 'circle' };
