import type { Cluster, Redis } from 'ioredis';
import { description } from '../../../shared/strategies/lua.ts';
import { wrongLength } from '../workload/reply-kind.ts';
import type { Batch } from '../lane/batch.ts';
import type { CommandArgument } from '../workload/prepared-command.ts';
import { connectCluster, reportError, type ClusterConnection } from './cluster-connection.ts';
import { connectIoredis } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
  connect: async (context) => {
    const redis = await connectIoredis(context);
    const digest = String(await redis.script('LOAD', script));
    return {
      send(batch) {
        sendScript(callOn(redis), digest, batch);
      },
      close() {
        redis.disconnect();
      },
    };
  },
  connectCluster: async (context) => {
    const connection = await connectCluster(context);
    const { cluster, close } = connection;
    // Each master has scripts of its own.
    const loaded = cluster.nodes('master').map((node) => node.script('LOAD', script));
    const [digest] = await Promise.all(loaded);
    return {
      send(batch) {
        sendScript(callOn(cluster), String(digest), batch, connection);
      },
      close,
    };
  },
};

/** For each command: its name and a letter for each word that follows: k is the next of KEYS, a the next of ARGV. */
export const script = `
local replies, key, arg = {}, 1, 1
while arg <= #ARGV do
  local name, mask = ARGV[arg], ARGV[arg + 1]
  arg = arg + 2
  local words = {}
  for i = 1, #mask do
    if string.byte(mask, i) == 107 then
      words[i] = KEYS[key]
      key = key + 1
    else
      words[i] = ARGV[arg]
      arg = arg + 1
    end
  end
  replies[#replies + 1] = redis.pcall(name, unpack(words)) or false
end
return replies`;

/** Sends a command by its name. */
type CallByName = (name: string, args: CommandArgument[]) => Promise<unknown>;

const callOn =
  (redis: Redis | Cluster): CallByName =>
  (name, args) =>
    redis.call(name, args);

/**
 * By its digest; where the server has forgotten the script (SCRIPT FLUSH, a restart, a failover), with the script
 * itself, as clients do. Nothing of it had run.
 */
function callScript(call: CallByName, digest: string, args: readonly CommandArgument[]): Promise<unknown> {
  return call('EVALSHA', [digest, ...args]).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
      return call('EVAL', [script, ...args]);
    throw error;
  });
}

export function sendScript(
  call: CallByName,
  digest: string,
  batch: Batch,
  inCluster?: ClusterConnection,
): void {
  const keys: CommandArgument[] = [];
  const words: CommandArgument[] = [];
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    words.push(command.name, command.keyMask);
    for (const [at, part] of command.parts.entries()) (part.is === 'key' ? keys : words).push(args[at] ?? '');
  }
  batch.flush();
  // A script that was sent to the wrong node has not run.
  if (!inCluster) batch.countCalls(batch.size);
  const refuse = (error: unknown) => {
    batch.refuseAll(error);
    batch.answer(batch.size);
  };
  callScript(call, digest, [String(keys.length), ...keys, ...words]).then(
    (replies) => {
      if (inCluster) batch.countCalls(batch.size);
      if (Array.isArray(replies) && replies.length === batch.size)
        for (const reply of replies) batch.reply(reply);
      else batch.refuseAll(wrongLength('EVALSHA', replies, batch.size));
      batch.answer(batch.size);
    },
    (error: unknown) => {
      if (inCluster) reportError(inCluster, error, refuse);
      else refuse(error);
    },
  );
}
