import type { Testimony } from './delivery-check.ts';

/** What the benchmark tells its viewers. */
export type ToViewers =
  | { type: 'watch' }
  /** `due`: of the samples emitted so far, those that nobody can have missed by now but by a loss. */
  | { type: 'leave'; due: number }
  /** `emitted`: all samples of the run, in order, by their names. */
  | { type: 'report'; emitted: string[] };

/** What they answer; of each viewer one testimony a stay. */
export type FromViewers = { type: 'ready' } | { type: 'report'; cpuMs: number; viewers: Testimony[][] };
