import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RunBoard } from '../activity/run-board.ts';
import { exposition, expositionType } from './exposition.ts';
import { measuredFamilies, processFamilies } from './families.ts';
import { RunCounts } from './run-counts.ts';

export interface MetricsRouteOptions {
  board: RunBoard;
  version: string;
  viewers: () => number;
}

/** `/metrics` for Prometheus. Everything but four counters is looked up when it is asked for. */
export function metricsRoutes(
  app: FastifyInstance,
  { board, version, viewers }: MetricsRouteOptions,
  done: () => void,
): void {
  const counts = new RunCounts();
  board.onEvent((event) => {
    counts.hear(event);
  });

  app.get('/metrics', async (_request, reply): Promise<string> => {
    const askedAt = performance.now();
    await nextTurn();
    const lagMs = performance.now() - askedAt;
    void reply.header('cache-control', 'no-store').type(expositionType);
    return exposition([
      ...measuredFamilies({ version, counts, run: board.snapshot(), viewers: viewers() }),
      ...processFamilies(lagMs),
    ]);
  });

  done();
}
