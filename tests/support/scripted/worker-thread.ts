import { type ToLane, localLeadMs, type StartShare } from '../../../server/engine/lane/messages.ts';
import { LaneRunner } from '../../../server/engine/lane/runner.ts';
import { script } from './script.ts';
import { scriptedStrategy } from './scripted-strategy.ts';

/** In place of the module of the same name: the share of a lane runs here, in virtual time, on scripted connections. */
const scriptedThread: StartShare = (plan, listener) => {
  const shareOf = (name: 'cpu' | 'coreWait') => script.clock.now() * script.of(plan)[name];
  const activeMs = () => shareOf('cpu');
  const times = () => ({ cpuMs: activeMs(), ownCpuMs: activeMs(), coreWaitMs: shareOf('coreWait') });
  let ended = false;
  const exit = () => {
    if (ended) return;
    ended = true;
    listener.exited();
  };
  const runner = new LaneRunner(
    plan,
    scriptedStrategy(plan),
    script.clock,
    (message) => {
      // Nothing but plain data goes from one thread to another.
      const sent = structuredClone(message);
      queueMicrotask(() => {
        listener.onMessage(sent);
      });
    },
    times,
    activeMs,
  );
  const handle = (message: ToLane) => {
    // All agree on this moment: their clock stands still until each has heard of it.
    runner.handle(message.type === 'go' ? { type: 'go', at: script.clock.now() } : message);
    if (message.type === 'stop') queueMicrotask(exit);
  };
  void runner.begin();
  return {
    kind: 'worker thread',
    leadMs: localLeadMs,
    post(message) {
      const sent = structuredClone(message);
      queueMicrotask(() => {
        handle(sent);
      });
    },
    terminate: exit,
  };
};

/** There are no threads to start ahead. */
const laneThreads = { prepare: () => Promise.resolve(), drop: () => undefined };

export { scriptedThread as startThread, laneThreads };
