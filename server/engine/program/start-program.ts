import { Worker } from 'node:worker_threads';
import { builtFile } from '../../built.ts';
import { beginShare } from './begin-share.ts';
import { serialiseError } from '../lane/failure-class.ts';
import type { FromLane, StartShare } from '../lane/messages.ts';
import { endWithProcess } from '../../redis/private/end-with-process.ts';
import { signalGroup } from './process-group.ts';
import { transportOf } from '../lane/worker-thread.ts';
import { threadTimes } from '../../network/thread-times.ts';

const entry = builtFile('server/engine/lane-worker.js');
/** What a thread may keep, MB: one that sends without awaiting replies fills any memory. */
const mostHeapMb = 1024;

/**
 * A share of a lane that is a module of the user, or a command, in a worker thread. What a module prints goes to stderr:
 * stdout is ours.
 */
export const startProgramThread: StartShare = (plan, listener) => {
  const file = plan.program?.file ?? '';
  const worker = new Worker(entry, {
    workerData: plan,
    execArgv: [],
    name: `lane ${file} ${plan.thread}`,
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  worker.stdout.pipe(process.stderr, { end: false });
  worker.on('error', (error) => {
    const described = serialiseError(error);
    const isFull = described.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const message = isFull
      ? `took more than ${mostHeapMb} MB of memory: it keeps what it makes, or sends without awaiting replies`
      : described.message;
    listener.failed({ ...described, message: `${file}: ${message}`, stack: null });
  });
  endGroupsWith(worker);
  return transportOf(worker, listener);
};

/** No process group of a command outlives the thread that has begun it, or this process. */
function endGroupsWith(worker: Worker): void {
  const groups = new Set<number>();
  const kill = () => {
    for (const pid of groups) signalGroup(pid, 'SIGKILL');
    groups.clear();
  };
  let forget: () => void = () => undefined;
  worker.on('message', (message: FromLane) => {
    if (message.type !== 'group') return;
    if (groups.size === 0 && !message.isOver) forget = endWithProcess(kill);
    if (message.isOver) groups.delete(message.pid);
    else groups.add(message.pid);
    if (groups.size === 0) forget();
  });
  worker.on('exit', () => {
    kill();
    forget();
  });
}

/** A share of any lane in the caller's thread: one lane that is a function of the caller keeps all lanes there. */
export const startHere: StartShare = (plan, listener) => {
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    listener.exited();
  };
  const receive = beginShare(plan, {
    times: threadTimes,
    post: (message) => {
      // Never within the call that it is about.
      queueMicrotask(() => {
        listener.onMessage(message);
      });
    },
    close: () => {
      queueMicrotask(over);
    },
  });
  return { kind: 'lane', leadMs: 0, post: receive, terminate: over };
};
