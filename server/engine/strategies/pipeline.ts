import type { ChainableCommander, Cluster } from 'ioredis';
import slotOf from 'cluster-key-slot';
import { description } from '../../../shared/strategies/pipeline.ts';
import { wrongLength } from '../workload/reply-kind.ts';
import type { Batch } from '../lane/batch.ts';
import { connectCluster, reportError, type ClusterConnection } from './cluster-connection.ts';
import { callWith, connectIoredis, type Methods } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';
import type { CommandArgument, PreparedCommand } from '../workload/prepared-command.ts';
import { onlyReads } from '../../../shared/commands/redis.ts';

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
    const byNode: NodeOf = context.workload.splitBy === 'none' ? () => '' : nodesBySlot(connection.cluster);
    const nodeOf = context.workload.readFrom === 'replica' ? apartByKind(byNode) : byNode;
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
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    queueCommand(queue, command, args);
  }
  return queue;
}

export function queueCommand(
  queue: ChainableCommander,
  command: PreparedCommand,
  args: readonly CommandArgument[],
): void {
  const call = (queue as unknown as Methods)[command.method];
  if (call) void callWith(call, queue, args);
  else queue.call(command.name, ...args);
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
      batch.abort(firstCause(error));
    },
  );
}

/** Why a transaction was not begun: ioredis fails with what EXEC says of it, and keeps what MULTI was refused with. */
const firstCause = (error: unknown): unknown =>
  error instanceof Error && error.message.endsWith('EXEC without MULTI') && 'previousErrors' in error
    ? ((error.previousErrors as Error[])[0] ?? error)
    : error;

/** Under which name the node goes that a command with this key is sent to; `undefined` for one without keys. */
export type NodeOf = (key: string | undefined, command: string) => string | undefined;

/** By the slots as ioredis knows them at that moment. */
export const nodesBySlot =
  (cluster: Cluster): NodeOf =>
  (key) =>
    key === undefined ? undefined : cluster.slots[slotOf(key)]?.join();

/** Where reads go to replicas, they are nobody else's company: ioredis sends a pipeline that writes to a master. */
const apartByKind =
  (nodeOf: NodeOf): NodeOf =>
  (key, command) => {
    const node = nodeOf(key, command);
    return node === undefined || !onlyReads(command) ? node : `${node} to read`;
  };

interface Group {
  node: string | undefined;
  queue: ChainableCommander;
  /** Numbers of its commands in the batch. */
  indexes: number[];
}

/** Sends a batch as one pipeline for each node, as a program has to: ioredis takes none that goes to several. */
function sendByNode(connection: ClusterConnection, batch: Batch, nodeOf: NodeOf): void {
  const groups: Group[] = [];
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const key = args[command.keyMask.indexOf('k')];
    const node = nodeOf(key === undefined ? undefined : String(key), command.name);
    // A command without a key goes along with any.
    let group = node === undefined ? groups[0] : groups.find((one) => one.node === node);
    if (!group) {
      group = { node, queue: connection.cluster.pipeline(), indexes: [] };
      groups.push(group);
    }
    queueCommand(group.queue, command, args);
    group.indexes.push(index);
  }
  batch.flush();
  for (const group of groups) execOf(connection, batch, group);
}

function execOf(connection: ClusterConnection, batch: Batch, { queue, indexes }: Group): void {
  queue.exec().then(
    (pairs) => {
      batch.countCalls(connection.takeCalls());
      let moved: Error | null = null;
      for (const [at, [error, reply]] of (pairs ?? []).entries()) {
        if (error?.message.startsWith('MOVED')) moved = error;
        batch.reply(error ?? reply, indexes[at]);
      }
      if (moved) connection.cluster.refreshSlotsCache();
      batch.answer(indexes.length, indexes);
    },
    (error: unknown) => {
      reportError(connection, error, (reason) => {
        for (let count = 0; count < indexes.length; count++) batch.refuse(reason);
        batch.answer(indexes.length, indexes);
      });
    },
  );
}
