import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isLoopback } from './access.ts';
import { Refusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only the presenter may: everybody else is answered with 401. */
    presenter?: true;
  }
  interface FastifyInstance {
    presenter: PresenterRule;
  }
}

/** Who may start, stop and change. */
export interface PresenterRule {
  /** Whether the token gives that right; without one everybody has it. */
  needsToken: boolean;
  mayControl(request: FastifyRequest): boolean;
}

/** Options of a route that only the presenter may use. */
export const presenterOnly = { config: { presenter: true } } as const;

/**
 * Routes with `config: { presenter: true }` are for the presenter alone. Registered after the rate limiter, so that
 * refused requests count.
 */
export const presenterPlugin = fastifyPlugin<{ token: string | null }>((app, { token }, done) => {
  const rule: PresenterRule = {
    needsToken: token !== null,
    mayControl: ({ headers }) => mayControl(token, bearerToken(headers.authorization)),
  };
  app.decorate('presenter', rule);
  app.addHook('onRoute', (route) => {
    if (!route.config?.presenter) return;
    const check = (request: FastifyRequest, _reply: unknown, next: (error?: Error) => void) => {
      next(rule.mayControl(request) ? undefined : notPresenter());
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
  done();
});

/**
 * The token that lets its bearer start, stop and tune runs; `null` when everybody may. A token that was given
 * always counts; without one, whoever sits at this machine needs none, and for a server that others reach one
 * is made up. `off` says that something else keeps strangers out, such as a port published on loopback only.
 */
export function choosePresenterToken(host: string, given: string | undefined): string | null {
  if (given === 'off') return null;
  if (given) return given;
  return isLoopback(host) ? null : randomBytes(16).toString('base64url');
}

/** Whether what a visitor showed is the presenter's token, in a time that does not tell how much of it was right. */
export function mayControl(token: string | null, shown: unknown): boolean {
  if (token === null) return true;
  return typeof shown === 'string' && timingSafeEqual(digest(token), digest(shown));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The token in an `Authorization: Bearer …` header. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];

/** The answer to those who only watch. */
export const notPresenter = (): Refusal =>
  new Refusal(401, {
    code: 'presenter_only',
    message:
      'Only the presenter may do this: open the page with the token that the server printed at its start.',
  });
