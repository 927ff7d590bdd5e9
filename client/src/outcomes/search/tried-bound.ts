import type { Recommendation, SearchPoint, SearchSnapshot } from '../../../../shared/contract/search.ts';
import { hasKnee, kneesOf } from '../../../../shared/search/curve.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { isOpenLoop } from '../../../../shared/search/search-plan.ts';

/** What the same points say under another bound of p99, ms; `null`: under none. */
export const judgeUnder = ({ order, points }: SearchSnapshot, p99BoundMs: number | null): Recommendation =>
  recommend({ ...order, p99BoundMs }, points);

/** The batches that may be the knee, where throughput is what was judged and noise left a knee to tell. */
export function kneesUnder({ order, points }: SearchSnapshot, recommendation: Recommendation): SearchPoint[] {
  const { knee } = recommendation;
  if (isOpenLoop(order.workload) || !hasKnee(recommendation)) return [];
  return kneesOf(
    points.filter(
      ({ strategy, stage, unusable }) => stage === 'final' && unusable === null && strategy === knee.strategy,
    ),
    false,
  );
}

const stepsBy = 1.1;
const pagesBy = 2;

/** Where a key moves the bound, ms, within its axis; `undefined`: the key does not move it. */
export function movedByKey(key: string, value: number, { min, max }: { min: number; max: number }) {
  const to: Partial<Record<string, number>> = {
    ArrowLeft: value / stepsBy,
    ArrowDown: value / stepsBy,
    ArrowRight: value * stepsBy,
    ArrowUp: value * stepsBy,
    PageDown: value / pagesBy,
    PageUp: value * pagesBy,
    Home: min,
    End: max,
  };
  const moved = to[key];
  return moved === undefined ? undefined : boundAt(moved, { min, max });
}

/** A bound that can be read: two digits, within the axis. */
export const boundAt = (ms: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Number(ms.toPrecision(2)), min), max);
