import type { Messages } from '../messages/en.ts';
import type { LaneView } from './lane-view.svelte.ts';

/** Below this, one lane's writes carry no more than the other's to speak of. */
const clearlyMore = 1.5;

/** What makes `lane` faster than `baseline`, by the figures on their cards; `null` where these do not tell. */
export function whyFaster(
  lane: LaneView,
  baseline: LaneView,
  baselineName: string,
  text: Pick<Messages['headline'], 'whyShared' | 'whyFewer' | 'whyNoWaiting'>,
): string | null {
  const [many, few] = [lane.effectiveBatch, baseline.effectiveBatch];
  if (many === null || few === null) return null;
  const waitsForEach = baseline.plan.strategy === 'one-by-one';
  // At a fixed rate it waits for its turn as well.
  const p50Ms = baseline.isOpenLoop ? undefined : baseline.latencyMs?.p50;
  if (many / few >= clearlyMore)
    return waitsForEach && p50Ms !== undefined
      ? text.whyShared(many, p50Ms, baselineName)
      : text.whyFewer(many, few);
  return waitsForEach && lane.plan.strategy !== 'one-by-one' ? text.whyNoWaiting(baselineName) : null;
}
