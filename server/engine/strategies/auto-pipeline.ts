import { description } from '../../../shared/strategies/auto-pipeline.ts';
import { clusterCommandClient, connectCluster } from './cluster-connection.ts';
import { connectIoredis, singleCommandClient } from './ioredis-connection.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
  connect: async (context) =>
    singleCommandClient(await connectIoredis(context, { enableAutoPipelining: true })),
  connectCluster: async (context) =>
    clusterCommandClient(await connectCluster(context, { enableAutoPipelining: true })),
};
