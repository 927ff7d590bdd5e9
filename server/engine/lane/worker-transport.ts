import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { FromLane, ThreadPlan, ToLane } from './messages.ts';

export interface WorkerListener {
  onMessage(message: FromLane): void;
  /** It ended by an error. */
  failed(error: SerialisedError): void;
  /** It has ended, for whatever reason; the last that is heard. */
  exited(): void;
}

/** Where one share of a lane is carried out: a worker thread, a process of its own, or an agent on another machine. */
export interface WorkerTransport {
  /** What it is, for the message that it has ended. */
  readonly kind: string;
  /** How long a message takes to reach it at most, ms: shares that start together agree on a moment so far ahead. */
  readonly leadMs: number;
  post(message: ToLane): void;
  /** Ends it by force. */
  terminate(): void;
}

/** Starts a share of a lane. A host that shares no memory sends its histograms with its samples. */
export type StartShare = (plan: ThreadPlan, listener: WorkerListener) => WorkerTransport;

/** Until a message has reached a thread or a process of this machine, ms. */
export const localLeadMs = 1;

/**
 * In the first milliseconds of a thread, when its young generation is small, V8 may conclude that what a command makes
 * lives long, and puts it into the old generation from then on. By chance of the start, a lane of node-redis with 640
 * commands in flight then had 0.75 of its speed. With this flag all starts are alike.
 */
export const noPretenuring = '--no-allocation-site-pretenuring';
