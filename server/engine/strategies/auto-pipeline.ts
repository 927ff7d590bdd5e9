import { clusterCommandClient, connectCluster } from './cluster-connection.ts';
import { connectIoredis, singleCommandClient } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const autoPipeline: Strategy = {
  id: 'auto-pipeline',
  label: 'Auto-pipelining',
  summary:
    'The client library gathers the commands of one turn of the event loop into a pipeline (ioredis: enableAutoPipelining).',
  batching: 'in-flight',
  commands: null,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails; in ioredis all wait for the last reply of their batch.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster:
      'Nothing: ioredis groups the commands by node. When a slot moves, commands of a batch with one of its keys fail (MOVED) until the slots are looked up anew.',
    writes: '1 per gathered batch; in ioredis one batch is in flight at a time',
    bytes: 'the command; packets are shared',
  },
  connect: async (context) =>
    singleCommandClient(await connectIoredis(context, { enableAutoPipelining: true })),
  connectCluster: async (context) =>
    clusterCommandClient(await connectCluster(context, { enableAutoPipelining: true })),
};
