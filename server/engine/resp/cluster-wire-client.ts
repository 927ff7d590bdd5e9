import slotOf from 'cluster-key-slot';
import { largestReply } from '../../../shared/limits.ts';
import { moreThanSent } from '../lane/unexpected-reply.ts';
import type { Batch } from '../lane/batch.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { LaneClient } from '../lane/batch.ts';
import type { Template } from '../workload/command-source.ts';
import { openClusterWires, slotsOfKeys, type ClusterWires } from './cluster-wires.ts';
import { EncodedBatch, encodeCommand } from './encode.ts';

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
