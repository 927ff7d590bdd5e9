import type { Messages } from '../messages/en.ts';
import type { RunLane } from './run-lane.svelte.ts';

/** Below this, one lane's writes carry no more than the other's to speak of. */
const clearlyMore = 1.5;

/**
 * What makes `lane` faster than `baseline`, by what both put into a socket write; `null` where that does not tell.
 * `pingMs`: the bare round trip, for a lane whose own was not measured.
 */
export function whyFaster(
  lane: RunLane,
  baseline: RunLane,
  baselineName: string,
  pingMs: number | null,
  text: Pick<Messages['headline'], 'whyShared' | 'whyFewer' | 'whyNoWaiting'>,
): string | null {
  const [many, few] = [lane.effectiveBatch, baseline.effectiveBatch];
  if (many === null || few === null) return null;
  const trip = tripMs(baseline) ?? pingMs;
  if (many / few >= clearlyMore)
    return few < clearlyMore && trip !== null
      ? text.whyShared(many, trip, baselineName)
      : text.whyFewer(many, few);
  return baseline.plan.strategy === 'one-by-one' && lane.plan.strategy !== 'one-by-one'
    ? text.whyNoWaiting(baselineName)
    : null;
}

function tripMs({ result, sample }: RunLane): number | null {
  const measured = result?.roundTrip;
  return measured?.during?.medianMs ?? measured?.before.medianMs ?? sample?.roundTripMs ?? null;
}
