import { description } from '../../../shared/strategies/multi.ts';
import type { Batch } from '../lane/batch.ts';
import { connectCluster, reportError, type ClusterConnection } from './cluster-connection.ts';
import { connectIoredis } from './ioredis-connection.ts';
import { exec, fill, answerPairs } from './pipeline.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
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
