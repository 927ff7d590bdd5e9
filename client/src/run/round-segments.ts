import type { Tuning } from '../../../shared/contract/plan.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import type { RidgeDot } from '../charts/ridge-dots.ts';
import { spanSeconds, type Place } from '../charts/series.ts';
import type { LiveRun } from './live-run.svelte.ts';
import type { LaneView } from './lane-view.svelte.ts';
import { newestTurns } from './turns.ts';

/** Counted slices of a lane between two changes of the settings. */
export interface RoundSegment {
  dots: RidgeDot[];
  /** The number of changes that were made before it. */
  revision: number;
  /** Median rate of its slices, commands per second. */
  median: number;
  /** What was changed before it; `null`: nothing that is known. */
  change: Tuning | null;
}

interface Slice extends RidgeDot {
  seconds: number;
  revision: number;
}

/** Of more, the newest are shown. */
const mostSegments = 3;
/** A slice that was cut below this share of the usual time says nothing of throughput. */
const leastOfSlice = 0.5;
/** Live figures are rounded. */
const rounded = 0.002;

/** From the oldest to the newest; those without a counted slice are left out. */
export function roundSegments(
  { tunings }: Pick<LiveRun, 'tunings'>,
  lane: LaneView,
  place: Place,
): RoundSegment[] {
  const slices = slicesOf(lane, place);
  const final = lane.result?.throughput?.slices;
  const counted = final ? countedRevision(lane.id, tunings) : Infinity;
  const revisions = [...new Set(slices.map(({ revision }) => revision))].filter(
    (revision) => revision <= counted,
  );
  if (final && !revisions.includes(counted)) revisions.push(counted);
  const segments = revisions.map((revision, index): RoundSegment => {
    const measured = slices.filter((slice) => slice.revision === revision);
    const dots =
      final && revision === counted
        ? placed(final, measured)
        : measured.map(({ rate, span }) => ({ rate, span }));
    const before = revisions[index - 1];
    return {
      dots,
      revision,
      median: median(dots.map(({ rate }) => rate)),
      change:
        before === undefined
          ? null
          : tunings.slice(before, revision).reduce((all, { tuning }): Tuning => ({ ...all, ...tuning }), {}),
    };
  });
  return segments.filter(({ dots }) => dots.length > 0).slice(-mostSegments);
}

/** With which of the changes the result of this lane was measured; 0: with none. */
const countedRevision = (lane: string, tunings: LiveRun['tunings']): number =>
  1 + tunings.findLastIndex(({ countedIn }) => countedIn?.includes(lane) ?? true);

/** Out of the samples that are kept. Reading `points` ties it to the feed: the series itself is not reactive. */
function slicesOf({ points, series }: LaneView, place: Place): Slice[] {
  if (points === 0) return [];
  const all = newestTurns(series)
    .filter(({ notCounted }) => notCounted === null)
    .map(({ rate, first, last, spanMs, revision }): Slice => {
      const span = [place(first) - spanSeconds(first), place(last)] as const;
      return { rate, span, seconds: spanMs / 1000, revision };
    });
  const usual = median(all.map(({ seconds }) => seconds));
  return all.filter(({ rate, seconds }) => rate > 0 && seconds >= leastOfSlice * usual);
}

/** The slices that the result counts, each with the time of the sample that it is. */
function placed(rates: readonly number[], measured: readonly Slice[]): RidgeDot[] {
  let next = 0;
  return rates.map((rate) => {
    const at = measured.findIndex(
      (slice, index) => index >= next && Math.abs(slice.rate - rate) <= rounded * rate,
    );
    if (at >= 0) next = at + 1;
    return { rate, span: measured[at]?.span ?? null };
  });
}
