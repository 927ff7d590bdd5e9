import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ErrorBody, ErrorDetails } from '../../../shared/contract/http.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { HistoryUnusable } from '../../history/history-unusable.ts';
import { liveRefusalOf } from '../../engine/run/live-refusal.ts';
import { redactAll } from '../../redis/connection/redact.ts';
import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { NothingUsable } from '../../engine/search/nothing-usable.ts';
import { NoRunToTune } from '../../engine/run/run-job.ts';

/** Every failed request is answered with an `ErrorBody`; the cause of a fault of ours goes to the log alone. */
export const errorPlugin = fastifyPlugin((app, _options, done) => {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  done();
});

/** Errors of the router, which come before any error handler, are answered in the same form. */
export const frameworkErrors = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
  void answerError(error, request, reply);

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, details } = describeError(error);
  if (status === 500) request.log.error(error);
  if (details.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds);
  return reply.code(status).send({ error: details } satisfies ErrorBody);
}

/** What came over the connection is no HTTP, too long, or too slow: the answer in the same form, and the end. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = clientErrors[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ error: { code, message } } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that does not read its answer must not keep the connection.
  setTimeout(() => socket.destroy(), lastWordsMs).unref();
}

/** Node would answer in its own form. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({
    error: { code: 'unknown_expectation', message: 'Expect: only 100-continue can be expected.' },
  } satisfies ErrorBody);
  response.writeHead(417, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

const lastWordsMs = 1000;
const notHttp = [400, 'bad_request', 'This is not a request in HTTP/1.1 that can be read.'] as const;
const clientErrors: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are too large: at most 16 KiB are read.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too_slow', 'The request did not arrive in time.'],
};

/** A request that is understood and not done, for a reason that the one who asked should know. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails) {
    super(details.message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

interface ErrorAnswer {
  status: number;
  details: ErrorDetails;
}

/** What a failed request or socket event is answered with, without secrets of addresses that it quotes. */
export function describeError(error: unknown): ErrorAnswer {
  const { status, details } = explain(error);
  return { status, details: redactAll(details) };
}

/** The cause of a fault of ours stays with us. */
function explain(error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidInput)
    return {
      status: 400,
      details: { code: 'invalid_input', message: error.message, problems: [...error.problems] },
    };
  if (error instanceof NoRunToTune)
    return { status: 409, details: { code: 'no_run', message: error.message } };
  if (error instanceof NothingUsable)
    return { status: 502, details: { code: 'nothing_usable', message: error.message } };
  if (error instanceof Error && liveRefusalOf(error)) {
    const target =
      error instanceof TargetUnusable ? { target: { reason: error.reason, address: error.address } } : {};
    return { status: 502, details: { code: 'run_failed', message: error.message, ...target } };
  }
  if (error instanceof HistoryUnusable)
    return { status: 503, details: { code: 'history_unusable', message: error.withoutPlace } };
  const status = statusOf(error);
  if (error instanceof Error && status !== null)
    return { status, details: { code: codes[status] ?? 'refused', message: error.message } };
  return {
    status: 500,
    details: { code: 'internal', message: 'Something went wrong in the server; its log has the cause.' },
  };
}

/** Fastify and its plugins say with `statusCode` whose fault an error is. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

const codes: Record<number, string> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
};
