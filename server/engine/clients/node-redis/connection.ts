import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { createClient, RESP_TYPES, type BasicClientSideCache } from '@redis/client';
import { largestReply } from '../../../../shared/limits.ts';
import { connectionLost, failureClass } from '../../lane/failure-class.ts';
import { moreThanSent, UnexpectedReply } from '../../workload/reply-kind.ts';
import type { ConnectionContext } from '../../lane/strategy.ts';
import type { CommandArgument, PreparedCommand } from '../../workload/prepared-command.ts';
import { commands } from '../../../../shared/commands/workload.ts';

export type NodeRedis = ReturnType<typeof makeClient>;

const connectWithinMs = 3000;

/** No retries, no queue before the connection and no commands of its own but HELLO, AUTH and SELECT, as with ioredis. */
function makeClient(
  { endpoint, workload, reconnects = false }: ConnectionContext,
  cache: BasicClientSideCache | null,
) {
  const { host, port, path, username, password, db, tls } = endpoint;
  const socket = {
    ...(path === undefined ? { host: host ?? 'localhost', port: port ?? 6379 } : { path }),
    connectTimeout: connectWithinMs,
    ...(reconnects ? {} : { reconnectStrategy: false as const }),
  };
  return createClient({
    socket: tls ? { ...socket, ...tls, tls: true as const } : socket,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    database: db,
    ...(cache && { clientSideCache: cache }),
    RESP: workload.resp,
    disableOfflineQueue: !reconnects,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandOptions: {
      // Replies of one shape in both protocols, as those of ioredis.
      typeMapping: {
        ...{ [RESP_TYPES.DOUBLE]: String, [RESP_TYPES.BIG_NUMBER]: String, [RESP_TYPES.MAP]: Array },
        ...(workload.replies === 'buffer' ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {}),
      },
      // Its own is 5 s for each command, for which it makes an AbortSignal each.
      ...(workload.clientTimeout === 'library' || reconnects ? {} : { timeout: 0 }),
    },
  });
}

export interface NodeRedisConnection {
  client: NodeRedis;
  /** What came so far was answers. */
  answered: () => void;
}

/** One connection of node-redis, ready; `cache`: of its own. Rejects when it cannot be made. */
export async function connectNodeRedis(
  context: ConnectionContext,
  cache: BasicClientSideCache | null = null,
): Promise<NodeRedisConnection> {
  const client = makeClient(context, cache);
  // Its errors are heard so that they do not end the process: each command that they hit fails by itself.
  client.on('error', () => undefined);
  const { opened, socket } = withSocket(() => client.connect());
  try {
    await opened;
  } catch (error) {
    client.destroy();
    throw error;
  }
  client.on('error', (error: unknown) => {
    reportFault(error, context);
  });
  if (!socket) throw new Error('node-redis made no socket of Node’s');
  context.meter.add(socket);
  return { client, answered: boundReplies(socket, client, context) };
}

/** Reports replies that are no RESP, or for which nothing was sent. What a socket reports is none of these. */
function reportFault(error: unknown, { fault }: Pick<ConnectionContext, 'fault'>): void {
  if (!(error instanceof Error) || failureClass(error) === connectionLost) return;
  // It takes the first of the commands that wait, and there is none.
  if (error instanceof TypeError) fault(moreThanSent());
  else fault(new UnexpectedReply(error.message));
}

const lookEveryMs = 50;

/**
 * Ends the lane when one reply has more bytes than it can rightly have: node-redis keeps what has come of a reply until
 * it is whole. Returns what is to be called with each answer. It looks now and then: another listener of the socket
 * would cost a lane of single commands some per cent.
 */
function boundReplies(
  socket: Socket,
  client: NodeRedis,
  { workload, fault }: Pick<ConnectionContext, 'workload' | 'fault'>,
): () => void {
  const most = largestReply(workload);
  let answers = 0;
  let seen = { answers: 0, bytes: socket.bytesRead };
  const looking = setInterval(() => {
    if (answers !== seen.answers) seen = { answers, bytes: socket.bytesRead };
    if (socket.bytesRead - seen.bytes <= most) return;
    fault(new UnexpectedReply(`a reply has more than ${most} bytes`));
    client.destroy();
  }, lookEveryMs).unref();
  socket.once('close', () => {
    clearInterval(looking);
  });
  return () => {
    answers++;
  };
}

type Method = (...args: CommandArgument[]) => Promise<unknown>;

/**
 * Finds the method of a command, which a program would call; `null`: it is sent by its words. The newest is
 * remembered, because most lanes send a single command.
 */
export function methodFinder(): (on: object, command: PreparedCommand) => Method | null {
  let newest: PreparedCommand | null = null;
  let method: Method | null = null;
  return (on, command) => {
    if (command !== newest) {
      newest = command;
      const { name, id } = command;
      method = commands[id].hasOwnMethod ? null : ((on as Record<string, Method>)[name] ?? null);
    }
    return method;
  };
}

type Connect = (...args: unknown[]) => Socket;

const owners = [
  [net, 'createConnection'],
  [tls, 'connect'],
] as const;

/**
 * Calls `open`, and finds the socket that it makes before it returns: node-redis keeps its own to itself. Node has a
 * diagnostics channel for TCP and none for TLS, so functions of node:net and node:tls are others during the call.
 */
function withSocket<Opened>(open: () => Opened): { opened: Opened; socket: Socket | null } {
  let socket: Socket | null = null;
  const restore = owners.map(([owner, name]) => {
    const methods = owner as unknown as Record<string, Connect>;
    const connect = methods[name];
    if (!connect) throw new Error(`Node has no ${name}`);
    methods[name] = (...args) => (socket = connect.apply(owner, args));
    return () => {
      methods[name] = connect;
    };
  });
  try {
    const opened = open();
    return { opened, socket };
  } finally {
    for (const one of restore) one();
  }
}
