import type { Phase } from '../../../shared/contract/enums.ts';

/** One lane's part in a round. */
export interface Turn {
  /** Index of the lane in the plan. */
  lane: number;
  durationMs: number | null;
  commands: number | null;
  /** True for the lane's last turn that is certain to come. */
  isLast?: boolean;
}

/** Parts a whole number into shares that differ by one at most and add up to it. */
export const shares = (whole: number, parts: number): number[] =>
  Array.from(
    { length: parts },
    (_, part) => Math.floor(((part + 1) * whole) / parts) - Math.floor((part * whole) / parts),
  );

/** Parts a whole number in proportion to weights, so that the shares add up to it. */
export function proportionalShares(whole: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const from = Math.floor((whole * before) / total);
    before += weight;
    return Math.floor((whole * before) / total) - from;
  });
}

/** Stands around each slice: `carryOut` runs the slice and must be called. */
export type SliceHook = (
  slice: { lanes: readonly string[]; phase: Phase },
  carryOut: () => Promise<void>,
) => Promise<void>;
