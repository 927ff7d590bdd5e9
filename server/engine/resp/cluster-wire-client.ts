import slotOf from 'cluster-key-slot';
import { largestReply } from '../../../shared/limits.ts';
import { moreThanSent } from '../workload/reply-kind.ts';
import type { Batch, LaneClient } from '../lane/batch.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { Template } from '../workload/command-source.ts';
import { EncodedBatch, encodeCommand } from './encode.ts';
import { endpointOfNode, openNode } from '../../redis/connection/connect.ts';
import { nodeName, reachedAt, readNodeName, readSlotMap, slotCount } from '../../redis/cluster/slot-map.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { SocketMeter } from '../lane/socket-meter.ts';
import type { KeyNames } from '../workload/key-names.ts';
import { openWire, type WireConnection } from './wire-connection.ts';

/** Puts a batch's commands down for their nodes; `to` hears which node each of them goes to, in order. */
type Encode = (batch: Batch, to: (node: number) => void) => (Buffer | null)[];

/**
 * Batches over bare sockets, each command to the master of its key. No redirection is followed: it counts as failed,
 * and a MOVED is learnt from.
 */
export async function connectClusterWires(context: ConnectionContext): Promise<LaneClient> {
  const { endpoint, workload, source, meter, fault } = context;
  const wires = await openClusterWires(endpoint, workload.resp, meter, largestReply(workload));
  const template = source.template();
  const encode = template ? encodeAhead(template, workload, wires) : encodeEach(wires);
  /** Of each node: numbers of the commands that it has not answered yet. */
  const awaited: number[][] = wires.wires.map(() => []);
  /** In a mix: numbers of the commands that have been answered since `current` was told. */
  const answered: number[] | null = source.commands.length > 1 ? [] : null;
  let current: Batch | null = null;
  let lost: Error | null = null;
  for (const [node, { socket, listen }] of wires.wires.entries()) {
    const next = () => {
      const index = awaited[node]?.shift();
      if (index !== undefined) answered?.push(index);
      return index;
    };
    listen(
      {
        accept(found, kind) {
          const index = next();
          if (index === undefined) fault(moreThanSent());
          else current?.replyOf(kind, found, index);
        },
        refuse(error) {
          if (next() === undefined) fault(moreThanSent());
          wires.learn(error);
          current?.refuse(error);
        },
        broken: fault,
      },
      (replies) => {
        if (replies > 0) current?.answer(replies, answered ?? undefined);
        if (answered) answered.length = 0;
      },
    );
    socket.on('error', (error) => {
      lost = new Error(`Connection is closed: ${error.message}`, { cause: error });
    });
    socket.on('close', () => {
      lost ??= new Error('Connection is closed.');
      current?.abort(lost);
    });
  }
  return {
    send(batch) {
      current = batch;
      if (lost) {
        batch.abort(lost);
        return;
      }
      batch.countCalls(batch.size);
      for (const numbers of awaited) numbers.length = 0;
      let index = 0;
      const parts = encode(batch, (node) => awaited[node]?.push(index++));
      if (batch.size > 1) batch.flushInOne();
      for (const [node, bytes] of parts.entries()) if (bytes) wires.wires[node]?.socket.write(bytes);
    },
    close() {
      current = null;
      wires.close();
    },
  };
}

function encodeAhead(
  template: Template,
  { pipeline, keyspace }: { pipeline: number; keyspace: number },
  { wires, ownerOf }: ClusterWires,
): Encode {
  const encoded = wires.map(() => new EncodedBatch(template, pipeline));
  const slotOfKey = slotsOfKeys(template.names, keyspace);
  return (batch, to) => {
    const counts = encoded.map(() => 0);
    for (let index = 0; index < batch.size; index++) {
      const key = batch.drawKey(template.command);
      const node = ownerOf(slotOfKey(key));
      const count = counts[node] ?? 0;
      encoded[node]?.setKey(count, key);
      counts[node] = count + 1;
      to(node);
    }
    return encoded.map((one, node) => (counts[node] ? one.take(counts[node]) : null));
  };
}

function encodeEach({ wires, ownerOf }: ClusterWires): Encode {
  return (batch, to) => {
    const parts = wires.map((): Buffer[] => []);
    for (let index = 0; index < batch.size; index++) {
      const { command, args } = batch.draw();
      const key = args[command.keyMask.indexOf('k')];
      const node = key === undefined ? 0 : ownerOf(slotOf(key));
      parts[node]?.push(encodeCommand(command.name, args));
      to(node);
    }
    return parts.map((bytes) => (bytes.length > 0 ? Buffer.concat(bytes) : null));
  };
}

/** A bare socket to each master of a cluster, and whose each slot is. */
interface ClusterWires {
  wires: readonly WireConnection[];
  /** Which of the wires a slot's commands go over. */
  ownerOf: (slot: number) => number;
  /** Takes in what a MOVED says; any other error is none of its business. */
  learn: (error: unknown) => void;
  close: () => void;
}

/** Opens them. Rejects, with none left open, when one cannot be opened. */
async function openClusterWires(
  endpoint: Endpoint,
  resp: 2 | 3,
  meter: SocketMeter,
  largest: number,
): Promise<ClusterWires> {
  const { nodes = [], through = {}, natMap } = endpoint.cluster ?? {};
  const names = nodes.map(nodeName);
  const host = nodes[0]?.host ?? 'localhost';
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
      const owner = names.indexOf(nodeName(reachedAt(readNodeName(name), { host, natMap })));
      if (what === 'MOVED' && owner >= 0) owners[Number(slot)] = owner;
    },
    close,
  };
}

async function readOwners(endpoint: Endpoint, names: readonly string[]): Promise<Uint16Array> {
  const [first] = endpoint.cluster?.nodes ?? [];
  if (!first) throw new Error('a cluster needs nodes');
  const redis = await openNode(endpoint, endpoint.cluster?.through?.[nodeName(first)] ?? first);
  const map = await readSlotMap(redis, first.host, endpoint.cluster?.natMap).finally(() => {
    redis.disconnect();
  });
  const owners = new Uint16Array(slotCount);
  for (const { slots, master } of map)
    owners.fill(Math.max(0, names.indexOf(nodeName(master))), slots[0], slots[1] + 1);
  return owners;
}

const tableLimit = 131_072;

/** The slot of each key of a lane by its number, worked out once where there are not too many. */
function slotsOfKeys(names: KeyNames, keyspace: number): (key: number) => number {
  const slotOfKey = (key: number) => slotOf(names.name(key));
  if (keyspace > tableLimit) return slotOfKey;
  const table = Uint16Array.from({ length: keyspace }, (_, key) => slotOfKey(key));
  return (key) => table[key] ?? 0;
}
