import type { ClientId } from '../../../shared/contract/enums.ts';
import { processStarter } from '../lane/child-process.ts';
import type { StartShare } from '../lane/messages.ts';
import { startThread } from '../lane/worker-thread.ts';
import { findBinding } from './bindings.ts';

/** What starts a share of a lane on this machine, where its client library has to run; `inThread`: if in a thread. */
export function startShareWith(client: ClientId | undefined, inThread = startThread): StartShare {
  const binding = client && findBinding(client);
  return binding?.runsIn === 'process' ? processStarter((pid) => binding.removeLeft?.(pid)) : inThread;
}
