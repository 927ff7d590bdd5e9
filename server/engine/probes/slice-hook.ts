import type { Phase } from '../../../shared/contract/enums.ts';

/** Stands around each slice: `carryOut` runs the slice and must be called. */
export type SliceHook = (
  slice: { lanes: readonly string[]; phase: Phase },
  carryOut: () => Promise<void>,
) => Promise<void>;
