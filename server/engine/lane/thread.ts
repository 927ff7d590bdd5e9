import { Worker } from 'node:worker_threads';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { FromLane, StartSlice, ThreadPlan, ThreadSample, ToLane } from './messages.ts';
import { allocateLatencies, viewLatencies, type SharedLatencies } from './recorder.ts';
import { serialiseError } from './serialise-error.ts';
import { builtFile } from '../../built.ts';

const entry = builtFile('server/engine/lane-worker.js');

const stopWithinMs = 1000;

/** What a thread that failed had to say. */
export class LaneThreadFailed extends Error {
  override readonly name = 'LaneThreadFailed';
  readonly reason: SerialisedError;
  constructor(reason: SerialisedError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** The engine's side of one worker thread of a lane. */
export class LaneThread {
  readonly latencies: SharedLatencies;
  /** Resolves when the thread's connections are open; rejects with LaneThreadFailed. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #onSample: ((sample: ThreadSample) => void) | null = null;
  #onSettled: (() => void) | null = null;
  #onFailure: (error: LaneThreadFailed) => void = () => undefined;
  #failure: LaneThreadFailed | null = null;

  constructor(plan: Omit<ThreadPlan, 'latencies'>) {
    const memory = allocateLatencies();
    this.latencies = viewLatencies(memory);
    const workerData: ThreadPlan = { ...plan, latencies: memory };
    // A lane is the same in whichever program: its loaders and switches are not for this thread.
    this.#worker = new Worker(entry, {
      workerData,
      execArgv: [],
      name: `lane ${plan.strategy} ${plan.thread}`,
    });
    this.#exited = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        resolve();
      }),
    );
    this.ready = new Promise((resolve, reject) => {
      this.#onFailure = reject;
      this.#worker.on('message', (message: FromLane) => {
        if (message.type === 'ready') resolve();
        else this.#hear(message);
      });
    });
    this.ready.catch(() => undefined);
    this.#worker.on('error', (error) => {
      this.#fail(serialiseError(error));
    });
    this.#worker.on('exit', () => {
      this.#fail({ name: 'Error', code: null, message: 'the worker thread ended', stack: null });
    });
  }

  /**
   * Runs a slice; `onSample` hears of each second, the last time with `endsSlice`. One of several threads waits for `go`
   * once it has settled. Rejects with LaneThreadFailed.
   */
  run(
    slice: Omit<StartSlice, 'type'>,
    onSample: (sample: ThreadSample) => void,
    onSettled: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      this.#onFailure = reject;
      this.#onSettled = onSettled;
      this.#onSample = (sample) => {
        onSample(sample);
        if (sample.endsSlice) resolve();
      };
      this.#post({ type: 'start', ...slice });
    });
  }

  /** Begins to count at this moment of `systemClock`. */
  go(at: number): void {
    this.#post({ type: 'go', at });
  }

  pause(): void {
    this.#post({ type: 'pause' });
  }

  /** Closes the thread's connections and ends it, by force when it does not end by itself. */
  async stop(): Promise<void> {
    this.#onFailure = () => undefined;
    this.#post({ type: 'stop' });
    const timer = setTimeout(() => void this.#worker.terminate(), stopWithinMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #post(message: ToLane): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromLane): void {
    if (message.type === 'sample') this.#onSample?.(message);
    else if (message.type === 'settled') this.#onSettled?.();
    else if (message.type === 'failed') this.#fail(message.error);
  }

  #fail(error: SerialisedError): void {
    this.#failure ??= new LaneThreadFailed(error);
    this.#onFailure(this.#failure);
  }
}
