import type { Cluster, Redis } from 'ioredis';
import { commandIds, commands } from '../../../shared/commands/workload.ts';
import { description } from '../../../shared/strategies/multi-key.ts';
import { kindsOf, wrongKind, wrongLength, replyInWords, replyKinds } from '../workload/reply-kind.ts';
import type { Batch } from '../lane/batch.ts';
import type { CommandArgument } from '../workload/prepared-command.ts';
import { connectCluster, reportError, type ClusterConnection } from './cluster-connection.ts';
import { nodesBySlot, type NodeOf } from './pipeline.ts';
import slotOf from 'cluster-key-slot';
import type { Split } from '../../../shared/contract/enums.ts';
import { connectIoredis } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: commandIds.filter((id) => commands[id].multiKeyForm !== null),
  serverCommand: (command) => command.multiKeyForm ?? command.name,
  connect: async (context) => {
    const redis = await connectIoredis(context);
    return {
      send(batch) {
        sendTogether(callOn(redis), batch);
      },
      close() {
        redis.disconnect();
      },
    };
  },
  connectCluster: async (context) => {
    const forms = context.source.commands.map((command) => command.multiKeyForm ?? command.name);
    const connection = await connectCluster(context, {}, forms);
    const part = partOf(connection.cluster, context.workload.splitBy ?? 'none');
    return {
      send(batch) {
        sendTogether(callOn(connection.cluster), batch, { ...connection, part });
      },
      close: connection.close,
    };
  },
};

/** By what the keys of one command are put together. */
const partOf = (cluster: Cluster, split: Split): NodeOf =>
  ({
    none: () => '',
    node: nodesBySlot(cluster),
    slot: (key?: string) => String(slotOf(key ?? '')),
  })[split];

interface Group {
  /** Its form, and the part of the batch that its keys belong to. */
  id: string;
  form: string;
  args: CommandArgument[];
  /** Numbers of its commands in the batch. */
  indexes: number[];
  /** Of MSETEX: how long its keys live, which stands at its end. */
  seconds?: CommandArgument;
}

/** Of a SETEX: its key and its value; all of a lane live as long. */
function addExpiring(group: Group, [key = '', seconds = '', value = '']: readonly CommandArgument[]): void {
  group.args.push(key, value);
  group.seconds = seconds;
}

/** Sends one command of that name with many keys. */
type CallTogether = (form: string, args: CommandArgument[]) => Promise<unknown>;

/** A connection to a cluster, and the part of a batch that a key belongs to. */
type SplitConnection = ClusterConnection & { part: NodeOf };

/** A batch of a mix is one command for each form that occurs in it, and for each part that it is split into. */
export function sendTogether(call: CallTogether, batch: Batch, inCluster?: SplitConnection): void {
  const groups = new Map<string, Group>();
  let group: Group = { id: '', form: '', args: [], indexes: [] };
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const form = command.multiKeyForm ?? command.name;
    const id = inCluster ? `${form} ${inCluster.part(String(args[0] ?? ''), form) ?? ''}` : form;
    if (group.id !== id) {
      group = groups.get(id) ?? { id, form, args: [], indexes: [] };
      groups.set(id, group);
    }
    if (form === 'MSETEX') addExpiring(group, args);
    else for (let at = 0; at < args.length; at++) group.args.push(args[at] ?? '');
    group.indexes.push(index);
  }
  batch.flush();
  if (!inCluster) batch.countCalls(groups.size);
  for (const { form, args, indexes, seconds } of groups.values()) {
    if (seconds !== undefined) args.unshift(String(indexes.length));
    if (seconds !== undefined) args.push('EX', seconds);
    const refuse = (error: unknown) => {
      if (inCluster) batch.countCalls(inCluster.takeCalls());
      for (let count = 0; count < indexes.length; count++) batch.refuse(error);
      batch.answer(indexes.length, indexes);
    };
    call(form, args).then(
      (reply) => {
        if (inCluster) batch.countCalls(inCluster.takeCalls());
        answerReplies(form, reply, indexes, batch);
      },
      (error: unknown) => {
        if (inCluster) reportError(inCluster, error, refuse);
        else refuse(error);
      },
    );
  }
}

/** By its own method, which is quicker than by name. */
const callOn =
  (redis: Redis | Cluster): CallTogether =>
  (form, args) => {
    switch (form) {
      case 'MSET':
        return redis.mset(args);
      case 'MGET':
        return redis.mget(args);
      default:
        return redis.call(form, args);
    }
  };

function answerReplies(form: string, reply: unknown, indexes: readonly number[], batch: Batch): void {
  // DEL answers with how many of its keys there were, MGET with a value or null for each.
  if (form === 'MGET' && Array.isArray(reply) && reply.length === indexes.length)
    indexes.forEach((index, at) => batch.accept(reply[at] !== null, index));
  else if (form === 'DEL' && typeof reply === 'number' && reply >= 0 && reply <= indexes.length)
    indexes.forEach((index, at) => batch.accept(at < reply, index));
  else if ((form === 'MSET' && (kindsOf(reply) & replyKinds.ok) !== 0) || (form === 'MSETEX' && reply === 1))
    batch.acceptAll(indexes.length);
  else {
    const error = form === 'MGET' ? wrongLength(form, reply, indexes.length) : wrongAnswer(form, reply);
    for (let count = 0; count < indexes.length; count++) batch.refuse(error);
  }
  batch.answer(indexes.length, indexes);
}

const wrongAnswer = (form: string, reply: unknown) =>
  wrongKind(form, replyInWords(reply), form === 'MSET' ? replyKinds.ok : replyKinds.integer);
