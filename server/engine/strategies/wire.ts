import { description } from '../../../shared/strategies/wire.ts';
import { largestReply } from '../../../shared/limits.ts';
import { moreThanSent } from '../workload/reply-kind.ts';
import type { Batch } from '../lane/batch.ts';
import { connectClusterWires } from '../resp/cluster-wire-client.ts';
import { EncodedBatch, encodeCommand } from '../resp/encode.ts';
import { openWire } from '../resp/wire-connection.ts';
import type { CommandSource, Template } from '../workload/command-source.ts';
import type { Strategy } from '../lane/strategy.ts';

export const strategy: Strategy = {
  ...description,
  commands: null,
  bare: true,
  connect: async ({ endpoint, workload, source, meter, fault }) => {
    const { socket, listen } = await openWire(endpoint, workload.resp, largestReply(workload));
    meter.add(socket);
    const encode = encoder(source, workload.pipeline);
    let current: Batch | null = null;
    let lost: Error | null = null;
    listen(
      {
        accept(found, kind) {
          if (current?.isAwaiting) current.replyOf(kind, found);
          else fault(moreThanSent());
        },
        refuse(error) {
          if (current?.isAwaiting) current.refuse(error);
          else fault(moreThanSent());
        },
        broken: fault,
      },
      (replies) => {
        if (replies > 0) current?.answer(replies);
      },
    );
    socket.on('error', (error) => {
      lost = new Error(`Connection is closed: ${error.message}`, { cause: error });
    });
    socket.on('close', () => {
      lost ??= new Error('Connection is closed.');
      current?.abort(lost);
    });
    return {
      send(batch) {
        current = batch;
        batch.countCalls(batch.size);
        if (lost) {
          batch.abort(lost);
          return;
        }
        const bytes = encode(batch);
        if (batch.size > 1) batch.flushInOne();
        socket.write(bytes);
      },
      close() {
        current = null;
        socket.destroy();
      },
    };
  },
  connectCluster: connectClusterWires,
};

type Encode = (batch: Batch) => Buffer;

function encoder(source: CommandSource, largest: number): Encode {
  const template = source.template();
  return template ? encodeAhead(template, largest) : encodeEach;
}

function encodeAhead(template: Template, largest: number): Encode {
  const encoded = new EncodedBatch(template, largest);
  return (batch) => {
    for (let index = 0; index < batch.size; index++) encoded.setKey(index, batch.drawKey(template.command));
    return encoded.take(batch.size);
  };
}

function encodeEach(batch: Batch): Buffer {
  const parts: Buffer[] = [];
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    parts.push(encodeCommand(command.name, args));
  }
  return Buffer.concat(parts);
}
