import { startThread } from './worker-thread.ts';

/** In place of the module of the same name. */
const scriptedProcess = () => startThread;

export { scriptedProcess as processStarter };
