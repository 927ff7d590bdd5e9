import { median } from '../../../shared/statistics/statistics.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';

/** The cause of a gap between two turns of a lane: last replies, or the counters of the server. */
export type GapCause = 'replies' | 'counters';

interface LaneAtRate {
  readonly id: string;
  readonly lane: { readonly settings: Pick<Settings, 'rps' | 'revision'> };
  /** The median time to a reply in the turn that has just ended, ms; 0: none came. */
  readonly replyMs: number;
}

interface Gap {
  /** Earlier gaps with the same settings, ms. */
  earlier: number[];
  /** The shortest median time to a reply of a turn with these settings, ms. */
  replyMs: number;
  revision: number;
  /** The gap in progress, ms. */
  waited: Record<GapCause, number>;
}

/** The number of earlier gaps whose median is the usual one. */
const mostEarlier = 15;
/** The last replies and the questions to the server take so many replies at most. */
const mostReplies = 5;
/** The time by which scheduling alone makes a gap longer, ms. */
const slackMs = 5;
/** A shorter stall is in the figures, and needs no warning, ms. */
const leastWarnedMs = 20;

/**
 * Gaps of lanes at a rate: from the end of a turn to the moment at which another lane may have its turn. A stall of the
 * server in a gap would be in no figure, and would delay the next turn until it is over. So arrivals continue for
 * the time by which a gap is longer than usual. The usual gap is the median of the earlier ones, but no more than a few
 * replies take: where each turn ends in a stall, all gaps are long.
 */
export class TurnGaps {
  readonly #gaps = new Map<string, Gap>();
  #long: { times: number; longestMs: number; cause: GapCause } | null = null;

  /** Adds a wait to the gap in progress. */
  add({ id, lane: { settings }, replyMs }: LaneAtRate, cause: GapCause, ms: number): void {
    if (settings.rps === null) return;
    const known = this.#gaps.get(id);
    const gap = known?.revision === settings.revision ? known : newGap(settings.revision);
    this.#gaps.set(id, gap);
    gap.waited[cause] += ms;
    if (replyMs > 0) gap.replyMs = Math.min(gap.replyMs, replyMs);
  }

  /** Ends the gap in progress; returns by how much it was longer than usual, ms, and 0 where it was as usual. */
  close({ id, lane: { settings } }: LaneAtRate): number {
    const gap = this.#gaps.get(id);
    if (gap?.revision !== settings.revision) return 0;
    const { waited, earlier } = gap;
    const tookMs = waited.replies + waited.counters;
    const mostMs = mostReplies * gap.replyMs + slackMs;
    const usualMs = Math.min(mostMs, earlier.length === 0 ? tookMs : median(earlier));
    gap.earlier = [...earlier, tookMs].slice(-mostEarlier);
    gap.waited = { replies: 0, counters: 0 };
    const overMs = tookMs - usualMs;
    if (overMs <= Math.max(slackMs, usualMs)) return 0;
    if (overMs >= leastWarnedMs)
      this.#note(overMs, waited.replies > waited.counters ? 'replies' : 'counters');
    return overMs;
  }

  /** Gaps that were longer than usual; `null`: there was none. */
  get long(): { times: number; longestMs: number; cause: GapCause } | null {
    return this.#long;
  }

  #note(overMs: number, cause: GapCause): void {
    const isLongest = overMs > (this.#long?.longestMs ?? 0);
    this.#long = {
      times: (this.#long?.times ?? 0) + 1,
      longestMs: isLongest ? overMs : (this.#long?.longestMs ?? 0),
      cause: isLongest ? cause : (this.#long?.cause ?? cause),
    };
  }
}

const newGap = (revision: number): Gap => ({
  ...{ earlier: [], replyMs: Infinity, revision },
  waited: { replies: 0, counters: 0 },
});
