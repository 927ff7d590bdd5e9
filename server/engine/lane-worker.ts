import { parentPort, workerData } from 'node:worker_threads';
import { defaultClient } from '../../shared/contract/enums.ts';
import { carrierOf, findBinding } from './clients/bindings.ts';
import { sleepingClock, systemClock } from './lane/clock.ts';
import type { FromLane, ThreadPlan, ToLane } from './lane/messages.ts';
import { allocateLatencies, sparseLatencies } from './lane/recorder.ts';
import { LaneRunner } from './lane/runner.ts';
import { processTimes, threadTimes, type CallerTimes } from '../network/thread-times.ts';
import { serialiseError } from './lane/failure-class.ts';
import { commandsOfMix } from './workload/prepared-command.ts';
import { findStrategy } from './strategies/index.ts';

/** How this worker, a thread or a process, speaks with the engine. */
interface EnginePort {
  /** Of what the CPU figures are. */
  times: () => CallerTimes;
  post: (message: FromLane) => void;
  close: () => void;
}

/** Begins a share of a lane; returns what is to onMessage the engine’s messages. */
async function begin(plan: ThreadPlan, port: EnginePort): Promise<(message: ToLane) => void> {
  const strategy = findStrategy(plan.strategy);
  if (!strategy) throw new Error(`no strategy "${plan.strategy}"`);
  const carrier = await carrierOf(strategy, plan.client ?? defaultClient);
  const clock = plan.watches ? sleepingClock : systemClock;
  const runner = new LaneRunner(plan, { ...strategy, ...carrier }, clock, port.post, port.times);
  void runner.begin();
  return (message) => {
    runner.handle(message);
    if (message.type === 'stop') port.close();
  };
}

/** What comes before the share has begun waits for it. */
function listen(plan: ThreadPlan, port: EnginePort): (message: ToLane) => void {
  const receiving = begin(plan, port);
  receiving.catch((error: unknown) => {
    port.post({ type: 'failed', error: serialiseError(error) });
  });
  return (message) => {
    void receiving.then((onMessage) => {
      onMessage(message);
    });
  };
}

function inThread(port: NonNullable<typeof parentPort>): void {
  const onMessage = listen(workerData as ThreadPlan, {
    times: threadTimes,
    post: (message) => {
      port.postMessage(message);
    },
    close: () => {
      port.close();
    },
  });
  port.on('message', onMessage);
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
  return listen(
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
