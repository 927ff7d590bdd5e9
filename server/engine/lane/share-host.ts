import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { FromLane, ThreadPlan, ToLane } from './messages.ts';

export interface HostListener {
  heard(message: FromLane): void;
  /** It ended by an error. */
  failed(error: SerialisedError): void;
  /** It has ended, for whatever reason; the last that is heard. */
  exited(): void;
}

/** Where one share of a lane is carried out: a worker thread, a process of its own, or an agent on another machine. */
export interface ShareHost {
  /** What it is, for the message that it has ended. */
  readonly kind: string;
  /** How long a message takes to reach it at most, ms: shares that start together agree on a moment so far ahead. */
  readonly leadMs: number;
  post(message: ToLane): void;
  /** Ends it by force. */
  terminate(): void;
}

/** Starts a share of a lane. A host that shares no memory sends its histograms with its samples. */
export type StartShare = (plan: ThreadPlan, listener: HostListener) => ShareHost;

/** Until a message has reached a thread or a process of this machine, ms. */
export const localLeadMs = 1;
