import type { FastifyInstance } from 'fastify';
import type {
  Health,
  Session,
  StrategyDescription,
  TargetDescription,
} from '../../../shared/contract/http.ts';
import { limits } from '../../../shared/limits.ts';
import type { Offer } from '../activity/resolve-plan.ts';
import type { ActivityBoard } from '../activity/activity-board.ts';
import type { TargetWatch } from '../targets/target-watch.ts';

export interface InfoRouteOptions {
  board: ActivityBoard;
  offer: Offer;
  version: string;
  targetWatch: TargetWatch;
  keepsRuns: () => boolean;
}

/** What there is to choose from, and how the server is doing. */
export function infoRoutes(app: FastifyInstance, options: InfoRouteOptions, done: () => void): void {
  const { board, offer, version, targetWatch, keepsRuns } = options;

  app.get('/health', async (): Promise<Health> => {
    const running = board.current() !== null;
    // A PING in the middle of a run would be counted by the server beside the run's own commands.
    const targets = running ? targetWatch.lastSeen() : await targetWatch.look();
    return { status: 'ok', version, running, targets };
  });

  app.get('/session', (request): Session => ({
    mayControl: app.presenter.mayControl(request),
    needsToken: app.presenter.needsToken,
    keepsRuns: keepsRuns(),
  }));

  app.get('/strategies', (): StrategyDescription[] => offer.strategies.filter(({ hidden }) => !hidden));
  app.get('/targets', (): TargetDescription[] => offer.targets.map((one) => one.target.description));
  app.get('/limits', () => limits);

  done();
}
