import type { Redis } from 'ioredis';
import type { NodeAddress } from '../connection/target.ts';

export const slotCount = 16_384;

/** Of several masters: the first and last slot of each, as even as can be. */
export const slotRanges = (masters: number): [number, number][] =>
  Array.from({ length: masters }, (_, index) => [
    Math.floor((index * slotCount) / masters),
    Math.floor(((index + 1) * slotCount) / masters) - 1,
  ]);

export const slotsBetween = ([first, last]: readonly [number, number]): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Slots that one master owns, the first and the last among them. */
export interface OwnedSlots {
  slots: [number, number];
  master: NodeAddress;
  replicas: NodeAddress[];
}

/** How what a cluster announces is read. */
export interface Announced {
  /** The host that was asked: it stands where a node does not know its own. */
  host: string;
  natMap?: Readonly<Record<string, NodeAddress>> | undefined;
}

/** Who owns which slots, by what a node says (CLUSTER SLOTS), and where each is reached; `host`: the one that is asked. */
export async function readSlotMap(
  redis: Redis,
  host: string,
  natMap?: Announced['natMap'],
): Promise<OwnedSlots[]> {
  const announced = { host, natMap };
  const answer = await redis.cluster('SLOTS');
  return answer.flatMap(([first, last, ...nodes]): OwnedSlots[] => {
    const [master, ...replicas] = nodes.map((node) => {
      const [name, port] = Array.isArray(node) ? (node as unknown[]) : [];
      return reachedAt({ host: typeof name === 'string' ? name : '', port: Number(port) }, announced);
    });
    return master ? [{ slots: [first, last], master, replicas }] : [];
  });
}

/** Where a node is reached that is announced so: with no host, or `?`, on the host that was asked. */
export function reachedAt({ host, port }: NodeAddress, { host: asked, natMap }: Announced): NodeAddress {
  const known = { host: host === '' || host === '?' ? asked : host, port };
  return natMap?.[nodeName(known)] ?? known;
}

/** An address as in a MOVED, whose host may be empty. */
export function readNodeName(name: string): NodeAddress {
  const colon = name.lastIndexOf(':');
  return { host: name.slice(0, colon), port: Number(name.slice(colon + 1)) };
}

/** The masters in the order of their slots, each once. */
export function mastersOf(map: readonly OwnedSlots[]): NodeAddress[] {
  const byName = new Map(
    map.toSorted((a, b) => a.slots[0] - b.slots[0]).map(({ master }) => [nodeName(master), master]),
  );
  return [...byName.values()];
}

/** The replicas in the order of their masters' slots, each once. */
export function replicasOf(map: readonly OwnedSlots[]): NodeAddress[] {
  const byName = new Map(
    map.flatMap(({ replicas }) => replicas.map((replica) => [nodeName(replica), replica] as const)),
  );
  return [...byName.values()];
}

/** How a node is called: `127.0.0.1:7000`, as in a MOVED. */
export const nodeName = ({ host, port }: NodeAddress): string => `${host}:${port}`;
