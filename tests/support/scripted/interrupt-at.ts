import { onTestFinished } from 'vitest';
import type { ThreadPlan } from '../../../server/engine/lane/messages.ts';
import { script } from './script.ts';

/** Presses Ctrl-C, once, while such a lane sends: the command line that runs in this process hears of it. */
export function interruptAt(matches: (plan: ThreadPlan) => boolean): void {
  let pressed = false;
  script.lane(matches, {
    latencyMs: () => {
      if (!pressed) process.emit('SIGINT');
      pressed = true;
      return 5;
    },
  });
  onTestFinished(() => {
    script.reset();
  });
}
