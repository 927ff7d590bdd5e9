import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import {
  type FromLane,
  localLeadMs,
  noPretenuring,
  type StartShare,
  type WorkerListener,
  type WorkerTransport,
} from './messages.ts';
import { serialiseError } from './failure-class.ts';
import { builtFile } from '../../built.ts';

const entry = builtFile('server/engine/lane-worker.js');

// Of the whole process: a thread can be given no flags of V8.
setFlagsFromString(noPretenuring);

/** A thread that loads the code of lanes, or has done so, and has no plan yet. */
interface WaitingThread {
  worker: Worker;
  /** Resolves when it has loaded its code, or has ended. */
  loaded: Promise<void>;
}

/** A lane is the same in whichever program: its loaders and switches are not for this thread. */
const newThread = () => new Worker(entry, { workerData: null, execArgv: [], name: 'lane' });

/** Threads that are started ahead. They open no connection and draw no command before they are taken. */
export class Threads {
  readonly #waiting: WaitingThread[] = [];
  #dropping: NodeJS.Timeout | undefined;

  /**
   * Starts threads until `count` wait for a plan; resolves when they have loaded their code. `keepMs`: how long unused
   * ones are kept from now on.
   */
  async prepare(count: number, keepMs: number): Promise<void> {
    while (this.#waiting.length < count) this.#waiting.push(this.#start());
    clearTimeout(this.#dropping);
    this.#dropping = setTimeout(() => {
      this.drop();
    }, keepMs).unref();
    await Promise.all(this.#waiting.slice(0, count).map(({ loaded }) => loaded));
  }

  /** One that waits, or a new one. */
  take(): Worker {
    const worker = this.#waiting.shift()?.worker;
    worker?.ref();
    return worker ?? newThread();
  }

  /** Ends those that wait. */
  drop(): void {
    clearTimeout(this.#dropping);
    for (const { worker } of this.#waiting.splice(0)) void worker.terminate();
  }

  #start(): WaitingThread {
    const worker = newThread();
    const forget = () => {
      const place = this.#waiting.indexOf(thread);
      if (place >= 0) this.#waiting.splice(place, 1);
    };
    worker.once('error', forget);
    const loaded = new Promise<void>((resolve) => {
      worker.once('message', () => {
        // From here on it keeps no program alive.
        if (this.#waiting.includes(thread)) worker.unref();
        resolve();
      });
      worker.once('exit', () => {
        forget();
        resolve();
      });
    });
    const thread = { worker, loaded };
    return thread;
  }
}

/** Those of this process. */
export const laneThreads = new Threads();

/**
 * A share of a lane in a worker thread, with its histograms in shared memory. The thread carries no other lane before
 * or after: what V8 has compiled for one lane costs the next up to 15 %.
 */
export const startThread: StartShare = (plan, listener) => {
  const worker = laneThreads.take();
  worker.on('error', (error) => {
    listener.failed(serialiseError(error));
  });
  const transport = transportOf(worker, listener);
  transport.post({ type: 'plan', plan });
  return transport;
};

/** Brings messages to a thread and from it; its errors are for the caller to hear. */
export function transportOf(worker: Worker, listener: WorkerListener): WorkerTransport {
  worker.on('message', (message: FromLane) => {
    listener.onMessage(message);
  });
  worker.on('exit', () => {
    listener.exited();
  });
  return {
    kind: 'worker thread',
    leadMs: localLeadMs,
    post(message) {
      worker.postMessage(message);
    },
    terminate() {
      void worker.terminate();
    },
  };
}
