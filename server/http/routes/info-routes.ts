import type { FastifyInstance } from 'fastify';
import type {
  Health,
  Session,
  StrategyDescription,
  TargetDescription,
} from '../../../shared/contract/http.ts';
import { limits } from '../../../shared/limits.ts';
import type { Offer } from '../activity/resolve-plan.ts';
import { bearerToken, mayControl } from '../plugins/presenter.ts';
import type { RunBoard } from '../activity/run-board.ts';
import type { TargetWatch } from '../targets/target-watch.ts';

export interface InfoRouteOptions {
  board: RunBoard;
  offer: Offer;
  token: string | null;
  version: string;
  targetWatch: TargetWatch;
  keepsRuns: () => boolean;
}

/** What there is to choose from, and how the server is doing. */
export function infoRoutes(app: FastifyInstance, options: InfoRouteOptions, done: () => void): void {
  const { board, offer, token, version, targetWatch, keepsRuns } = options;

  app.get('/health', async (): Promise<Health> => {
    const running = board.current() !== null;
    // A PING in the middle of a run would be counted by the server beside the run's own commands.
    const targets = running ? targetWatch.lastSeen() : await targetWatch.look();
    return { status: 'ok', version, running, targets };
  });

  app.get('/session', ({ headers }): Session => ({
    mayControl: mayControl(token, bearerToken(headers.authorization)),
    needsToken: token !== null,
    keepsRuns: keepsRuns(),
  }));

  app.get('/strategies', (): StrategyDescription[] => offer.strategies.filter(({ hidden }) => !hidden));
  app.get('/targets', (): TargetDescription[] => offer.targets.map((one) => one.target.description));
  app.get('/limits', () => limits);

  done();
}
