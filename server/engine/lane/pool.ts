import type { Batch, LaneClient } from './batch.ts';

/**
 * Connections that callers borrow, one at a time, as in the pools of client libraries: a command waits until one is free,
 * the oldest first. To wait belongs to its latency.
 */
export function poolOf(connections: readonly LaneClient[]): LaneClient {
  const free = [...connections];
  const waiting: Batch[] = [];
  const lend = (connection: LaneClient, batch: Batch) => {
    batch.afterwards = () => {
      batch.afterwards = null;
      const next = waiting.shift();
      if (next) lend(connection, next);
      else free.push(connection);
    };
    // Its next command may go to another connection: the loop that awaited this one ends.
    batch.isDriven = false;
    connection.send(batch);
  };
  return {
    send(batch) {
      const connection = free.pop();
      if (connection) lend(connection, batch);
      else waiting.push(batch);
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}
