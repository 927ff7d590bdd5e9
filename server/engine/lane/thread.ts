import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { FromLane, StartSlice, ThreadPlan, ThreadSample, ToLane } from './messages.ts';
import { allocateLatencies, fillLatencies, viewLatencies, type SharedLatencies } from './recorder.ts';
import { startProcess, startThread, type ThreadHost } from './thread-host.ts';
import { commandsOfMix } from '../workload/mix.ts';

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
  readonly #memory: SharedArrayBuffer;
  readonly #host: ThreadHost;
  readonly #exited: Promise<void>;
  #onSample: ((sample: ThreadSample) => void) | null = null;
  #onSettled: (() => void) | null = null;
  #onFailure: (error: LaneThreadFailed) => void = () => undefined;
  #failure: LaneThreadFailed | null = null;

  constructor(plan: Omit<ThreadPlan, 'latencies'>, runsIn: 'thread' | 'process') {
    const memory = allocateLatencies(commandsOfMix(plan.workload).length);
    this.#memory = memory;
    this.latencies = viewLatencies(memory);
    let isReady: () => void = () => undefined;
    let hasExited: () => void = () => undefined;
    this.ready = new Promise((resolve, reject) => {
      isReady = resolve;
      this.#onFailure = reject;
    });
    this.ready.catch(() => undefined);
    this.#exited = new Promise((resolve) => {
      hasExited = resolve;
    });
    const start = runsIn === 'process' ? startProcess : startThread;
    this.#host = start(
      { ...plan, latencies: memory },
      {
        heard: (message) => {
          if (message.type === 'ready') isReady();
          else this.#hear(message);
        },
        failed: (error) => {
          this.#fail(error);
        },
        exited: () => {
          hasExited();
          this.#fail({ name: 'Error', code: null, message: `the worker ${runsIn} ended`, stack: null });
        },
      },
    );
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
    const timer = setTimeout(() => {
      this.#host.terminate();
    }, stopWithinMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #post(message: ToLane): void {
    this.#host.post(message);
  }

  #hear(message: FromLane): void {
    if (message.type === 'sample') {
      if (message.latencies) fillLatencies(this.#memory, message.latencies);
      this.#onSample?.(message);
    } else if (message.type === 'settled') this.#onSettled?.();
    else if (message.type === 'failed') this.#fail(message.error);
  }

  #fail(error: SerialisedError): void {
    this.#failure ??= new LaneThreadFailed(error);
    this.#onFailure(this.#failure);
  }
}
