import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { openAdmin } from '../connection/connect.ts';
import { EmbeddedServerFailed, startEmbedded, type EmbeddedServer } from '../private/embedded.ts';
import { parseInfo } from '../info/info.ts';
import type { NodeAddress, Target } from '../connection/target.ts';
import { freeClusterPort } from '../private/free-port.ts';
import { moveSlots } from './move-slots.ts';
import { readSlotMap, slotRanges, slotsBetween } from './slot-map.ts';

export interface PrivateCluster {
  readonly target: Target;
  /** Masters first. */
  readonly servers: readonly EmbeddedServer[];
  /** Ends all nodes and removes their folders; may be called more than once. */
  stop(): Promise<void>;
}

export interface PrivateClusterOptions {
  /** Replicas in all, one master after the other (0). */
  replicas?: number;
  /** Where the nodes' folders are made; the system's folder for temporary files by default. */
  root?: string;
  /** Further words of each node's command line. */
  words?: readonly string[];
}

const masters = 3;
const mostReplicas = masters;
const readyWithinMs = 15_000;
const lookEveryMs = 25;
/** Nodes tell each other what is new within half of it. */
const joiningTimeoutMs = 1000;
/** Long enough that a node which waits for its turn on a busy machine is not taken for dead. */
const nodeTimeoutMs = 15_000;

/**
 * Starts a private cluster of three masters on 127.0.0.1, each a private redis-server of its own, and waits until
 * every node knows all others and serves. Throws RangeError, RedisServerMissing and EmbeddedServerFailed, with
 * nothing left running.
 */
export async function startPrivateCluster(options: PrivateClusterOptions = {}): Promise<PrivateCluster> {
  const { replicas = 0 } = options;
  if (!Number.isInteger(replicas) || replicas < 0 || replicas > mostReplicas)
    throw new RangeError(`replicas: must be a whole number from 0 to ${mostReplicas}, not ${replicas}`);
  const servers = await startNodes(masters + replicas, options);
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const nodes = await Promise.all(servers.map((server) => openAdmin(server.target)));
    for (const redis of nodes) redis.on('error', () => undefined);
    try {
      await join(nodes, servers.map(addressOfNode));
      for (const redis of nodes) await redis.config('SET', 'cluster-node-timeout', nodeTimeoutMs);
    } finally {
      for (const redis of nodes) redis.disconnect();
    }
    return { target: targetOf(servers, replicas), servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNodes(
  count: number,
  { root, words: further = [] }: PrivateClusterOptions,
): Promise<EmbeddedServer[]> {
  const words = [
    ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'],
    ...['--cluster-node-timeout', String(joiningTimeoutMs)],
    // A replica is told of to clients once it has received something from its master.
    ...['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'],
    ...further,
  ];
  // One after the other: ports that two would find free at the same time are only one node's.
  const servers: EmbeddedServer[] = [];
  try {
    for (let node = 0; node < count; node++)
      servers.push(
        await startEmbedded({ choosePort: freeClusterPort, words, ...(root === undefined ? {} : { root }) }),
      );
    return servers;
  } catch (error) {
    await Promise.all(servers.map((server) => server.stop()));
    throw error;
  }
}

const addressOfNode = ({ target: { endpoint } }: EmbeddedServer): NodeAddress => ({
  host: endpoint.host ?? '127.0.0.1',
  port: endpoint.port ?? 0,
});

function targetOf(servers: readonly EmbeddedServer[], replicas: number): Target {
  const nodes = servers.slice(0, masters).map(addressOfNode);
  const first = servers[0]?.target;
  if (!first) throw new EmbeddedServerFailed('a cluster needs nodes');
  const endpoint = { ...first.endpoint, cluster: { nodes } };
  return {
    description: {
      id: 'cluster',
      label: describeCluster(replicas),
      kind: 'cluster',
      isCluster: true,
    },
    endpoint,
    isPrivate: true,
    moveSlots: (around) => moveSlots(endpoint, around),
  };
}

/** `Private cluster: 3 masters and 1 replica`. */
export function describeCluster(replicas = 0): string {
  const withReplicas = replicas === 0 ? '' : ` and ${replicas} replica${replicas === 1 ? '' : 's'}`;
  return `Private cluster: ${masters} masters${withReplicas}`;
}

/** Shares the slots out among the first three nodes, makes all known to each other and the rest replicas. */
async function join(nodes: readonly Redis[], addresses: readonly NodeAddress[]): Promise<void> {
  const ranges = slotRanges(masters);
  await Promise.all(
    nodes.map(async (redis, index) => {
      const range = ranges[index];
      if (range) await redis.cluster('ADDSLOTS', ...slotsBetween(range));
      // As redis-cli does: nodes that own slots in the same epoch would have to settle who came first.
      await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    }),
  );
  const [first] = nodes;
  for (const { host, port } of addresses.slice(1)) await first?.cluster('MEET', host, port);
  const deadline = performance.now() + readyWithinMs;
  await until(deadline, 'know each other', () => everyNode(nodes, (info) => knows(info, nodes.length)));
  const ids = await Promise.all(nodes.slice(0, masters).map((redis) => redis.cluster('MYID')));
  await Promise.all(
    nodes.slice(masters).map((redis, index) => redis.cluster('REPLICATE', String(ids[index % masters]))),
  );
  await until(deadline, 'serve all slots', () =>
    everyNode(
      nodes,
      (info) => info.get('cluster_state') === 'ok' && info.get('cluster_slots_ok') === '16384',
    ),
  );
  await until(deadline, 'replicate', () => everyReplica(nodes.slice(masters)));
  await until(deadline, 'tell of their replicas', async () => {
    const maps = await Promise.all(nodes.map((redis) => readSlotMap(redis, '')));
    return maps.every((map) => map.flatMap(({ replicas }) => replicas).length === nodes.length - masters);
  });
}

async function until(deadline: number, what: string, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new EmbeddedServerFailed(`The nodes of the private cluster did not ${what} in time.`);
    await sleep(lookEveryMs);
  }
}

async function everyNode(
  nodes: readonly Redis[],
  holds: (info: ReadonlyMap<string, string>) => boolean,
): Promise<boolean> {
  const infos = await Promise.all(nodes.map((redis) => redis.call('CLUSTER', 'INFO')));
  return infos.every((info) => holds(parseInfo(String(info))));
}

const knows = (info: ReadonlyMap<string, string>, nodes: number) =>
  info.get('cluster_known_nodes') === String(nodes);

async function everyReplica(replicas: readonly Redis[]): Promise<boolean> {
  const infos = await Promise.all(replicas.map((redis) => redis.info('replication')));
  return infos.every((info) => parseInfo(info).get('master_link_status') === 'up');
}
