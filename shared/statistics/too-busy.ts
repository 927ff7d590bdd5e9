import type { LaneResult } from '../contract/lane-result.ts';

/** Whether a lane had to wait for a core: its figures are those of a machine that was too busy for them. */
export const waitedForCore = ({ verdict }: Pick<LaneResult, 'verdict'>): boolean => verdict.code === 'cores';
