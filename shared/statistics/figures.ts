import type { LaneResult } from '../contract/lane-result.ts';
import type { Throughput } from '../contract/figures.ts';
import type { Comparison, Result } from '../contract/result.ts';

/** The figures of a lane that are quoted: every surface takes rate, interval, ratio and latency from here. */

export type Rate = Pick<Throughput, 'estimate'>;
interface Rated {
  throughput: Rate | null;
}
export interface RatedWithInterval {
  throughput: (Rate & Pick<Throughput, 'ci95'>) | null;
}

/** Throughput, commands per second; `null`: none was counted. */
export const rateOf = (lane: Rated | null | undefined): number | null => lane?.throughput?.estimate ?? null;

/** Its 95 % interval; `null`: there is none. */
export const rateIntervalOf = (lane: RatedWithInterval | null | undefined): [number, number] | null =>
  lane?.throughput?.ci95 ?? null;

export const comparisonWithFirst = (
  { id }: { id: string },
  { comparisons }: Pick<Result, 'comparisons'>,
): Comparison | undefined => comparisons.find(({ lane }) => lane === id);

/** Why a ratio has no interval: a single round has none, and rounds that differ by orders of magnitude. */
export type NoInterval = 'one-round' | 'scattered';

/** The reason for which a ratio of so many rounds has no interval. */
export const whyNoInterval = (pairs: number): NoInterval => (pairs < 2 ? 'one-round' : 'scattered');

/** A single round is judged by its ratio alone. */
export const isOfOneRound = ({ ci95, pairs }: Pick<Comparison, 'ci95' | 'pairs'>): boolean =>
  ci95 === null && whyNoInterval(pairs) === 'one-round';

export const isFaster = (comparison: Pick<Comparison, 'ratio' | 'ci95' | 'outcome' | 'pairs'>): boolean =>
  isOfOneRound(comparison) ? comparison.ratio > 1 : comparison.outcome === 'faster';

/** Inconclusive: the interval includes 1, or there is none. */
export const isInconclusive = ({ outcome }: Pick<Comparison, 'outcome'>): boolean =>
  outcome === 'inconclusive';

/**
 * The latency that is said of a lane. In an open loop it counts from the moment a command was due, so that waiting in
 * the queue counts; elsewhere from its call. `null`: no command was answered.
 */
export const shownLatency = <Latency>({
  command,
  response,
}: {
  command: Latency | null;
  response?: Latency | null | undefined;
}): Latency | null => response ?? command;

/** An interval of ratios whose ends are further apart than this says more than the figure in its middle. */
const tooWide = 2;

/** Whether the interval is to be quoted in place of the ratio. */
export const isWide = (ci95: readonly [number, number] | null): ci95 is readonly [number, number] =>
  ci95 !== null && ci95[1] > tooWide * ci95[0];

/** Whether a lane had to wait for a core: its figures are those of a machine that was too busy for them. */
export const waitedForCore = ({ verdict }: Pick<LaneResult, 'verdict'>): boolean => verdict.code === 'cores';

/** The last commands of a slice are answered after it: that much of a rate may be missing. */
const mostOfRate = 0.98;

/**
 * Whether a lane of an open loop did what it was asked for, by the figure that is shown of it; a lane of a closed loop
 * was asked for no rate.
 */
export const keepsRate = ({
  rate,
  throughput,
}: Pick<LaneResult, 'rate'> & { throughput: Rate | null }): boolean =>
  rate !== null && !rate.growing && (rateOf({ throughput }) ?? rate.achieved) >= mostOfRate * rate.offered;
