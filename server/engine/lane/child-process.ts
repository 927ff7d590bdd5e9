import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FromLane, type ToLane, localLeadMs, noPretenuring, type StartShare } from './messages.ts';
import { serialiseError } from './failure-class.ts';
import { builtFile } from '../../built.ts';

const entry = builtFile('server/engine/lane-worker.js');

/**
 * What starts a share of a lane in a process; its histograms come with its samples. It ends when this program does.
 * `removeLeft` removes the files that the process has left.
 */
export const processStarter =
  (removeLeft: (pid: number) => void): StartShare =>
  (plan, listener) => {
    const { latencies: _latencies, count: _count, ...sent } = plan;
    const child = fork(fileURLToPath(entry), [], {
      execArgv: [noPretenuring],
      serialization: 'advanced',
      // What the library prints must not mix with our own output.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (message) => {
      listener.onMessage(message as FromLane);
    });
    child.on('error', (error) => {
      listener.failed(serialiseError(error));
    });
    child.on('exit', () => {
      if (child.pid !== undefined) removeLeft(child.pid);
      listener.exited();
    });
    const post = (message: ToLane) => {
      if (child.connected) child.send(message, () => undefined);
    };
    post({ type: 'plan', plan: sent });
    return {
      kind: 'worker process',
      leadMs: localLeadMs,
      post,
      terminate() {
        child.kill('SIGKILL');
      },
    };
  };
