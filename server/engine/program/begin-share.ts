import { defaultClient } from '../../../shared/contract/enums.ts';
import { carrierOf } from '../clients/bindings.ts';
import { sleepingClock, systemClock } from '../lane/clock.ts';
import { serialiseError } from '../lane/failure-class.ts';
import type { FromLane, ThreadPlan, ToLane } from '../lane/messages.ts';
import { LaneRunner } from '../lane/runner.ts';
import { findStrategy } from '../strategies/index.ts';
import type { CallerTimes } from '../../network/thread-times.ts';

/** How a share of a lane, wherever it is carried out, speaks with the engine. */
export interface EnginePort {
  /** Of what the CPU figures are. */
  times: () => CallerTimes;
  post: (message: FromLane) => void;
  close: () => void;
}

/** Begins a share of a lane; returns what is to hear the engine’s messages. */
async function begin(plan: ThreadPlan, port: EnginePort): Promise<(message: ToLane) => void> {
  const { program } = plan;
  if (program) {
    // Lanes of strategies need nothing of it.
    const { beginProgram } = await import('./begin-program.ts');
    return beginProgram({ ...plan, program }, port.post, port.close);
  }
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
export function beginShare(plan: ThreadPlan, port: EnginePort): (message: ToLane) => void {
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
