import { commandIds, commands } from '../../../shared/commands.ts';
import type { Redis } from 'ioredis';
import type { Batch } from '../batch.ts';
import type { Argument } from '../workload/prepared-command.ts';
import { connectIoredis } from './ioredis-connection.ts';
import type { Strategy } from './strategy.ts';

export const multiKey: Strategy = {
  id: 'multi-key',
  label: 'MSET / MGET',
  summary: 'One command for the whole batch: MSET for SET, MGET for GET, DEL with many keys.',
  batching: 'batch',
  commands: commandIds.filter((id) => 'multiKeyForm' in commands[id]),
  semantics: {
    atomic: true,
    onFailure: 'The command fails as a whole; nothing of the batch is done.',
    blocksOthers: 'Yes: a single command is never interrupted.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'key and value only: the command’s name and the reply are shared',
  },
  serverCommand: (command) => command.multiKeyForm ?? command.name,
  connect: async (context) => {
    const redis = await connectIoredis(context);
    return {
      send(batch) {
        sendTogether(redis, batch);
      },
      close() {
        redis.disconnect();
      },
    };
  },
};

interface Group {
  form: string;
  args: Argument[];
  /** Numbers of its commands in the batch. */
  indexes: number[];
}

/** A batch of a mix is one command for each form that occurs in it. */
function sendTogether(redis: Redis, batch: Batch): void {
  const groups: Group[] = [];
  let group: Group | undefined;
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const form = command.multiKeyForm ?? command.name;
    if (group?.form !== form) {
      group = groups.find((one) => one.form === form) ?? { form, args: [], indexes: [] };
      if (group.indexes.length === 0) groups.push(group);
    }
    for (let at = 0; at < args.length; at++) group.args.push(args[at] ?? '');
    group.indexes.push(index);
  }
  batch.flush();
  batch.countCalls(groups.length);
  for (const { form, args, indexes } of groups)
    call(redis, form, args).then(
      (reply) => {
        tellReplies(form, reply, indexes, batch);
      },
      (error: unknown) => {
        for (let count = 0; count < indexes.length; count++) batch.refuse(error);
        batch.answer(indexes.length);
      },
    );
}

/** By its own method, which is quicker than by name. */
function call(redis: Redis, form: string, args: Argument[]): Promise<unknown> {
  switch (form) {
    case 'MSET':
      return redis.mset(args);
    case 'MGET':
      return redis.mget(args);
    default:
      return redis.call(form, args);
  }
}

function tellReplies(form: string, reply: unknown, indexes: readonly number[], batch: Batch): void {
  // DEL answers with how many of its keys there were, MGET with a value or null for each.
  if (Array.isArray(reply)) indexes.forEach((index, at) => batch.accept(reply[at] !== null, index));
  else if (form === 'DEL') indexes.forEach((index, at) => batch.accept(at < Number(reply), index));
  else batch.acceptAll(indexes.length);
  batch.answer(indexes.length);
}
