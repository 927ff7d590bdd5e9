import slotOf from 'cluster-key-slot';
import { endpointOfNode, openNode } from '../../redis/cluster/node-connection.ts';
import { nodeName, readSlotMap } from '../../redis/cluster/slot-map.ts';
import { slotCount } from '../../redis/cluster/slots.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { SocketMeter } from '../lane/socket-meter.ts';
import type { KeyNames } from '../workload/key-names.ts';
import { openWire, type WireConnection } from './wire-connection.ts';

/** A bare socket to each master of a cluster, and whose each slot is. */
export interface ClusterWires {
  wires: readonly WireConnection[];
  /** Which of the wires a slot's commands go over. */
  ownerOf: (slot: number) => number;
  /** Takes in what a MOVED says; any other error is none of its business. */
  learn: (error: unknown) => void;
  close: () => void;
}

/** Opens them. Rejects, with none left open, when one cannot be opened. */
export async function openClusterWires(
  endpoint: Endpoint,
  resp: 2 | 3,
  meter: SocketMeter,
  largest: number,
): Promise<ClusterWires> {
  const { nodes = [], through = {} } = endpoint.cluster ?? {};
  const names = nodes.map(nodeName);
  const owners = await readOwners(endpoint, names);
  const ways = nodes.map((node) => endpointOfNode(endpoint, through[nodeName(node)] ?? node));
  const opened = await Promise.allSettled(ways.map((way) => openWire(way, resp, largest)));
  const wires = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const close = () => {
    for (const { socket } of wires) socket.destroy();
  };
  const failure = opened.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    close();
    throw failure.reason;
  }
  for (const { socket } of wires) meter.add(socket);
  return {
    wires,
    ownerOf: (slot) => owners[slot] ?? 0,
    learn(error) {
      const [what, slot, name = ''] = error instanceof Error ? error.message.split(' ') : [];
      const owner = names.indexOf(name);
      if (what === 'MOVED' && owner >= 0) owners[Number(slot)] = owner;
    },
    close,
  };
}

async function readOwners(endpoint: Endpoint, names: readonly string[]): Promise<Uint16Array> {
  const [first] = endpoint.cluster?.nodes ?? [];
  if (!first) throw new Error('a cluster needs nodes');
  const redis = await openNode(endpoint, endpoint.cluster?.through?.[nodeName(first)] ?? first);
  const map = await readSlotMap(redis, first.host).finally(() => {
    redis.disconnect();
  });
  const owners = new Uint16Array(slotCount);
  for (const { slots, master } of map)
    owners.fill(Math.max(0, names.indexOf(nodeName(master))), slots[0], slots[1] + 1);
  return owners;
}

const tableLimit = 131_072;

/** The slot of each key of a lane by its number, worked out once where there are not too many. */
export function slotsOfKeys(names: KeyNames, keyspace: number): (key: number) => number {
  const slotOfKey = (key: number) => slotOf(names.name(key));
  if (keyspace > tableLimit) return slotOfKey;
  const table = Uint16Array.from({ length: keyspace }, (_, key) => slotOfKey(key));
  return (key) => table[key] ?? 0;
}
