import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { file } from '../plugins/schemas.ts';
import type { ActivityBoard } from '../activity/activity-board.ts';
import type { RunActivity } from '../activity/types/run.ts';
import { exposition, expositionType, measuredFamilies, processFamilies, RunCounts } from './families.ts';

interface MetricsRouteOptions {
  board: ActivityBoard;
  runs: RunActivity;
  version: string;
  viewers: () => number;
}

const figures = {
  tags: ['Server'],
  summary: 'Figures for Prometheus, text format 0.0.4',
  response: { 200: file('text/plain') },
};

/** `/metrics` for Prometheus. Everything but four counters is looked up when it is asked for. */
export function metricsRoutes(
  app: FastifyInstance,
  { board, runs, version, viewers }: MetricsRouteOptions,
  done: () => void,
): void {
  const counts = new RunCounts();
  board.onEvent((event) => {
    counts.add(event);
  });

  app.get('/metrics', { schema: figures }, async (_request, reply): Promise<string> => {
    const askedAt = performance.now();
    await nextTurn();
    const lagMs = performance.now() - askedAt;
    void reply.header('cache-control', 'no-store').type(expositionType);
    return exposition([
      ...measuredFamilies({ version, counts, run: runs.latest.get(), viewers: viewers() }),
      ...processFamilies(lagMs),
    ]);
  });

  done();
}
