import { parentPort, workerData } from 'node:worker_threads';
import { sleepingClock, systemClock } from './lane/clock.ts';
import type { FromLane, ThreadPlan, ToLane } from './lane/messages.ts';
import { LaneRunner } from './lane/runner.ts';
import { serialiseError } from './lane/serialise-error.ts';
import { findStrategy } from './strategies/index.ts';

if (!parentPort) throw new Error('lane-worker is the entry of a worker thread');
const port = parentPort;
const plan = workerData as ThreadPlan;
const post = (message: FromLane) => {
  port.postMessage(message);
};
const fail = (error: unknown) => {
  post({ type: 'failed', error: serialiseError(error) });
};

const strategy = findStrategy(plan.strategy);
if (!strategy) throw new Error(`no strategy "${plan.strategy}"`);
const runner = new LaneRunner(plan, strategy, plan.watches ? sleepingClock : systemClock, post);

port.on('message', (message: ToLane) => {
  switch (message.type) {
    case 'start':
      runner.start(message).catch(fail);
      break;
    case 'go':
      runner.go(message.at);
      break;
    case 'pause':
      runner.pause();
      break;
    case 'stop':
      runner.stop();
      port.close();
  }
});
runner.prepare().catch(fail);
