import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { LiveProfile } from '../../shared/contract/live-profile.ts';
import { startSearch } from '../engine/search/search.ts';
import type { AgentsPlace } from '../engine/agents/agents-place.ts';
import type { Threads } from '../engine/lane/worker-thread.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { OpenedTarget, Target } from '../redis/connection/target.ts';
import { accessPlugin, type AccessRules, addressRule } from './plugins/access.ts';
import { docsRoutes } from './openapi/docs-page.ts';
import { openApiPlugin } from './openapi/openapi.ts';
import { limitConnections } from './listen.ts';
import { clientErrorHandler, errorPlugin, frameworkErrors, refuseExpectation } from './plugins/errors.ts';
import { FailedTokens } from './plugins/failed-tokens.ts';
import { presenterPlugin } from './plugins/presenter.ts';
import { checkedByZod } from './plugins/schemas.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import type { ExporterOptions } from './exports/exporter.ts';
import { historyRoutes } from './history/history-routes.ts';
import { previewOf } from './history/link-preview.ts';
import { infoRoutes } from './routes/info-routes.ts';
import { ActionFeed } from './activity/viewers.ts';
import { ActivityBoard } from './activity/activity-board.ts';
import { Admission } from './activity/admission.ts';
import { LiveFeed } from './activity/feed.ts';
import { ReadyThreads } from './activity/ready-threads.ts';
import { UnattendedRun } from './activity/unattended-run.ts';
import { GuessBook } from './activity/guesses/guess-book.ts';
import { GuessFeed } from './activity/guesses/guess-feed.ts';
import { VoteBook } from './activity/guesses/vote-book.ts';
import { ProfileFeed } from './activity/profile-feed.ts';
import { LessonActivity, type LessonKindOptions } from './activity/types/lesson.ts';
import { RunActivity, type StartRun } from './activity/types/run.ts';
import { SearchActivity, type StartSearch } from './activity/types/search.ts';
import { activityRoutes } from './activity/routes.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { servePage } from './routes/page.ts';
import { pingTarget, TargetWatch } from './targets/target-watch.ts';
import { AgentWatch } from './targets/agent-watch.ts';
import { joinRoutes } from './workshop/join-routes.ts';

export interface AppParts {
  /** The program that is recorded beside the page; absent: none is. */
  profile?: () => LiveProfile | null;
  /** What may be measured; the first is the default. */
  targets: readonly [OpenedTarget, ...OpenedTarget[]];
  startRun: StartRun;
  /** Started ahead of a run; absent: each run starts its own. */
  threads?: Threads;
  /** Where agents are found that runs may have; absent: they have none. */
  agents?: AgentsPlace;
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
  /** How long votes of a viewer count that is away, where it is not the default. */
  awayMs?: number;
  /** Time until a run without an end stops with no presenter's page open, where it is not the default. */
  unattendedMs?: number;
  /** Of one address, to the API. */
  requestsPerMinute?: number;
  /** Whether a proxy stands before the server, whose X-Forwarded-For is believed. */
  trustProxy?: boolean;
  /** How long exports may take, where it is not the default. */
  exports?: ExporterOptions;
  /** How lessons are measured, where it is not the default. */
  lessons?: Pick<LessonKindOptions, 'startSweep' | 'adjust'>;
}

/** A request as the log has it. A token that somebody put into the address stays out of it. */
const requestInLog = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url.replace(/([?&;][^=&;]*token[^=&;]*=)[^&;#]*/gi, '$1…'),
  host,
  remoteAddress: ip,
});

const lastAnswersMs = 1000;

/** A class of 200 shares an address, and a page asks ten things when it is opened: all can reload three times. */
const requestsPerMinute = 6000;

