import type { Batch } from '../lane/batch.ts';
import { connectCluster, reportError, type ClusterConnection } from './cluster-connection.ts';
import { connectIoredis } from './ioredis-connection.ts';
import { exec, fill, answerPairs } from './pipeline.ts';
import type { Strategy } from '../lane/strategy.ts';

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
  connectCluster: async (context) => {
    const connection = await connectCluster(context);
    return {
      send(batch) {
        execInCluster(connection, batch);
      },
      close: connection.close,
    };
  },
};

function execInCluster(connection: ClusterConnection, batch: Batch): void {
  const queue = fill(connection.cluster.multi(), batch);
  batch.flush();
  queue.exec().then(
    (pairs) => {
      batch.countCalls(connection.takeCalls());
      answerPairs(batch, pairs);
    },
    (error: unknown) => {
      // What was queued and never ran is counted nowhere.
      connection.takeCalls();
      reportError(connection, error, (reason) => {
        batch.refuseAll(reason);
        batch.answer(batch.size);
      });
    },
  );
}
