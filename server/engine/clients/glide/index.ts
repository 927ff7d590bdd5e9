import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBinding } from '../../lane/strategy.ts';

/** Where it makes its sockets, whatever TMPDIR says (glide-core/src/socket_listener.rs). */
const socketFolder = '/tmp';

/**
 * It speaks with its own threads through a socket that is a file, and does not remove it. A process with this number
 * may have run before, as another user: what may not be removed stays.
 */
function removeLeft(pid: number): void {
  const attempt = <T>(action: () => T): T | undefined => {
    try {
      return action();
    } catch {
      return undefined;
    }
  };
  const names = attempt(() => readdirSync(socketFolder)) ?? [];
  for (const name of names.filter((one) => one.startsWith(`glide-socket-${pid}-`)))
    attempt(() => rmSync(join(socketFolder, name)));
}

/** Its connections are those of a library in Rust with threads of its own, whose sockets Node knows nothing of. */
export const binding: ClientBinding = {
  id: 'glide',
  package: '@valkey/valkey-glide',
  runsIn: 'process',
  metersWrites: false,
  cluster: false,
  unixSocket: false,
  strategies: ['one-by-one', 'auto-pipeline', 'gather', 'pipeline', 'multi', 'multi-key', 'lua'],
  // One error in an array of replies is an error of the whole reply to it.
  rejectsWhole: ['lua'],
  load: async () => (await import('./carriers.ts')).carriers,
  removeLeft,
};