/** The whole server but for its address: routes, page, live feed. Closing it stops the run in progress. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { access, token, now = Date.now, stopPatienceMs = 5000 } = parts;
  const onStack = (stack: string) => {
    app.log.info({ stack }, 'an error that viewers see without its stack');
  };
  const runs = new RunActivity({ startRun: parts.startRun, now, onStack });
  const lessons = new LessonActivity({ now, onStack, ...parts.lessons });
  const searches = new SearchActivity({ startSearch: parts.startSearch ?? startSearch, now, onStack });
  const board = new ActivityBoard(runs.latest, now);
  const guesses = new GuessBook();
  guesses.follow(board, lessons);
  const votes = new VoteBook();
  votes.follow(board);
  const actions = new ActionFeed();
  const { trustProxy = false } = parts;
  const addressOf = addressRule(trustProxy);
  const app = fastify({
    ...checkedByZod,
    logger: {
      level: parts.logLevel ?? 'warn',
      stream: parts.log ?? process.stderr,
      serializers: { req: requestInLog },
    },
    bodyLimit: 64 * 1024,
    // The nearest proxy alone: what stands before its own entry is the word of the client.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    clientErrorHandler,
    frameworkErrors,
    // A request without Host is refused by the rules of access, in the documented form.
    http: { requireHostHeader: false },
  });
  app.server.on('checkExpectation', refuseExpectation);
  const warn = parts.warn ?? ((text: string) => void app.log.warn(text));
  const failedTokens = new FailedTokens({
    onPause: (address, seconds) => {
      warn(
        `Many wrong tokens came from ${address}: no other is looked at for ${seconds} s. The right one is.`,
      );
    },
  });
  if (!trustProxy) limitConnections(app.server);
  app.removeContentTypeParser('text/plain');

  await app.register(errorPlugin);
  await app.register(accessPlugin, { rules: access });
  await app.register(helmet, security);
  await app.register(presenterPlugin, { token, failedTokens, addressOf });
  await app.register(rateLimit, {
    max: parts.requestsPerMinute ?? requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ raw }) => addressOf(raw),
    // The files of the page cost nothing but for previews of runs; the presenter shares the address of the class.
    allowList: ({ mayControl, url }) =>
      (token !== null && mayControl) || !/^\/(api|metrics|runs)\b/.test(url),
  });
  await app.register(openApiPlugin, { version: parts.version });

  const onFault = (error: unknown) => {
    app.log.error(error);
  };
  const { tickMs } = parts;

  const keeper = new HistoryKeeper({
    store: parts.history ?? null,
    ...(parts.whyNoHistory === undefined ? {} : { whyOff: parts.whyNoHistory }),
    warn,
  });
  keeper.follow({ board, runs, guesses });

  const { agents } = parts;
  const offer = { targets: parts.targets, ...(agents ? { agents } : {}) };
  const agentWatch = agents ? new AgentWatch(agents.control, { version: parts.version, now }) : null;
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
        agentWatch,
        needsToken: token !== null,
        keepsRuns: () => keeper.trouble() === null,
      });
      await api.register(activityRoutes, {
        board,
        runs,
        lessons,
        searches,
        guesses,
        actions,
        offer,
        agentWatch,
        stopPatienceMs,
      });
      await api.register(joinRoutes, { access, joinUrls: parts.joinUrls ?? (() => []) });
      await api.register(historyRoutes, { keeper, ...(parts.exports ? { exports: parts.exports } : {}) });
      await api.register(docsRoutes, { version: parts.version });
    },
    { prefix: '/api' },
  );
  await app.register(metricsRoutes, { board, runs, version: parts.version, viewers: () => feed.count() });
  await servePage(app, {
    folder: parts.pageFolder,
    previewOf: (id) => previewOf(keeper, id),
  });

  const feed = new LiveFeed(app.server, {
    board,
    runs,
    lessons,
    searches,
    admission: new Admission({ access, token, failedTokens, addressOf }),
    guarded: token !== null,
    actions,
    onFault,
    parts: [
      new GuessFeed({
        ...{ guesses, votes, onFault },
        ...(tickMs === undefined ? {} : { gatherMs: tickMs }),
        ...(parts.awayMs === undefined ? {} : { awayMs: parts.awayMs }),
      }),
      {
        open: (io) => {
          keeper.onKept(() => io.emit('kept'));
        },
        close: () => undefined,
      },
      new UnattendedRun(board, parts.unattendedMs),
      ...(parts.threads ? [new ReadyThreads(board, parts.threads)] : []),
      new ProfileFeed({
        current: parts.profile ?? (() => null),
        ...(tickMs === undefined ? {} : { everyMs: tickMs }),
      }),
    ],
    ...(tickMs === undefined ? {} : { tickMs }),
  });
  board.onEvent((event) => {
    if (event.type === 'run-lost' || event.type === 'failed') onFault(event.error);
  });
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    await board.stop(stopPatienceMs);
    await feed.close();
    // Browsers open connections in advance. One on which nothing was asked is not idle to Node, and would be waited
    // for without end; a viewer that reads nothing never confirms that it was let go. Whatever is being answered has
    // this long.
    setTimeout(() => {
      for (const socket of sockets) socket.destroy();
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
