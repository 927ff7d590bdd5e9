import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { ClientToServerEvents, ServerToClientEvents } from '../../shared/contract/live.ts';
import { alreadyThere, type Target } from '../../server/redis/connection/target.ts';
import { AccessRules } from '../../server/http/plugins/access.ts';
import { buildApp, type AppParts } from '../../server/http/app.ts';
import { FakeEngine } from './fake-engine.ts';

export const privateTarget: Target = {
  description: { id: 'embedded', label: 'Private redis-server', kind: 'embedded' },
  endpoint: { host: '127.0.0.1', port: 1, db: 0, password: 'secret-of-the-target' },
  isPrivate: true,
};

export type TestViewer = Socket<ServerToClientEvents, ClientToServerEvents>;

export interface TestServer {
  url: string;
  port: number;
  engine: FakeEngine;
  /** Lines of the log. */
  log: string[];
  pings: () => number;
  close: () => Promise<void>;
  post: (plan: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** A viewer that has been sent nothing yet: listen first, then `connect()`. */
  viewer: (options?: {
    token?: string;
    /** The id that its browser was given earlier. */
    id?: string;
    transports?: string[];
    headers?: Record<string, string>;
  }) => TestViewer;
}

/** A listening server with a fake engine, closed when the test is over. */
export async function startServer(parts: Partial<AppParts> = {}): Promise<TestServer> {
  const engine = new FakeEngine();
  const log: string[] = [];
  let pings = 0;
  const app = await buildApp({
    targets: [alreadyThere(privateTarget)],
    startRun: engine.start,
    access: new AccessRules({ host: '127.0.0.1' }),
    token: null,
    version: '1.2.3',
    pageFolder: '/nonexistent',
    log: { write: (line) => void log.push(line) },
    ping: () => {
      pings++;
      return Promise.resolve();
    },
    tickMs: 20,
    ...parts,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const viewers: TestViewer[] = [];
  const close = () => app.close();
  onTestFinished(async () => {
    for (const viewer of viewers) viewer.close();
    await close();
  });
  return {
    url,
    port: Number(new URL(url).port),
    engine,
    log,
    pings: () => pings,
    close,
    post: (plan, headers = {}) =>
      fetch(`${url}/api/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(plan),
      }),
    viewer: ({ token, id, transports = ['websocket'], headers = {} } = {}) => {
      const viewer: TestViewer = io(url, {
        autoConnect: false,
        forceNew: true,
        reconnection: false,
        transports,
        extraHeaders: headers,
        auth: { ...(token === undefined ? {} : { token }), ...(id === undefined ? {} : { viewer: id }) },
      });
      viewers.push(viewer);
      return viewer;
    },
  };
}

type Events = ServerToClientEvents;
type Received<Name extends keyof Events> = Parameters<Events[Name]>[0];

/** The next event of that name. */
export const next = <Name extends keyof Events>(viewer: TestViewer, name: Name): Promise<Received<Name>> =>
  new Promise((resolve) => {
    const listener = (event: string, value: Received<Name>) => {
      if (event !== name) return;
      viewer.offAny(listener);
      resolve(value);
    };
    viewer.onAny(listener);
  });

/** All events of that name from now on; grows. */
export function collect<Name extends keyof Events>(viewer: TestViewer, name: Name): Received<Name>[] {
  const received: Received<Name>[] = [];
  viewer.onAny((event: string, value: Received<Name>) => {
    if (event === name) received.push(value);
  });
  return received;
}

export const smallPlan = { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };
