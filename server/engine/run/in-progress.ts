import { randomBytes } from 'node:crypto';

/** A run, sweep or search that has been started. */
export interface InProgress<Result> {
  readonly id: string;
  /**
   * Resolves once everything is drained and cleaned up. Rejects when the set-up failed, or when there is nothing to
   * conclude anything from.
   */
  readonly finished: Promise<Result>;
}

export interface StartOptions<Event> {
  /** Ends it early: what is in flight is drained, what was measured is kept. */
  signal?: AbortSignal;
  /** Called with each event, in order, at once. It must not throw and must be quick: it runs in the engine's thread. */
  onEvent?: (event: Event) => void;
}

/** When it was started, and letters that nothing else of that second has: `20260102T030405-1a2b3c4d`. */
export const newActivityId = (startedAt: Date, letters = randomBytes(4).toString('hex')): string =>
  `${startedAt.toISOString().replace(/[-:]|\..*/g, '')}-${letters}`;
