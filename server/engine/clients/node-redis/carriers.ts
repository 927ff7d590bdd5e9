import { ErrorReply, MultiErrorReply } from '@redis/client';
import type { Batch, LaneClient } from '../../lane/batch.ts';
import type { ConnectionContext, Carrier } from '../../lane/strategy.ts';
import { wrongLength } from '../../workload/reply-kind.ts';
import { drivenClient } from '../../strategies/driven-client.ts';
import { gatheringClient } from '../../strategies/gather.ts';
import { Gatherer, limitsOf, type Outlet } from '../../strategies/gatherer.ts';
import { callWith } from '../../strategies/ioredis-connection.ts';
import { script, sendScript } from '../../strategies/lua.ts';
import { sendTogether } from '../../strategies/multi-key.ts';
import type { CommandArgument } from '../../workload/prepared-command.ts';
import { CountedCache, afterTurn } from './cache.ts';
import { connectNodeRedis, methodFinder, type NodeRedis, type NodeRedisConnection } from './connection.ts';

/** What `multi()` gives, whose types know every command and no general one. */
interface Queue {
  addCommand(args: CommandArgument[]): unknown;
  exec(): Promise<unknown>;
  execAsPipeline(): Promise<unknown>;
}

const methodOfClient = methodFinder();
const methodOfQueue = methodFinder();

const queueOn = (client: NodeRedis) => client.multi() as unknown as Queue;

/** Whether each reply is awaited is the loop’s doing: the library gathers what one turn of the event loop sends. */
const single: Carrier = {
  connect: async (context) => {
    const { client, answered } = await connectNodeRedis(context);
    return drivenClient(
      (batch) => {
        // The reply to the command before has come. A promise for this alone would take a tenth of the speed.
        answered();
        const { command, args } = batch.draw();
        batch.countCalls(1);
        const method = methodOfClient(client, command);
        return method ? callWith(method, client, args) : client.sendCommand([command.name, ...args]);
      },
      () => {
        client.destroy();
      },
    );
  },
};

/** As `single`, but that the cache of the library answers what it holds. */
const cached: Carrier = {
  connect: async (context) => {
    const cache = new CountedCache(context.invalidated ?? (() => undefined));
    const { client, answered } = await connectNodeRedis(context, cache);
    return drivenClient(
      (batch) => {
        answered();
        const { command, args } = batch.draw();
        const method = methodOfClient(client, command);
        if (!method) return Promise.reject(new Error(`the cache does not answer ${command.name}`));
        const { sent } = cache;
        const reply = callWith(method, client, args);
        if (cache.sent === sent) {
          batch.countLocal();
          return afterTurn(reply);
        }
        batch.countCalls(1);
        return reply;
      },
      () => {
        client.destroy();
      },
    );
  },
};

/** Calls made in one turn are one write, and each has a reply of its own: `execAsPipeline` loses them with the first error. */
const gather: Carrier = {
  connect: async (context) => {
    const { client, answered } = await connectNodeRedis(context);
    type Call = () => Promise<unknown>;
    const outlet: Outlet<Call[]> = {
      open: () => [],
      add(calls, command, args) {
        const method = methodOfClient(client, command);
        const kept = [...args];
        calls.push(() =>
          method ? callWith(method, client, kept) : client.sendCommand([command.name, ...kept]),
        );
      },
      send: (calls) =>
        Promise.all(
          calls.map((call) =>
            call().then(
              (reply) => {
                answered();
                return reply;
              },
              (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
            ),
          ),
        ),
    };
    return gatheringClient(new Gatherer(outlet, limitsOf(context.workload)), () => {
      client.destroy();
    });
  },
};

/** A client that sends each batch by one call of its own. */
async function batching(
  context: ConnectionContext,
  send: (batch: Batch, connection: NodeRedisConnection) => void,
): Promise<LaneClient> {
  const connection = await connectNodeRedis(context);
  return {
    send(batch) {
      send(batch, connection);
    },
    close() {
      connection.client.destroy();
    },
  };
}

function fill(queue: Queue, batch: Batch): Queue {
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const method = methodOfQueue(queue, command);
    if (method) void callWith(method, queue, args);
    else queue.addCommand([command.name, ...args]);
  }
  return queue;
}

/** Tells the batch every reply. A call that rejects because of one reply leaves the program without the others. */
function answerWith(replies: Promise<unknown>, batch: Batch, { answered }: NodeRedisConnection): void {
  batch.countCalls(batch.size);
  const answer = (all: unknown) => {
    answered();
    if (Array.isArray(all) && all.length === batch.size) for (const reply of all) batch.reply(reply);
    else batch.refuseAll(wrongLength('EXEC', all, batch.size));
    batch.answer(batch.size);
  };
  replies.then(answer, (error: unknown) => {
    if (error instanceof MultiErrorReply) answer(error.replies);
    else if (error instanceof ErrorReply) {
      answered();
      batch.refuseAll(error);
      batch.answer(batch.size);
    } else batch.abort(error);
  });
}

const pipeline: Carrier = {
  connect: (context) =>
    batching(context, (batch, connection) => {
      const queue = fill(queueOn(connection.client), batch);
      batch.flush();
      answerWith(queue.execAsPipeline(), batch, connection);
    }),
};

const multi: Carrier = {
  connect: (context) =>
    batching(context, (batch, connection) => {
      const queue = fill(queueOn(connection.client), batch);
      batch.flush();
      answerWith(queue.exec(), batch, connection);
    }),
};

const multiKey: Carrier = {
  connect: (context) =>
    batching(context, (batch, { client, answered }) => {
      const call = async (form: string, args: CommandArgument[]) => {
        try {
          if (form === 'MSET') return await client.mSet(args);
          return await (form === 'MGET' ? client.mGet(args) : client.sendCommand([form, ...args]));
        } finally {
          answered();
        }
      };
      sendTogether(call, batch);
    }),
};

const lua: Carrier = {
  connect: async (context) => {
    const connection = await connectNodeRedis(context);
    const { client, answered } = connection;
    const digest = await client.scriptLoad(script);
    const call = async (name: string, args: CommandArgument[]) => {
      try {
        return await client.sendCommand([name, ...args]);
      } finally {
        answered();
      }
    };
    return {
      send(batch) {
        sendScript(call, digest, batch);
      },
      close() {
        client.destroy();
      },
    };
  },
};

export const carriers: Readonly<Record<string, Carrier>> = {
  'one-by-one': single,
  'auto-pipeline': single,
  gather,
  pipeline,
  multi,
  'multi-key': multiKey,
  lua,
  cached,
};
