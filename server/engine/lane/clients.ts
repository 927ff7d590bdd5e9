import type { Batch } from './batch.ts';
import type { ConnectionContext, LaneClient, Strategy } from './strategy.ts';

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

const connect = (strategy: Strategy, context: ConnectionContext): Promise<LaneClient> =>
  context.endpoint.cluster ? strategy.connectCluster(context) : strategy.connect(context);

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
