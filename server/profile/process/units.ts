import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UnitKind } from '../../../shared/contract/profile-trace.ts';
import { markSymbol, type Mark } from '../mark.ts';
import { Follower } from './follower.ts';
import { guarded } from './never-throws.ts';
import { ownData } from './own-data.ts';
import { afterwards, hasOwnMethods, type Prototype } from './prototypes.ts';
import type { ProgramRecorder, Unit } from './recorder.ts';
import { requestName, wordsOfPath } from './unit-name.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const textIn = (thing: object, name: string): string | null => {
  const text = ownData(thing, name);
  return typeof text === 'string' ? text : null;
};

/** Calls it when a response or a stream is closed. */
const onClose = (emitter: NodeJS.EventEmitter, act: () => void) => {
  EventEmitter.prototype.once.call(emitter, 'close', guarded(act));
};

/** Begins and ends units: requests over HTTP, and what a program marks. */
export function watchUnits(recorder: ProgramRecorder, patterns: readonly string[] = []): void {
  watchRequests(recorder, patterns);
  watchStreams(recorder, patterns);
  const mark: Mark = (name, act) => runUnit(recorder, { kind: 'mark', name: markName(name), texts: [] }, act);
  Object.defineProperty(globalThis, markSymbol, { value: mark });
}

function watchRequests(recorder: ProgramRecorder, patterns: readonly string[]): void {
  const routes = new WeakMap<object, string>();
  subscribe(
    'http.server.request.start',
    guarded((message: unknown) => {
      const { request, response } = message as Exchange;
      const [method, url] = [textIn(request, 'method') ?? 'GET', textIn(request, 'url') ?? '/'];
      const unit = recorder.begin('http', [url], `${method} ${wordsOfPath(url)}`);
      recorder.enter(unit);
      onClose(response, () => {
        const route = routes.get(request) ?? routeOfKoa(request);
        const [matched, base] = [ownData(request, 'route'), ownData(request, 'baseUrl')];
        const found =
          route !== undefined
            ? { path: route, base: '' }
            : matched === undefined
              ? null
              : { path: ownData(matched, 'path'), base };
        recorder.end(unit, requestName(method, url, found, patterns));
      });
    }),
  );
  // Fastify says its route nowhere else. The context does not tell whose it is: it is off beside units that are left out.
  subscribe(
    'tracing:fastify.request.handler:start',
    guarded((message: unknown) => {
      const url = ownData(ownData(message, 'route'), 'url');
      const request = ownData(ownData(message, 'request'), 'raw');
      if (typeof request === 'object' && request && typeof url === 'string') routes.set(request, url);
    }),
  );
}

/** The contexts of Koa by their requests: a router leaves its pattern there. */
const ofKoa = new WeakMap<object, unknown>();

/** Notes the contexts that Koa makes. */
export function watchKoa(prototype: Prototype): void {
  if (hasOwnMethods(prototype, 'createContext', 'handleRequest', 'callback'))
    afterwards(prototype, 'createContext', (context) => {
      const request = ownData(context, 'req');
      if (typeof request === 'object' && request) ofKoa.set(request, context);
    });
}

function routeOfKoa(request: object): string | undefined {
  const matched = ownData(ofKoa.get(request), '_matchedRoute');
  return typeof matched === 'string' ? matched : undefined;
}

/** HTTP/2, where Node publishes it. */
function watchStreams(recorder: ProgramRecorder, patterns: readonly string[]): void {
  subscribe(
    'http2.server.stream.start',
    guarded((message: unknown) => {
      const { stream, headers } = message as {
        stream: NodeJS.EventEmitter;
        headers: Record<string, string | undefined>;
      };
      const { ':path': path = '/', ':method': method = 'GET' } = headers;
      const unit = recorder.begin('http', [path], `${method} ${wordsOfPath(path)}`);
      recorder.enter(unit);
      onClose(stream, () => {
        recorder.end(unit, requestName(method, path, null, patterns));
      });
    }),
  );
}

/** The name of a mark: whatever a program gives for one, none of its code is run to make a text of it. */
const markName = (name: unknown): string =>
  typeof name === 'string' ? name.slice(0, 120) : typeof name === 'number' ? String(name) : 'unit';

export interface UnitToRun {
  kind: UnitKind;
  name: string;
  /** What came with it, whose tokens come from no reply. */
  texts: readonly unknown[];
}

/**
 * Runs a function, and what it awaits, as a unit. The function is called here and nowhere else, and what it gives or
 * throws is passed on as it is.
 */
export function runUnit<T>(recorder: ProgramRecorder, { kind, name, texts }: UnitToRun, act: () => T): T {
  const outer = guarded(() => recorder.context.getStore())();
  const enter = guarded((unit: Unit | undefined) => {
    recorder.enter(unit);
  });
  const unit = guarded(() => recorder.begin(kind, texts, name), null)();
  if (!unit) return act();
  const end = guarded(() => {
    recorder.end(unit, name);
  });
  const follower = guarded(() => (unit.isSampled ? new Follower() : null), null)();
  const follow = guarded((result: unknown) => follower?.follow(result, end) ?? false, false);
  const returned = guarded(() => follower?.returned());
  let isFollowed = false;
  enter(unit);
  try {
    const result = act();
    isFollowed = follow(result);
    return result;
  } finally {
    enter(outer);
    returned();
    if (!isFollowed) end();
  }
}
