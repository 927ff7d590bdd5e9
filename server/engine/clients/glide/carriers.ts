import { Batch as GlideBatch, type GlideClient, type GlideString } from '@valkey/valkey-glide';
import type { Batch } from '../../lane/batch.ts';
import type { ConnectionContext } from '../../lane/strategy.ts';
import type { LaneClient } from '../../lane/batch.ts';
import { wrongLength } from '../../lane/unexpected-reply.ts';
import { drivenClient } from '../../strategies/driven-client.ts';
import { script, sendScript } from '../../strategies/lua.ts';
import { sendTogether } from '../../strategies/multi-key.ts';
import type { CommandArgument } from '../../workload/prepared-command.ts';
import type { Carrier } from '../binding.ts';
import { connectGlide, plainError, plainReply } from './connection.ts';

/** Sends a command by its words; rejects in the words by which failures are told apart. */
async function call(client: GlideClient, words: GlideString[]): Promise<unknown> {
  try {
    return plainReply(await client.customCommand(words));
  } catch (error) {
    throw plainError(error);
  }
}

const byName = (client: GlideClient) => (name: string, args: CommandArgument[]) =>
  call(client, [name, ...args]);

/** Whether each reply is awaited is the loop’s doing: the library sends what waits together. */
const single: Carrier = {
  connect: async (context) => {
    const client = await connectGlide(context);
    return drivenClient(
      (batch) => {
        const { command, args } = batch.draw();
        batch.countCalls(1);
        return call(client, [command.name, ...args]);
      },
      () => {
        client.close();
      },
    );
  },
};

/** A batch of the library’s own, in a transaction or not. */
const inBatches = (isAtomic: boolean): Carrier => ({
  connect: (context) =>
    sending(context, (batch, client) => {
      const queue = new GlideBatch(isAtomic);
      for (let index = 0; index < batch.size; index++) {
        const { command, args } = batch.draw();
        queue.customCommand([command.name, ...args]);
      }
      batch.flush();
      batch.countCalls(batch.size);
      // Without a timeout of the batch it has that of the connection.
      client.exec(queue, false).then(
        (replies) => {
          if (replies?.length === batch.size) for (const reply of replies) batch.reply(plainReply(reply));
          else batch.refuseAll(wrongLength('EXEC', replies, batch.size));
          batch.answer(batch.size);
        },
        (error: unknown) => {
          batch.refuseAll(plainError(error));
          batch.answer(batch.size);
        },
      );
    }),
});

async function sending(
  context: ConnectionContext,
  send: (batch: Batch, client: GlideClient) => void,
): Promise<LaneClient> {
  const client = await connectGlide(context);
  return {
    send(batch) {
      send(batch, client);
    },
    close() {
      client.close();
    },
  };
}

const multiKey: Carrier = {
  connect: (context) =>
    sending(context, (batch, client) => {
      sendTogether(byName(client), batch);
    }),
};

const lua: Carrier = {
  connect: async (context) => {
    const client = await connectGlide(context);
    const digest = String(await call(client, ['SCRIPT', 'LOAD', script]));
    return {
      send(batch) {
        sendScript(byName(client), digest, batch);
      },
      close() {
        client.close();
      },
    };
  },
};

export const carriers: Readonly<Record<string, Carrier>> = {
  'one-by-one': single,
  'auto-pipeline': single,
  pipeline: inBatches(false),
  multi: inBatches(true),
  'multi-key': multiKey,
  lua,
};
