import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import type { StrategyDescription } from '../../shared/contract/http.ts';
import { startSearch } from '../engine/search/search.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { OpenedTarget } from '../redis/connection/opened-target.ts';
import type { Target } from '../redis/connection/target.ts';
import { accessPlugin, type AccessRules } from './plugins/access.ts';
import { docsRoutes } from './openapi/docs-routes.ts';
import { openApiPlugin } from './openapi/openapi.ts';
import { errorPlugin } from './plugins/errors.ts';
import { presenterPlugin } from './plugins/presenter.ts';
import { schemaPlugin } from './plugins/schemas.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import { historyRoutes } from './history/history-routes.ts';
import { infoRoutes } from './routes/info-routes.ts';
import { ActivityBoard } from './activity/activity-board.ts';
import { LiveFeed } from './activity/feed.ts';
import { GuessBook } from './activity/guesses/guess-book.ts';
import { GuessFeed } from './activity/guesses/guess-feed.ts';
import { LessonKind, type LessonKindOptions } from './activity/kinds/lesson.ts';
import { RunKind, type StartRun } from './activity/kinds/run.ts';
import { SearchKind, type StartSearch } from './activity/kinds/search.ts';
import { activityRoutes } from './activity/routes.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { servePage } from './routes/page.ts';
import { pingTarget, TargetWatch } from './targets/target-watch.ts';
import { joinRoutes } from './workshop/join-routes.ts';

export interface AppParts {
  /** What may be measured; the first is the default. */
  targets: readonly [OpenedTarget, ...OpenedTarget[]];
  strategies: readonly StrategyDescription[];
  startRun: StartRun;
  /** The engine's own, unless a test has another. */
  startSearch?: StartSearch;
  /** Where what was measured is kept; closed with the server. Absent or `null`: nowhere. */
  history?: HistoryStore | null;
  /** Why there is no history, in a sentence. */
  whyNoHistory?: string;
  access: AccessRules;
  /** The presenter's token; `null`: everybody may start, stop and tune. */
  token: string | null;
  version: string;
  /** Addresses by which others reach the page on a port; none by default. */
  joinUrls?: (port: number) => string[];
  /** Where the built page lies. */
  pageFolder: string;
  logLevel?: string;
  /** Told what whoever started the server should know; the log by default. */
  warn?: (text: string) => void;
  /** Where the log goes; stderr by default. */
  log?: { write(line: string): void };
  /** Milliseconds since the epoch. */
  now?: () => number;
  ping?: (target: Target) => Promise<unknown>;
  tickMs?: number;
  /** How long a stop, also that at the end of the server, waits for the lanes to drain. */
  stopPatienceMs?: number;
  requestsPerMinute?: number;
  /** How lessons are measured, where it is not as usual. */
  lessons?: Pick<LessonKindOptions, 'startSweep' | 'adjust'>;
}

const lastAnswersMs = 1000;

/** The whole server but for its address: routes, page, live feed. Closing it stops the run that goes on. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { access, token, now = Date.now, stopPatienceMs = 5000 } = parts;
  const runs = new RunKind({ startRun: parts.startRun, now });
  const lessons = new LessonKind({ now, ...parts.lessons });
  const searches = new SearchKind({ startSearch: parts.startSearch ?? startSearch, now });
  const board = new ActivityBoard(runs.latest, now);
  const guesses = new GuessBook();
  guesses.follow(board);
  const app = fastify({
    logger: { level: parts.logLevel ?? 'warn', stream: parts.log ?? process.stderr },
    bodyLimit: 64 * 1024,
  });
  app.removeContentTypeParser('text/plain');

  await app.register(errorPlugin);
  await app.register(accessPlugin, { rules: access });
  await app.register(helmet, security);
  await app.register(rateLimit, { max: parts.requestsPerMinute ?? 1200, timeWindow: '1 minute' });
  await app.register(presenterPlugin, { token });
  await app.register(schemaPlugin);
  await app.register(openApiPlugin, { version: parts.version });

  const onFault = (error: unknown) => {
    app.log.error(error);
  };
  const { tickMs } = parts;

  const keeper = new HistoryKeeper({
    store: parts.history ?? null,
    ...(parts.whyNoHistory === undefined ? {} : { whyOff: parts.whyNoHistory }),
    warn: parts.warn ?? ((text) => void app.log.warn(text)),
  });
  keeper.follow({ board, runs, guesses });

  const offer = { targets: parts.targets, strategies: parts.strategies };
  const targetWatch = new TargetWatch(parts.targets, parts.ping ?? pingTarget, now);
  await app.register(
    async (api) => {
      api.addHook('onRequest', (_request, reply, next) => {
        void reply.header('cache-control', 'no-store');
        next();
      });
      await api.register(infoRoutes, {
        board,
        offer,
        version: parts.version,
        targetWatch,
        keepsRuns: () => keeper.trouble() === null,
      });
      await api.register(activityRoutes, {
        board,
        runs,
        lessons,
        searches,
        guesses,
        offer,
        stopPatienceMs,
      });
      await api.register(joinRoutes, { access, joinUrls: parts.joinUrls ?? (() => []) });
      await api.register(historyRoutes, { keeper });
      await api.register(docsRoutes, { version: parts.version });
    },
    { prefix: '/api' },
  );
  await app.register(metricsRoutes, { board, runs, version: parts.version, viewers: () => feed.count() });
  await servePage(app, parts.pageFolder);

  const feed = new LiveFeed(app.server, {
    board,
    runs,
    lessons,
    searches,
    access,
    token,
    onFault,
    parts: [new GuessFeed({ guesses, onFault, ...(tickMs === undefined ? {} : { gatherMs: tickMs }) })],
    ...(tickMs === undefined ? {} : { tickMs }),
  });
  board.onEvent((event) => {
    if (event.type === 'run-lost' || event.type === 'failed') onFault(event.error);
  });
  app.addHook('preClose', async () => {
    await board.stop(stopPatienceMs);
    await feed.close();
    // Browsers open connections in advance. One on which nothing was asked is not idle to Node, and would be waited
    // for without end; whatever is being answered has this long.
    setTimeout(() => {
      app.server.closeAllConnections();
    }, lastAnswersMs).unref();
  });
  app.addHook('onClose', () => keeper.close());
  return app;
}

/**
 * Everything from here, nothing from elsewhere and nothing inline. (Svelte and Chart.js position by script, which is
 * no inline style.) The rules that only make sense over TLS are off: a classroom opens the page over plain HTTP.
 */
const security = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
};
