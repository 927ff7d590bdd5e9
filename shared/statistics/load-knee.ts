import type { LaneResult } from '../contract/lane-result.ts';
import { overloadCode, type LoadState } from '../contract/enums.ts';
import type { LoadPoint } from '../contract/load-curve.ts';

type Asked = Pick<LaneResult, 'commands' | 'failed' | 'rate'>;

/**
 * What was answered of all that was due, a share; `null`: nothing was. Commands that are sent late count here: how late
 * they were is in their response times.
 */
export function answeredOf({ commands, failed, rate }: Asked): number | null {
  return rate === null || commands === 0 ? null : commands / (commands + failed + (rate.backlog ?? 0));
}

/** A queue is now longer, now shorter, and a slice ends at any moment. */
const mostOfDue = 0.98;

/** What became of a lane that was asked for a rate. */
export function loadStateOf(lane: Asked & Pick<LaneResult, 'state' | 'error'>): LoadState {
  const { state, error, rate } = lane;
  if (error) return error.code === overloadCode ? 'grows' : 'failed';
  if (state !== 'completed') return state;
  if (rate?.growing) return 'grows';
  return (answeredOf(lane) ?? 0) >= mostOfDue ? 'kept' : 'short';
}

/**
 * The highest rate that a lane kept, and the first above it at which its queue grows. A queue that grew below a rate
 * that was kept says nothing of the lane: something else was in its way.
 */
export function loadKneeOf(points: readonly Pick<LoadPoint, 'offeredRps' | 'state'>[]): {
  keptRps: number | null;
  growsRps: number | null;
} {
  const ratesIn = (state: LoadState) =>
    points.filter((point) => point.state === state).map(({ offeredRps }) => offeredRps);
  const kept = Math.max(0, ...ratesIn('kept'));
  const grows = Math.min(Infinity, ...ratesIn('grows').filter((rate) => rate > kept));
  return { keptRps: kept > 0 ? kept : null, growsRps: Number.isFinite(grows) ? grows : null };
}
