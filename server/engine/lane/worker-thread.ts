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

/** A share of a lane in a worker thread, with its histograms in shared memory. */
export const startThread: StartShare = (plan, listener) => {
  // A lane is the same in whichever program: its loaders and switches are not for this thread.
  const name = `lane ${plan.strategy} ${plan.thread}`;
  const worker = new Worker(entry, { workerData: plan, execArgv: [], name });
  worker.on('error', (error) => {
    listener.failed(serialiseError(error));
  });
  return transportOf(worker, listener);
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
