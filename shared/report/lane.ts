import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';

/** Throughput of a lane, commands per second: the figure to quote; `null`: none was counted. */
export const rateOf = ({ throughput }: Pick<LaneResult, 'throughput'>): number | null =>
  throughput?.median ?? null;

export const comparisonWithFirst = (
  { id }: Pick<LaneResult, 'id'>,
  { comparisons }: Pick<Result, 'comparisons'>,
): Comparison | undefined => comparisons.find(({ lane }) => lane === id);

/** The name of assertions, and that for people where it is another. */
export const idAndLabel = ({ id, strategy, label }: Pick<LaneResult, 'id' | 'strategy' | 'label'>): string =>
  id === strategy ? id : `${id} (${label})`;
