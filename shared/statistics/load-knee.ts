import type { LaneResult } from '../contract/lane-result.ts';
import { overloadCode, type LoadState } from '../contract/enums.ts';
import type { LoadLane, LoadPoint } from '../contract/load-curve.ts';
import { largest, smallest } from './extremes.ts';

type Asked = Pick<LaneResult, 'commands' | 'failed' | 'rate'>;

/**
 * The share of what was due that was answered, as a lane with a backlog has it at the end of its time; `null`: nothing
 * was. Commands that are sent late within that time count: how late they were is in their response times.
 */
function answeredOf({ commands, failed, rate }: Asked): number | null {
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
  const kept = largest(ratesIn('kept'), 0);
  const grows = smallest(
    ratesIn('grows').filter((rate) => rate > kept),
    Infinity,
  );
  return { keptRps: kept > 0 ? kept : null, growsRps: Number.isFinite(grows) ? grows : null };
}

/** Rates above the one that is kept, and below the one at which the queue grows, of which neither is certain. */
export function unclearRatesOf({
  points,
  keptRps,
  growsRps,
}: Pick<LoadLane, 'points' | 'keptRps' | 'growsRps'>): number[] {
  return points
    .filter(
      ({ state, offeredRps }) =>
        state === 'short' && offeredRps > (keptRps ?? 0) && offeredRps < (growsRps ?? Infinity),
    )
    .map(({ offeredRps }) => offeredRps);
}
