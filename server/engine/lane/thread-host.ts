import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { FromLane, ThreadPlan, ToLane } from './messages.ts';
import { serialiseError } from './serialise-error.ts';
import { builtFile } from '../../built.ts';

const entry = builtFile('server/engine/lane-worker.js');

export interface HostListener {
  heard(message: FromLane): void;
  /** It ended by an error. */
  failed(error: SerialisedError): void;
  /** It has ended, for whatever reason; the last that is heard. */
  exited(): void;
}

/** What a part of a lane runs in: a worker thread, or a process of its own. */
export interface ThreadHost {
  post(message: ToLane): void;
  /** Ends it by force. */
  terminate(): void;
}

/** The lane's share in a worker thread, with its histograms in shared memory. */
export function startThread(plan: ThreadPlan, listener: HostListener): ThreadHost {
  // A lane is the same in whichever program: its loaders and switches are not for this thread.
  const worker = new Worker(entry, { workerData: plan, execArgv: [], name: nameOf(plan) });
  worker.on('message', (message: FromLane) => {
    listener.heard(message);
  });
  worker.on('error', (error) => {
    listener.failed(serialiseError(error));
  });
  worker.on('exit', () => {
    listener.exited();
  });
  return {
    post(message) {
      worker.postMessage(message);
    },
    terminate() {
      void worker.terminate();
    },
  };
}

/** The lane's share in a process; its histograms come with its samples. It ends when this program does. */
export function startProcess(plan: ThreadPlan, listener: HostListener): ThreadHost {
  const { latencies: _, ...sent } = plan;
  const child = fork(fileURLToPath(entry), [], {
    execArgv: [],
    serialization: 'advanced',
    // What the library prints must not mix with our own output.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (message) => {
    listener.heard(message as FromLane);
  });
  child.on('error', (error) => {
    listener.failed(serialiseError(error));
  });
  child.on('exit', () => {
    listener.exited();
  });
  const post = (message: ToLane) => {
    if (child.connected) child.send(message, () => undefined);
  };
  post({ type: 'plan', plan: sent });
  return {
    post,
    terminate() {
      child.kill('SIGKILL');
    },
  };
}

const nameOf = ({ strategy, thread }: ThreadPlan) => `lane ${strategy} ${thread}`;
