import type { ClientBinding } from '../binding.ts';

/** Its connections are those of a library in Rust with threads of its own, whose sockets Node knows nothing of. */
export const glide: ClientBinding = {
  id: 'glide',
  package: '@valkey/valkey-glide',
  runsIn: 'process',
  metersWrites: false,
  cluster: false,
  unixSocket: false,
  strategies: ['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'multi-key', 'lua'],
  // One error in an array of replies is an error of the whole reply to it.
  rejectsWhole: ['lua'],
  load: async () => (await import('./carriers.ts')).carriers,
};
