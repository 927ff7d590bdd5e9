import { clusterCommandClient, connectCluster } from './cluster-connection.ts';
import { connectIoredis, singleCommandClient } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const nagle: Strategy = {
  id: 'nagle',
  label: 'Concurrent, Nagle',
  summary:
    'As concurrent, but the kernel gathers small writes (noDelay: false), which delays them on real links.',
  batching: 'in-flight',
  commands: null,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served between any two commands.',
    cluster: 'Nothing: each command goes to the node of its key.',
    writes: '1 per command; the kernel merges them into fewer packets',
    bytes: 'the command; packets are shared',
  },
  connect: async (context) => singleCommandClient(await connectIoredis(context, { noDelay: false })),
  connectCluster: async (context) => clusterCommandClient(await connectCluster(context, { noDelay: false })),
};
