import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { HistoryStore } from '../history/history-store.ts';
import { HistoryUnusable } from '../history/history-unusable.ts';
import { roundtripVersion } from '../version.ts';
import { laneThreads } from '../engine/lane/worker-thread.ts';
import { startRun } from '../engine/run/run.ts';
import { controlFromUrl } from '../engine/agents/control.ts';
import { buildApp, type AppParts } from './app.ts';
import type { OpenedTargets } from './open-targets.ts';
import type { ServerOptions } from './options.ts';
import { AccessRules } from './plugins/access.ts';
import { choosePresenterToken } from './plugins/presenter.ts';
import { joinUrls } from './workshop/join-routes.ts';
import { builtFile } from '../built.ts';

interface ServerParts extends Pick<AppParts, 'profile'> {
  targets: OpenedTargets['targets'];
  warn: (text: string) => void;
  /** Of requests and errors. */
  log: { write: (line: string) => void };
  /** That of the built page by default. */
  pageFolder?: string;
}

/**
 * The server as its options ask for it, with everything real; it does not listen yet. `token`: the presenter's. Throws
 * TargetUrlInvalid and ControlUnusable for a control Redis that cannot be one.
 */
export async function buildServer(
  { host, allowedHosts, token: given, history, join, logLevel, trustProxy }: ServerOptions,
  { targets, warn, log, pageFolder, profile }: ServerParts,
): Promise<{ app: FastifyInstance; token: string | null }> {
  const token = choosePresenterToken(host, given);
  const agents = join === null ? {} : { agents: { control: await controlFromUrl(join) } };
  const app = await buildApp({
    targets,
    startRun,
    threads: laneThreads,
    ...agents,
    ...(profile ? { profile } : {}),
    ...(await openHistory(history, warn)),
    access: new AccessRules({ host, allowedHosts }),
    token,
    version: roundtripVersion,
    joinUrls: (port) => joinUrls({ host, port, allowedHosts }),
    pageFolder: pageFolder ?? fileURLToPath(builtFile('client/')),
    logLevel,
    log,
    trustProxy,
    warn,
  });
  return { app, token };
}

interface OpenedHistory {
  history: HistoryStore | null;
  /** For the page, where there is none. */
  whyNoHistory?: string;
}

/** Opens the history; one that cannot be opened is none, and `warn` is told why: the server measures without it. */
async function openHistory(file: string | null, warn: (text: string) => void): Promise<OpenedHistory> {
  if (file === null)
    return { history: null, whyNoHistory: 'Nothing is kept: the server was started with --history off.' };
  try {
    return { history: await HistoryStore.open(file) };
  } catch (error) {
    if (!(error instanceof HistoryUnusable)) throw error;
    warn(
      `The history is off: ${error.message}\nWhat is measured is not kept. Another place: --history FILE; none: --history off.`,
    );
    return { history: null, whyNoHistory: `Nothing is kept. ${error.withoutPlace}` };
  }
}
