import {
  Batch as GlideBatch,
  Decoder,
  GlideClient,
  type GlideString,
  Logger,
  ProtocolVersion,
} from '@valkey/valkey-glide';
import type { Batch, LaneClient } from '../../lane/batch.ts';
import type { ConnectionContext, Carrier } from '../../lane/strategy.ts';
import { wrongLength } from '../../workload/reply-kind.ts';
import { drivenClient } from '../../strategies/driven-client.ts';
import { gatheringClient } from '../../strategies/gather.ts';
import { Gatherer, limitsOf, type Outlet } from '../../strategies/gatherer.ts';
import { script, sendScript } from '../../strategies/lua.ts';
import { sendTogether } from '../../strategies/multi-key.ts';
import type { CommandArgument } from '../../workload/prepared-command.ts';
import { LibraryTimeout } from '../../lane/failure-class.ts';

const connectWithinMs = 3000;
/** As long as its protocol can say, ms: it has no way to say "none". */
const noTimeoutMs = 2 ** 31 - 1;
/** Its own, ms. */
const requestTimeoutMs = 250;
/** More than a lane may have in flight on one connection. */
const noLimit = 2 ** 31 - 1;

/** One connection of GLIDE, ready. Rejects when it cannot be made. */
async function connectGlide({
  endpoint,
  workload,
  reconnects = false,
}: ConnectionContext): Promise<GlideClient> {
  const { host = 'localhost', port = 6379, username, password, db, tls } = endpoint;
  if (endpoint.path !== undefined) throw new Error('GLIDE cannot connect to a Unix socket');
  // It writes to the console otherwise.
  Logger.setLoggerConfig('off');
  return GlideClient.createClient({
    addresses: [{ host, port }],
    databaseId: db,
    ...(password === undefined ? {} : { credentials: { ...(username ? { username } : {}), password } }),
    protocol: workload.resp === 2 ? ProtocolVersion.RESP2 : ProtocolVersion.RESP3,
    useTLS: tls !== undefined,
    defaultDecoder: workload.replies === 'buffer' ? Decoder.Bytes : Decoder.String,
    ...(reconnects ? {} : { connectionBackoff: { numberOfRetries: 0, factor: 1, exponentBase: 2 } }),
    // Its own are 250 ms for each request, and 1,000 requests in flight; more are refused.
    ...(workload.clientTimeout === 'library' || reconnects
      ? {}
      : { requestTimeout: noTimeoutMs, inflightRequestsLimit: noLimit }),
    advancedConfiguration: {
      connectionTimeout: connectWithinMs,
      ...(tls
        ? {
            tlsAdvancedConfiguration: {
              ...(tls.rejectUnauthorized === false ? { insecure: true } : {}),
              ...(tls.ca === undefined ? {} : { rootCertificates: tls.ca }),
            },
          }
        : {}),
    },
  });
}

/** What GLIDE makes of an error that the server sent: `… signalled by the server: - NoScriptError: No matching …`. */
const signalled = /signalled by the server: - (\w+?)Error: (.*)/s;

/** An error of GLIDE in the words by which failures are told apart; anything else as it is. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  if (name === 'TimeoutError') return new LibraryTimeout('GLIDE', requestTimeoutMs);
  if (name === 'ClosingError' || name === 'ConnectionError')
    return new Error(`Connection lost: ${message}`, { cause: error });
  const [, kind, text = ''] = signalled.exec(message) ?? [];
  if (kind === undefined) return error;
  return new Error(`${kind === 'Response' ? 'ERR' : kind.toUpperCase()} ${text}`);
}

/** A reply as the protocol has it: GLIDE makes a boolean of the integers 0 and 1 where they mean one. */
const plainReply = (reply: unknown): unknown =>
  typeof reply === 'boolean' ? Number(reply) : reply instanceof Error ? plainError(reply) : reply;

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

const gather: Carrier = {
  connect: async (context) => {
    const client = await connectGlide(context);
    const outlet: Outlet<GlideBatch> = {
      open: () => new GlideBatch(false),
      add(queue, command, args) {
        queue.customCommand([command.name, ...args]);
      },
      async send(queue, count) {
        try {
          const replies = await client.exec(queue, false);
          if (replies?.length !== count) throw wrongLength('EXEC', replies, count);
          return replies.map(plainReply);
        } catch (error) {
          throw plainError(error);
        }
      },
    };
    return gatheringClient(new Gatherer(outlet, limitsOf(context.workload)), () => {
      client.close();
    });
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
  gather,
  pipeline: inBatches(false),
  multi: inBatches(true),
  'multi-key': multiKey,
  lua,
};
