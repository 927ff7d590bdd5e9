import type { ClientId } from '../../../shared/contract/enums.ts';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { LaneView } from './lane-view.svelte.ts';

/** A column of the board: a lane of the run on screen, or of the plan for the next one. */
export interface BoardLane {
  id: string;
  /** Its place; the first is the baseline. */
  index: number;
  strategy: string;
  /** Client library; absent: the default, or none. */
  client?: ClientId;
  mark: LaneMark;
  name: string;
  /** In what it differs from the others, in words; empty: in nothing. */
  differences: string;
  live: LaneView | undefined;
}
