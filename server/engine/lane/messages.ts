import type { SerialisedError, WriteBooks } from '../../../shared/contract/figures.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { ClientId } from '../../../shared/contract/enums.ts';
import type { SparseCounts } from '../latency/sparse.ts';
import type { SliceTask } from './loop.ts';
import type { Tally } from './recorder.ts';
import type { SocketFigures } from './socket-meter.ts';
import type { AloneUnits } from './unit-program.ts';
import type { ProgramPlan } from './lane-code.ts';
import type { ThreadTimes } from '../../network/thread-times.ts';

/** What a worker thread is made with: its share of a lane. Plain JSON but for the shared memory. */
export interface ThreadPlan {
  strategy: string;
  /** Client library; absent: ioredis, or none. */
  client?: ClientId;
  /** With this thread's share of the clients. */
  workload: Workload;
  endpoint: Endpoint;
  /** Prefix of the lane's keys. */
  prefix: string;
  thread: number;
  threads: number;
  latencies: SharedArrayBuffer;
  /** Of several threads that end by count: what they take their commands from (`SharedCount`). */
  count?: SharedArrayBuffer;
  /** Of such threads: what a command is follows from its place among those of all. */
  byPlace?: boolean;
  /** Code of the user, carried out in place of the workload’s commands. */
  program?: ProgramPlan;
  /** It is a bystander: sends on time at the least cost, and tells its lag in sending apart from its wait. */
  watches: boolean;
  /** The link is cut: the library reconnects by itself, and what becomes of each write is checked with the server. */
  reconnects?: boolean;
}

export interface StartSlice extends Omit<SliceTask, 'startsAt'> {
  type: 'start';
  slice: number;
  settings: Settings;
  /** Of threads that share no count: the place of the first command. */
  place?: number;
  /** Sent and drained first, and not counted. */
  settleMs: number;
  /** Time between two samples of a slice, ms. */
  sampleEveryMs: number;
}

export type ToLane =
  /** The first message. A process has no shared memory for latencies. */
  | { type: 'plan'; plan: Omit<ThreadPlan, 'latencies'> & Partial<Pick<ThreadPlan, 'latencies'>> }
  | StartSlice
  /** Of several threads: begin to count at this moment of `systemClock`, which is the same in all threads. */
  | { type: 'go'; at: number }
  /** Send nothing more in this slice. */
  | { type: 'pause' }
  /** Where the link is cut, between slices: hold what callers were told against what the server has. */
  | { type: 'check' }
  /** Send nothing from this moment of `systemClock` on, whatever is asked: the coordinator may be gone by then. */
  | { type: 'lease'; until: number }
  | { type: 'stop' };

/** Totals of one thread since its slice began to count. */
export interface ThreadSample {
  type: 'sample';
  slice: number;
  /** Counted from 0 within the slice. */
  index: number;
  endsSlice: boolean;
  elapsedMs: number;
  tally: Tally;
  wire: SocketFigures;
  /** CPU time of this thread; `null` where the platform does not tell. */
  cpuMs: number | null;
  /** Time in which this thread was ready and had no core; `null` where the platform does not tell. */
  coreWaitMs: number | null;
  busyMs: number;
  /** Largest of this thread's heap with its buffers in this slice, bytes. */
  memoryBytes: number;
  /** Open loop. */
  offered: number;
  /** Of these samples only at the end of a slice. */
  offeringMs: number;
  sendingMs: number;
  outstanding: number;
  /** Commands of the settling moment before the slice; of this sample only at the end of a slice. */
  settled: Tally;
  /** How long that took, ms. */
  settledMs: number;
  /** Of the last sample of a slice: when it began and ceased to send, by `systemClock`. */
  sent?: { from: number; until: number };
  /** Why no further slice can follow. */
  fatal: string | null;
  /** Of code of the user: units before the slice. */
  alone?: AloneUnits;
  /** Of processes, at the end of a slice: what the port of this thread took that their bytes pass, settling included. */
  port?: ThreadTimes;
  /** Of a host that shares no memory with the engine: its histograms. */
  latencies?: SparseCounts;
}

export type FromLane =
  /** The code is loaded; a thread without a plan waits for one now. */
  | { type: 'loaded' }
  /** Of several threads: settled, and waiting for `go`. */
  | { type: 'settled' }
  | { type: 'ready' }
  /** Of a thread with code of the user, every second. */
  | { type: 'alive' }
  /** Of a lane that is a command: a process group that has to end with it has begun, or is over. */
  | { type: 'group'; pid: number; isOver: boolean }
  | ThreadSample
  | { type: 'checked'; books: WriteBooks }
  | { type: 'finished' }
  | { type: 'failed'; error: SerialisedError };

export interface WorkerListener {
  onMessage(message: FromLane): void;
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
