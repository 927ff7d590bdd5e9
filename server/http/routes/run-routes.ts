import type { FastifyInstance } from 'fastify';
import type { Result } from '../../../shared/contract/result.ts';
import type { Started, Stopped, RunSummary } from '../../../shared/contract/http.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { resolvePlan, type Offer } from '../activity/resolve-plan.ts';
import { Refusal } from '../plugins/errors.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import type { RunBoard } from '../activity/run-board.ts';

export interface RunRouteOptions {
  board: RunBoard;
  offer: Offer;
  /** How long a request to stop waits for the lanes to drain. */
  stopPatienceMs: number;
}

/** Runs: list, show, start, stop; plans: check. */
export function runRoutes(app: FastifyInstance, options: RunRouteOptions, done: () => void): void {
  const { board, offer, stopPatienceMs } = options;

  app.get('/runs', (): RunSummary[] => board.summaries());

  app.get<{ Params: { id: string } }>('/runs/:id', ({ params }): Result => {
    const result = board.result(params.id);
    if (result) return result;
    const isRunning = board.current()?.id === params.id;
    const message = isRunning
      ? `Run ${params.id} still goes on; its result follows when it ends.`
      : `No result of a run "${params.id.slice(0, 80)}" is kept here.`;
    throw new Refusal(404, { code: isRunning ? 'not_finished' : 'no_such_run', message });
  });

  /** For whoever sets a plan up without starting it: what is wrong with it, or all that it leaves unsaid. */
  app.post('/plans/check', ({ body }): Plan => resolvePlan(body, offer).plan);

  app.post('/runs', presenterOnly, async ({ body }, reply): Promise<Started> => {
    const { plan, target } = resolvePlan(body, offer);
    const id = await board.start(plan, target);
    void reply.code(201).header('location', `/api/runs/${id}`);
    return { id };
  });

  app.delete('/runs/current', presenterOnly, async (): Promise<Stopped> => {
    const stopped = await board.stop(stopPatienceMs);
    if (!stopped)
      throw new Refusal(404, { code: 'no_run', message: 'No run goes on that could be stopped.' });
    return stopped;
  });

  app.post('/runs/current/slot-moves', presenterOnly, async (_request, reply): Promise<void> => {
    board.moveSlots();
    await reply.code(202).send();
  });

  done();
}
