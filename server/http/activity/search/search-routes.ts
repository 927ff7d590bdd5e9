import type { FastifyInstance } from 'fastify';
import type { SearchOrder } from '../../../../shared/contract/search.ts';
import { parseOrder } from '../../../../shared/search/order.ts';
import type { Started, Stopped } from '../../../../shared/contract/http.ts';
import type { OpenedTarget } from '../../../redis/connection/opened-target.ts';
import { Refusal } from '../../plugins/errors.ts';
import { presenterOnly } from '../../plugins/presenter.ts';
import { targetOf, withTarget, type Offer } from '../resolve-plan.ts';
import type { RunBoard } from '../run-board.ts';
import type { SearchBoard } from './search-board.ts';

export interface SearchRouteOptions {
  board: RunBoard;
  searches: SearchBoard;
  offer: Offer;
  /** How long a request to stop waits for the lanes to drain. */
  stopPatienceMs: number;
}

/** The search for a batch size: start, stop. */
export function searchRoutes(app: FastifyInstance, options: SearchRouteOptions, done: () => void): void {
  const { board, searches, offer, stopPatienceMs } = options;

  app.post('/search', presenterOnly, async ({ body }, reply): Promise<Started> => {
    const { order, target } = resolveOrder(body, offer);
    const id = await searches.start(order, target);
    void reply.code(201);
    return { id };
  });

  app.delete('/search/current', presenterOnly, async (): Promise<Stopped> => {
    const stopped = board.current()?.kind === 'search' ? await board.stop(stopPatienceMs) : null;
    if (!stopped)
      throw new Refusal(404, { code: 'no_search', message: 'No search goes on that could be stopped.' });
    return stopped;
  });

  done();
}

/** The order in a document that came over the network, and the target that it names. Throws InvalidInput. */
function resolveOrder(input: unknown, offer: Offer): { order: SearchOrder; target: OpenedTarget } {
  const order = parseOrder(withTarget(input, offer));
  return { order, target: targetOf(order, offer) };
}
