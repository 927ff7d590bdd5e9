import type { StartShare } from '../../../server/engine/lane/messages.ts';
import { startThread } from './worker-thread.ts';

/** In place of the module of the same name: a process shares no count with others. */
const scriptedProcess =
  (): StartShare =>
  ({ count: _, ...plan }, listener) =>
    startThread(plan, listener);

export { scriptedProcess as processStarter };
