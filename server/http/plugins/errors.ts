import fastifyPlugin from 'fastify-plugin';
import type { ErrorBody, ErrorDetails } from '../../../shared/contract/http.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { HistoryUnusable } from '../../history/history-unusable.ts';
import { liveRefusalOf } from '../../engine/run/live-refusal.ts';
import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { NothingUsable } from '../../engine/search/nothing-usable.ts';
import { NoRunToTune } from '../../engine/run/no-run-to-tune.ts';

/** Every failed request is answered with an `ErrorBody`; the cause of a fault of ours goes to the log alone. */
export const errorPlugin = fastifyPlugin((app, _options, done) => {
  app.setErrorHandler((error, request, reply) => {
    const { status, details } = describeError(error);
    if (status === 500) request.log.error(error);
    return reply.code(status).send({ error: details } satisfies ErrorBody);
  });
  done();
});

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

export interface ErrorAnswer {
  status: number;
  details: ErrorDetails;
}

/** What a failed request or socket event is answered with. The cause of a fault of ours stays with us. */
export function describeError(error: unknown): ErrorAnswer {
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
