import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { largestReply } from '../../../shared/limits.ts';
import { boundReplies } from '../../redis/connection/bound-replies.ts';
import { openCluster } from '../../redis/cluster/open-cluster.ts';
import type { Batch } from '../lane/batch.ts';
import { drivenClient } from './driven-client.ts';
import { callWith, giveBuffers, reportFault, type Methods } from './ioredis-connection.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { LaneClient } from '../lane/batch.ts';

/** What a program has in a cluster in place of a connection: one to each master. */
export interface ClusterConnection {
  cluster: Cluster;
  /**
   * Calls of the lane's commands put on the wire since this was last asked: more than commands where ioredis follows
   * a redirection, and where it sends a batch again because some of it was redirected.
   */
  takeCalls: () => number;
  close: () => void;
}

/**
 * One ioredis Cluster, connected to every master. `commands` are the names of the calls to be counted, where they
 * are not those of the workload.
 */
export async function connectCluster(
  { endpoint, workload, source, meter, fault }: ConnectionContext,
  options: Pick<RedisOptions, 'noDelay' | 'enableAutoPipelining'> = {},
  commands: readonly string[] = source.commands.map(({ name }) => name),
): Promise<ClusterConnection> {
  const { noDelay, ...more } = options;
  const names = new Set(commands.flatMap((name) => [name.toUpperCase(), name.toLowerCase()]));
  let calls = 0;
  const onNode = (node: Redis) => {
    boundReplies(node, largestReply(workload));
    if (workload.replies === 'buffer') giveBuffers(node);
    node.on('ready', () => {
      meter.add(node.stream);
      node.on('error', (error) => {
        reportFault(error, fault);
      });
    });
    const send = node.sendCommand.bind(node);
    node.sendCommand = (command, stream) => {
      if (names.has(command.name) && node.status === 'ready') calls++;
      return send(command, stream);
    };
  };
  const redisOptions = { protocol: workload.resp, ...(noDelay === undefined ? {} : { noDelay }) };
  const scaleReads = workload.readFrom === 'replica' ? { scaleReads: 'slave' as const } : {};
  const cluster = await openCluster(endpoint, { ...more, ...scaleReads, redisOptions, onNode });
  return {
    cluster,
    takeCalls: () => {
      const taken = calls;
      calls = 0;
      return taken;
    },
    close: () => {
      cluster.disconnect();
    },
  };
}

/**
 * Hands an error to whoever waits for it, and has the slots looked up anew where it is a redirection: ioredis does
 * so only where it follows it. What was refused without being sent is told a turn later: a loop that sends as soon as
 * it hears would never let the event loop have its turn.
 */
export function reportError(
  { cluster }: ClusterConnection,
  error: unknown,
  report: (error: Error) => void,
): void {
  const reason = error instanceof Error ? error : new Error(String(error));
  if (reason.message.startsWith('MOVED')) cluster.refreshSlotsCache();
  if (reason.name === 'ReplyError') report(reason);
  else setImmediate(report, reason);
}

/** Sends each command by the method of its name; ioredis finds the node of its key. */
export function clusterCommandClient(connection: ClusterConnection): LaneClient {
  const { cluster, takeCalls } = connection;
  const methods = cluster as unknown as Methods;
  const send = async (batch: Batch): Promise<unknown> => {
    const { command, args } = batch.draw();
    const call = methods[command.method];
    try {
      return await (call ? callWith(call, cluster, args) : cluster.call(command.name, ...args));
    } catch (error) {
      return await new Promise<Error>((resolve) => {
        reportError(connection, error, resolve);
      });
    } finally {
      batch.countCalls(takeCalls());
    }
  };
  return drivenClient(send, connection.close);
}
