import type { ClientId } from '../../../shared/contract/enums.ts';
import { processStarter } from '../lane/child-process.ts';
import type { StartShare } from '../lane/messages.ts';
import { startThread } from '../lane/worker-thread.ts';
import { findBinding } from './bindings.ts';

const bindingOf = (client: ClientId | undefined) => (client === undefined ? undefined : findBinding(client));

/** Returns true for a client library that needs a process of its own. */
export const runsInProcess = (client: ClientId | undefined): boolean =>
  bindingOf(client)?.runsIn === 'process';

/** What starts a share of a lane on this machine, where its client library has to run; `inThread`: if in a thread. */
export const startShareWith = (client: ClientId | undefined, inThread = startThread): StartShare =>
  runsInProcess(client) ? processStarter((pid) => bindingOf(client)?.removeLeft?.(pid)) : inThread;
