import { endpointOfNode } from '../redis/cluster/node-connection.ts';
import { nodeName } from '../redis/cluster/slot-map.ts';
import type { Endpoint, NodeAddress } from '../redis/connection/target.ts';
import { openNetwork, type Network } from './network.ts';
import type { NetworkSettings } from './settings.ts';

/**
 * A network in front of any endpoint. In front of a cluster, whose masters have to be known, it is one way to each of
 * them and of the replicas that are read from, each with the whole bandwidth: a client is told where a node's way begins in place of the node's own address.
 * Throws and rejects as `openNetwork`, with none left open.
 */
export async function openNetworkTo(endpoint: Endpoint, settings: NetworkSettings): Promise<Network> {
  const { cluster } = endpoint;
  if (!cluster) return openNetwork(endpoint, settings);
  const nodes = [...cluster.nodes, ...(cluster.replicas ?? [])];
  const opened = await Promise.allSettled(
    nodes.map((node) => openNetwork(endpointOfNode(endpoint, node), settings)),
  );
  const ways = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const close = async () => {
    await Promise.all(ways.map((way) => way.close()));
  };
  const failure = opened.find((outcome) => outcome.status === 'rejected');
  const [first] = ways;
  if (failure || !first) {
    await close();
    throw failure?.reason ?? new Error('a cluster needs nodes');
  }
  const through = Object.fromEntries(
    nodes.flatMap((node, index): [string, NodeAddress][] => {
      const way = ways[index]?.endpoint;
      return way ? [[nodeName(node), { host: way.host ?? '127.0.0.1', port: way.port ?? 0 }]] : [];
    }),
  );
  return {
    endpoint: { ...first.endpoint, cluster: { ...cluster, through } },
    tune: async (next) => {
      await Promise.all(ways.map((way) => way.tune(next)));
    },
    times: async () => (await Promise.all(ways.map((way) => way.times()))).flat(),
    close,
  };
}
