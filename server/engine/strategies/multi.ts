import { connectIoredis } from './ioredis-connection.ts';
import { exec, fill } from './pipeline.ts';
import type { Strategy } from './strategy.ts';

export const multi: Strategy = {
  id: 'multi',
  label: 'MULTI/EXEC',
  summary: 'A transaction: the batch between MULTI and EXEC, sent in one pipeline.',
  batching: 'batch',
  commands: null,
  semantics: {
    atomic: true,
    onFailure:
      'Refused as a whole when a command cannot be queued; one that fails while running does not stop or undo the others.',
    blocksOthers: 'Yes: nobody else is served between MULTI’s first command and its last.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'the command, a +QUEUED for each, MULTI and EXEC once per batch',
  },
  connect: async (context) => {
    const redis = await connectIoredis(context);
    return {
      send(batch) {
        exec(fill(redis.multi(), batch), batch);
        batch.countCalls(batch.size);
      },
      close() {
        redis.disconnect();
      },
    };
  },
};
