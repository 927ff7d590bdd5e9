import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UnitKind } from '../../../shared/contract/profile-trace.ts';
import { markSymbol, type Mark } from '../mark.ts';
import type { ProgramRecorder, Unit } from './recorder.ts';
import { requestName } from './unit-name.ts';

interface Exchange {
  request: IncomingMessage & { route?: { path?: unknown }; baseUrl?: unknown; originalUrl?: string };
  response: ServerResponse;
}

const never = (act: (message: unknown) => void) => (message: unknown) => {
  try {
    act(message);
  } catch {
    // The program comes first.
  }
};

/** Begins and ends units: requests over HTTP, and what a program marks. */
export function watchUnits(recorder: ProgramRecorder): void {
  watchRequests(recorder);
  watchStreams(recorder);
  const mark: Mark = (name, act) => markUnit(recorder, name, act);
  Object.defineProperty(globalThis, markSymbol, { value: mark });
}

function watchRequests(recorder: ProgramRecorder): void {
  const routes = new WeakMap<Unit, string>();
  subscribe(
    'http.server.request.start',
    never((message) => {
      const { request, response } = message as Exchange;
      const unit = recorder.begin('http', [request.url]);
      const { method = 'GET', url = '/' } = request;
      recorder.context.enterWith(unit);
      response.once('close', () => {
        const route = routes.get(unit);
        const { route: matched, baseUrl } = request;
        recorder.end(
          unit,
          requestName(
            method,
            url,
            route !== undefined
              ? { path: route, base: '' }
              : matched
                ? { path: matched.path, base: baseUrl }
                : null,
          ),
        );
      });
    }),
  );
  // Of Fastify, which says its route nowhere else.
  subscribe(
    'tracing:fastify.request.handler:start',
    never((message) => {
      const { route } = message as { route?: { url?: unknown } };
      const unit = recorder.context.getStore();
      if (unit && typeof route?.url === 'string') routes.set(unit, route.url);
    }),
  );
}

/** HTTP/2, where Node publishes it. */
function watchStreams(recorder: ProgramRecorder): void {
  subscribe(
    'http2.server.stream.start',
    never((message) => {
      const { stream, headers } = message as {
        stream: NodeJS.EventEmitter;
        headers: Record<string, string | undefined>;
      };
      const { ':path': path = '/', ':method': method = 'GET' } = headers;
      const unit = recorder.begin('http', [path]);
      recorder.context.enterWith(unit);
      stream.once('close', () => {
        recorder.end(unit, requestName(method, path, null));
      });
    }),
  );
}

const markUnit = <T>(recorder: ProgramRecorder, name: string, act: () => T): T =>
  runUnit(recorder, { kind: 'mark', name: name.slice(0, 120), texts: [] }, act);

export interface BegunUnit {
  kind: UnitKind;
  name: string;
  /** What came with it, whose tokens come from no reply. */
  texts: readonly unknown[];
}

/** Runs a function, and what it awaits, as a unit. */
export function runUnit<T>(recorder: ProgramRecorder, { kind, name, texts }: BegunUnit, act: () => T): T {
  const unit = recorder.begin(kind, texts);
  const end = () => {
    recorder.end(unit, name);
  };
  let result: T;
  try {
    result = recorder.context.run(unit, act);
  } catch (error) {
    end();
    throw error;
  }
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  // Handing the promise on keeps it the caller's to handle.
  return result.then(
    (value: unknown) => {
      end();
      return value;
    },
    (error: unknown) => {
      end();
      throw error;
    },
  ) as T;
}
