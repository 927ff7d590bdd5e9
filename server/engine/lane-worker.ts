import { parentPort, workerData } from 'node:worker_threads';
import { defaultClient } from '../../shared/contract/enums.ts';
import { findBinding } from './clients/bindings.ts';
import { beginShare } from './program/begin-share.ts';
import type { ThreadPlan, ToLane } from './lane/messages.ts';
import { allocateLatencies, sparseLatencies } from './lane/recorder.ts';
import { processTimes, threadTimes } from '../network/thread-times.ts';
import { commandsOfMix } from './workload/prepared-command.ts';

/** A thread with code of the user is made with its plan; any other is sent it, and may have been started long before. */
function inThread(port: NonNullable<typeof parentPort>): void {
  const begin = (plan: ThreadPlan) =>
    beginShare(plan, {
      times: threadTimes,
      post: (message) => {
        port.postMessage(message);
      },
      close: () => {
        port.close();
      },
    });
  let onMessage = workerData === null ? null : begin(workerData as ThreadPlan);
  port.on('message', (message: ToLane) => {
    if (message.type === 'plan') onMessage = begin(message.plan as ThreadPlan);
    else onMessage?.(message);
  });
  if (!onMessage) port.postMessage({ type: 'loaded' });
}

/** Its histograms go with its samples, since it shares no memory. */
function inProcess(): void {
  // A program that is gone, by whatever way, takes no figures.
  process.on('disconnect', () => {
    process.exit();
  });
  // Ctrl+C in a terminal reaches every process of the program, which ends its lanes itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  let onMessage: ((message: ToLane) => void) | null = null;
  process.on('message', (message: ToLane) => {
    if (message.type === 'plan') onMessage = beginInProcess(message.plan);
    else onMessage?.(message);
  });
}

function beginInProcess(plan: Omit<ThreadPlan, 'latencies'>): (message: ToLane) => void {
  const latencies = allocateLatencies(commandsOfMix(plan.workload).length);
  process.on('exit', () => findBinding(plan.client ?? defaultClient)?.removeLeft?.(process.pid));
  return beginShare(
    { ...plan, latencies },
    {
      times: processTimes,
      post: (message) => {
        const isSample = message.type === 'sample';
        const whole = isSample ? { ...message, latencies: sparseLatencies(latencies) } : message;
        if (process.connected) process.send?.(whole);
      },
      close: () => {
        process.disconnect();
      },
    },
  );
}

if (parentPort) inThread(parentPort);
else if (process.send) inProcess();
else throw new Error('lane-worker is the entry of a worker thread, or of a process of the engine');
