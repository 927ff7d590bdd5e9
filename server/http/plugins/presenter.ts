import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import fastifyPlugin from 'fastify-plugin';
import { isLoopback, type AddressOf } from './access.ts';
import { Refusal } from './errors.ts';
import type { FailedTokens } from './failed-tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only the presenter may: everybody else is answered with 401. */
    presenter?: true;
  }
  interface FastifyRequest {
    /** Whether it may start, stop and change: it shows the token, or there is none. */
    mayControl: boolean;
  }
}

interface PresenterOptions {
  /** `null`: everybody may start, stop and change. */
  token: string | null;
  failedTokens: FailedTokens;
  addressOf: AddressOf;
}

/** Options of a route that only the presenter may use. */
export const presenterOnly = { config: { presenter: true } } as const;

/**
 * Routes with `config: { presenter: true }` are for the presenter alone. The token is looked at before requests are
 * limited, since the presenter is never delayed; the refusal comes after it, so that refused requests count.
 */
export const presenterPlugin = fastifyPlugin<PresenterOptions>((app, options, done) => {
  const { token, failedTokens, addressOf } = options;
  app.decorateRequest('mayControl', false);
  app.addHook('onRequest', (request, _reply, next) => {
    const shown = bearerToken(request.headers.authorization);
    request.mayControl = mayControl(token, shown);
    const isWrong = shown !== undefined && !request.mayControl;
    next((isWrong && failedTokens.refusal(addressOf(request.raw), shown)) || undefined);
  });
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    next(request.routeOptions.config.presenter && !request.mayControl ? notPresenter() : null);
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
