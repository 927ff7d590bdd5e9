import slotOf from 'cluster-key-slot';
import type { ChainableCommander, Cluster } from 'ioredis';
import { onlyReads } from '../../redis/cluster/only-reads.ts';
import type { Batch } from '../lane/batch.ts';
import { reportError, type ClusterConnection } from './cluster-connection.ts';
import { callWith, type Methods } from './ioredis-connection.ts';

/** Under which name the node goes that a command with this key is sent to; `undefined` for one without keys. */
export type NodeOf = (key: string | undefined, command: string) => string | undefined;

/** By the slots as ioredis knows them at that moment. */
export const nodesBySlot =
  (cluster: Cluster): NodeOf =>
  (key) =>
    key === undefined ? undefined : cluster.slots[slotOf(key)]?.join();

/** Where reads go to replicas, they are nobody else's company: ioredis sends a pipeline that writes to a master. */
export const apartByKind =
  (nodeOf: NodeOf): NodeOf =>
  (key, command) => {
    const node = nodeOf(key, command);
    return node === undefined || !onlyReads(command.toLowerCase()) ? node : `${node} to read`;
  };

interface Group {
  node: string | undefined;
  queue: ChainableCommander;
  /** Numbers of its commands in the batch. */
  indexes: number[];
}

/** Sends a batch as one pipeline for each node, as a program has to: ioredis takes none that goes to several. */
export function sendByNode(connection: ClusterConnection, batch: Batch, nodeOf: NodeOf): void {
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
    const methods = group.queue as unknown as Methods;
    const call = methods[command.method];
    if (call) void callWith(call, group.queue, args);
    else group.queue.call(command.name, ...args);
    group.indexes.push(index);
  }
  batch.flush();
  for (const group of groups) exec(connection, batch, group);
}

function exec(connection: ClusterConnection, batch: Batch, { queue, indexes }: Group): void {
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
