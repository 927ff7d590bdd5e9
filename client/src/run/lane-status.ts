import type { LiveRun } from './live-run.svelte.ts';
import type { LaneView } from './lane-view.svelte.ts';

export type LaneStatus =
  'idle' | 'waiting' | 'warmingUp' | 'measuring' | 'completed' | 'stopped' | 'failed' | 'lost';

export function laneStatus(run: LiveRun | null, lane: LaneView | undefined): LaneStatus {
  if (run === null || lane === undefined) return 'idle';
  if (lane.error !== null) return 'failed';
  if (lane.result) return lane.result.state;
  if (run.state !== 'running') return run.state;
  if (!run.isCurrent(lane)) return 'waiting';
  return run.warmingUp ? 'warmingUp' : 'measuring';
}
