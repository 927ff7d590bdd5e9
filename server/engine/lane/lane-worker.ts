import type { SerialisedError, WriteBooks } from '../../../shared/contract/figures.ts';
import type {
  FromLane,
  StartSlice,
  ThreadPlan,
  ThreadSample,
  ToLane,
  WorkerTransport,
  StartShare,
} from './messages.ts';
import { allocateLatencies, fillLatencies, viewLatencies, type SharedLatencies } from './recorder.ts';
import { commandsOfMix } from '../workload/prepared-command.ts';

const stopWithinMs = 1000;
/** Of code of the user, which may have something to take down. */
const stopProgramWithinMs = 10_000;
/** Beside its time to reply: the thread of a program says every second that it is alive. */
const graceMs = 3000;

export class LaneShareFailed extends Error {
  override readonly name = 'LaneShareFailed';
  readonly reason: SerialisedError;
  constructor(reason: SerialisedError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** The engine's side of one share of a lane, wherever that is carried out. */
export class LaneWorker {
  readonly latencies: SharedLatencies;
  /** Resolves when the share's connections are open; rejects with LaneShareFailed. */
  readonly ready: Promise<void>;
  readonly #memory: SharedArrayBuffer;
  readonly #host: WorkerTransport;
  readonly #exited: Promise<void>;
  #onSample: ((sample: ThreadSample) => void) | null = null;
  #onSettled: (() => void) | null = null;
  #onChecked: ((books: WriteBooks) => void) | null = null;
  #onFailure: (error: LaneShareFailed) => void = () => undefined;
  #failure: LaneShareFailed | null = null;
  /** Of a thread with code of the user: what calls off giving it up. */
  #heard: () => void = () => undefined;
  readonly #stopWithinMs: number;
  /** Also once it has failed: its thread has none of the user's code, and processes to end. */
  readonly #endsByItself: boolean;

  constructor(plan: Omit<ThreadPlan, 'latencies'>, start: StartShare) {
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
    this.#host = start(
      { ...plan, latencies: memory },
      {
        onMessage: (message) => {
          this.#heard();
          if (message.type === 'ready') isReady();
          else this.#onMessage(message);
        },
        failed: (error) => {
          this.#fail(error);
        },
        exited: () => {
          hasExited();
          this.#fail({ name: 'Error', code: null, message: `the ${this.#host.kind} ended`, stack: null });
        },
      },
    );
    this.#stopWithinMs = plan.program ? stopProgramWithinMs : stopWithinMs;
    this.#endsByItself = plan.program?.code.type === 'command';
    if (plan.program?.code.type === 'file')
      this.#heard = this.#silenceOf(plan.program.file, plan.workload.timeoutMs + graceMs);
    this.#heard();
  }

  /** A loop without an end keeps its thread from saying anything: it is given up then. */
  #silenceOf(file: string, longestMs: number): () => void {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      const message = `${file}: keeps its thread busy, and let nothing else happen there for ${longestMs / 1000} s: is there a loop without an end, or without await?`;
      this.#fail({ name: 'ProgramFault', code: null, message, stack: null });
      this.#host.terminate();
    };
    void this.#exited.then(() => {
      clearTimeout(timer);
    });
    return () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, longestMs);
    };
  }

  /**
   * Runs a slice; `onSample` hears of each second, the last time with `endsSlice`. One of several shares waits for `go`
   * once it has settled. Rejects with LaneShareFailed.
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

  /** What became of the writes of the last slice. Rejects with LaneShareFailed. */
  check(): Promise<WriteBooks> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      this.#onFailure = reject;
      this.#onChecked = resolve;
      this.#post({ type: 'check' });
    });
  }

  /** Why it runs no further slice; `null`: it does. */
  get failure(): LaneShareFailed | null {
    return this.#failure;
  }

  /** How long `go` takes to arrive at most, ms. */
  get leadMs(): number {
    return this.#host.leadMs;
  }

  /** Begins to count at this moment of `systemClock`. */
  go(at: number): void {
    this.#post({ type: 'go', at });
  }

  pause(): void {
    this.#post({ type: 'pause' });
  }

  /** Closes the share's connections and ends it, by force when it does not end by itself. */
  async stop(): Promise<void> {
    this.#onFailure = () => undefined;
    this.#post({ type: 'stop' });
    const timer = setTimeout(
      () => {
        this.#host.terminate();
      },
      this.#failure && !this.#endsByItself ? stopWithinMs : this.#stopWithinMs,
    );
    await this.#exited;
    clearTimeout(timer);
  }

  #post(message: ToLane): void {
    this.#host.post(message);
  }

  #onMessage(message: FromLane): void {
    if (message.type === 'sample') {
      if (message.latencies) fillLatencies(this.#memory, message.latencies);
      this.#onSample?.(message);
    } else if (message.type === 'settled') this.#onSettled?.();
    else if (message.type === 'checked') this.#onChecked?.(message.books);
    else if (message.type === 'failed') this.#fail(message.error);
  }

  #fail(error: SerialisedError): void {
    this.#failure ??= new LaneShareFailed(error);
    this.#onFailure(this.#failure);
  }
}
