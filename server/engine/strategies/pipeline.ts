import { description } from '../../../shared/strategies/pipeline.ts';
import type { ChainableCommander } from 'ioredis';
import { wrongLength } from '../lane/unexpected-reply.ts';
import type { Batch } from '../lane/batch.ts';
import { connectCluster } from './cluster-connection.ts';
import { apartByKind, nodesBySlot, sendByNode, type NodeOf } from './cluster-pipelines.ts';
import { callWith, connectIoredis, type Methods } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
  connect: async (context) => {
    const redis = await connectIoredis(context);
    return {
      send(batch) {
        exec(fill(redis.pipeline(), batch), batch);
        batch.countCalls(batch.size);
      },
      close() {
        redis.disconnect();
      },
    };
  },
  connectCluster: async (context) => {
    const connection = await connectCluster(context);
    const { splitByNode, readFrom } = context.workload;
    const byNode: NodeOf = splitByNode ? nodesBySlot(connection.cluster) : () => '';
    const nodeOf = readFrom === 'replica' ? apartByKind(byNode) : byNode;
    return {
      send(batch) {
        sendByNode(connection, batch, nodeOf);
      },
      close: connection.close,
    };
  },
};

/** Queues the commands of the batch on a pipeline or a transaction. */
export function fill(queue: ChainableCommander, batch: Batch): ChainableCommander {
  const methods = queue as unknown as Methods;
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const call = methods[command.method];
    if (call) void callWith(call, queue, args);
    else queue.call(command.name, ...args);
  }
  return queue;
}

/** Tells the batch its replies; all are refused where they are not as many as its commands (EXEC). */
export function answerPairs(batch: Batch, pairs: [error: Error | null, reply: unknown][] | null): void {
  if (pairs?.length === batch.size) for (const [error, reply] of pairs) batch.reply(error ?? reply);
  else batch.refuseAll(wrongLength('EXEC', pairs, batch.size));
  batch.answer(batch.size);
}

/** Sends what was queued and tells the batch every reply: exec() gives `[error, reply]` pairs. */
export function exec(queue: ChainableCommander, batch: Batch): void {
  batch.flush();
  queue.exec().then(
    (pairs) => {
      answerPairs(batch, pairs);
    },
    (error: unknown) => {
      batch.abort(error);
    },
  );
}
