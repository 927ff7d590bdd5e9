import { connectIoredis, singleCommandClient } from './ioredis-connection.ts';
import type { Strategy } from './strategy.ts';

export const autoPipeline: Strategy = {
  id: 'auto-pipeline',
  label: 'Auto-pipelining',
  summary:
    'ioredis gathers the commands of one turn of the event loop into a pipeline (enableAutoPipelining).',
  batching: 'in-flight',
  commands: null,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails; all wait for the last reply of their batch.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster: 'ioredis groups the commands by node; each group is a batch of its own.',
    writes: '1 per gathered batch; one batch in flight at a time',
    bytes: 'the command; packets are shared',
  },
  connect: async (context) =>
    singleCommandClient(await connectIoredis(context, { enableAutoPipelining: true })),
};
