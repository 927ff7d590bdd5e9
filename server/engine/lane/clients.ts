import type { Batch } from './batch.ts';
import { timedOut } from './failure-class.ts';
import type { ConnectionContext, Strategy } from './strategy.ts';
import type { LaneClient } from './batch.ts';

/**
 * Opens the connections of one thread. Without `keepalive` there is nothing to open yet: each command or batch
 * brings its own. Rejects, and leaves none open, when one of them cannot be opened.
 */
export async function openClients(
  strategy: Strategy,
  context: ConnectionContext,
  count: number,
): Promise<LaneClient[]> {
  if (!context.workload.keepalive)
    return Array.from({ length: count }, () => reconnectingClient(strategy, context));
  const opened = await Promise.allSettled(Array.from({ length: count }, () => connect(strategy, context)));
  const clients = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failure = opened.find((outcome) => outcome.status === 'rejected');
  if (!failure) return clients;
  for (const client of clients) client.close();
  throw failure.reason;
}

/** For the connection and its handshake: a server may stop in the middle of a reply, and no client library minds. */
const openWithinMs = 5000;

async function connect(strategy: Strategy, context: ConnectionContext): Promise<LaneClient> {
  const opening = context.endpoint.cluster ? strategy.connectCluster(context) : strategy.connect(context);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${timedOut}: the connection was not ready after ${openWithinMs / 1000} s`));
      // One that comes after all is not needed any more.
      opening.then(
        (client) => {
          client.close();
        },
        () => undefined,
      );
    }, openWithinMs);
  });
  return Promise.race([opening, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** A new connection for each command or batch, closed after its last reply (redis-benchmark's -k 0). */
function reconnectingClient(strategy: Strategy, context: ConnectionContext): LaneClient {
  const open = new Set<LaneClient>();
  let closed = false;
  return {
    send(batch: Batch) {
      connect(strategy, context).then(
        (client) => {
          if (closed) {
            client.close();
            batch.abort(new Error('Connection is closed.'));
            return;
          }
          open.add(client);
          batch.afterwards = () => {
            open.delete(client);
            client.close();
          };
          client.send(batch);
        },
        (error: unknown) => {
          batch.afterwards = null;
          batch.abort(error);
        },
      );
    },
    close() {
      closed = true;
      for (const client of open) client.close();
    },
  };
}
