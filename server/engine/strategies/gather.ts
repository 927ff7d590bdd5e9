import type { ChainableCommander, Cluster, Redis } from 'ioredis';
import { description } from '../../../shared/strategies/gather.ts';
import { wrongLength } from '../workload/reply-kind.ts';
import { connectCluster, reportError } from './cluster-connection.ts';
import { drivenClient } from './driven-client.ts';
import { Gatherer, limitsOf, type Outlet } from './gatherer.ts';
import { connectIoredis } from './ioredis-connection.ts';
import { nodesBySlot, queueCommand } from './pipeline.ts';
import type { LaneClient } from '../lane/batch.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
  connect: async (context) => {
    const redis = await connectIoredis(context);
    return gatheringClient(new Gatherer(pipelinesOf(redis), limitsOf(context.workload)), () => {
      redis.disconnect();
    });
  },
  /** A pipeline goes to one node: commands are gathered for each. */
  connectCluster: async (context) => {
    const connection = await connectCluster(context);
    const nodeOf = nodesBySlot(connection.cluster);
    const gatherers = new Map<string | undefined, Gatherer<ChainableCommander>>();
    const ofNode = (node: string | undefined) => {
      const found = gatherers.get(node);
      if (found) return found;
      const made = new Gatherer(pipelinesOf(connection.cluster), limitsOf(context.workload));
      gatherers.set(node, made);
      return made;
    };
    const client = drivenClient(async (batch) => {
      const { command, args } = batch.draw();
      const key = args[command.keyMask.indexOf('k')];
      const node = nodeOf(key === undefined ? undefined : String(key), command.name);
      const reply = await ofNode(node).add(command, args);
      batch.countCalls(connection.takeCalls());
      if (!(reply instanceof Error)) return reply;
      return await new Promise<Error>((resolve) => {
        reportError(connection, reply, resolve);
      });
    }, connection.close);
    return { ...client, isPolling: () => [...gatherers.values()].some((one) => one.isPolling) };
  },
};

const pipelinesOf = (redis: Redis | Cluster): Outlet<ChainableCommander> => ({
  open: () => redis.pipeline(),
  add: queueCommand,
  send: async (queue, count) => {
    const pairs = await queue.exec();
    if (pairs?.length !== count) throw wrongLength('EXEC', pairs, count);
    return pairs.map(([error, reply]) => error ?? reply);
  },
});

/** Sends each command through the gatherer, and awaits its reply. */
export function gatheringClient<Queue>(gatherer: Gatherer<Queue>, close: () => void): LaneClient {
  const client = drivenClient((batch) => {
    const { command, args } = batch.draw();
    batch.countCalls(1);
    return gatherer.add(command, args);
  }, close);
  return { ...client, isPolling: () => gatherer.isPolling };
}
