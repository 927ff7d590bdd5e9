import type { StrategyDescription } from '../../../../../shared/contract/http.ts';
import { slowdownFor } from './anatomy.ts';
import type { BoardLane } from '../../../run/board-lane.ts';
import { laneAnatomy, type LaneAnatomy } from './lane-anatomy.ts';
import { laneSettings, type BoardState, type LaneSettings } from './lane-settings.ts';

/** What is shown of a lane's trip: measured, or what its settings ask for. */
export interface AnatomyView {
  lane: BoardLane;
  description: StrategyDescription | undefined;
  settings: LaneSettings;
  /** `null`: nothing is measured. */
  anatomy: LaneAnatomy | null;
  /** That share a trip, and the socket writes that carry them. */
  commands: number;
  writes: number;
}

/** All lanes to one scale. */
export interface AnatomyBoard {
  views: AnatomyView[];
  /** The most that any lane has in a trip: what the others need more trips for. */
  sameCommands: number;
  longestMs: number;
  /** The longest that a lane takes for these commands, one trip after the other. */
  longestTripsMs: number;
  /** How much slower than they are the trips are shown. */
  slowdown: number;
}

export function anatomyBoard(state: BoardState, lanes: readonly BoardLane[]): AnatomyBoard {
  const views = lanes.map((lane) => viewOf(state, lane));
  const measured = views.flatMap(({ anatomy }) => anatomy ?? []);
  const sameCommands = Math.max(1, ...views.map(({ commands }) => Math.round(commands)));
  const times = measured.map(({ totalMs }) => totalMs);
  return {
    views,
    sameCommands,
    longestMs: Math.max(0, ...times),
    longestTripsMs: Math.max(
      0,
      ...measured.map(({ totalMs, commands, overlaps }) =>
        overlaps ? 0 : (totalMs * sameCommands) / commands,
      ),
    ),
    slowdown: slowdownFor(times),
  };
}

function viewOf(state: BoardState, lane: BoardLane): AnatomyView {
  const { run, session } = state;
  const description = session.describe(lane.strategy);
  const settings = laneSettings(state, lane.index);
  const anatomy = run && lane.live && description ? laneAnatomy(run, lane.live, description.batching) : null;
  const asked = description === undefined || description.batching === 'none' ? 1 : settings.workload.pipeline;
  // Of what has not run, this much is sure.
  const isWrittenAsOne = description?.batching === 'batch' || lane.strategy === 'auto-pipeline';
  const writes = anatomy?.writes ?? (isWrittenAsOne ? 1 : asked);
  return { lane, description, settings, anatomy, commands: anatomy?.commands ?? asked, writes };
}
