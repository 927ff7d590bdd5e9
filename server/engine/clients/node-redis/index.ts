import type { ClientBinding } from '../../lane/strategy.ts';

/** It gathers the commands of a turn of the event loop by itself: what `concurrent` and `nagle` show cannot be had. */
export const binding: ClientBinding = {
  id: 'node-redis',
  package: '@redis/client',
  runsIn: 'thread',
  metersWrites: true,
  cluster: false,
  unixSocket: true,
  strategies: ['one-by-one', 'auto-pipeline', 'gather', 'pipeline', 'multi', 'multi-key', 'lua', 'cached'],
  rejectsWhole: ['pipeline'],
  load: async () => (await import('./carriers.ts')).carriers,
};
