import { clusterCommandClient, connectCluster } from './cluster-connection.ts';
import { connectIoredis, singleCommandClient } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const oneByOne: Strategy = {
  id: 'one-by-one',
  label: 'One by one',
  summary: 'Each connection sends a command and awaits its reply before it sends the next.',
  batching: 'none',
  commands: null,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served between any two commands.',
    cluster: 'Nothing: each command goes to the node of its key.',
    writes: '1 per command',
    bytes: 'the command, in a packet of its own',
  },
  connect: async (context) => singleCommandClient(await connectIoredis(context)),
  connectCluster: async (context) => clusterCommandClient(await connectCluster(context)),
};
