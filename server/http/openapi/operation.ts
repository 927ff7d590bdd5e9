import type * as z from 'zod/mini';
import type { SchemaName } from './schemas/index.ts';

/** One thing that can be asked of the server over HTTP. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With its parameters in braces. */
  path: string;
  group: 'Server' | 'Runs' | 'Lessons' | 'Batch size' | 'History' | 'Joining' | 'Documentation';
  summary: string;
  /** Needs the presenter's token wherever there is one. */
  presenter?: true;
  body?: SchemaName;
  /** An object of all parameters that the server takes. */
  query?: z.ZodMiniType;
  /** Of success. */
  status: 200 | 201 | 202 | 204;
  answer?: Answer;
  /** Why it is not done, by status, besides what is common to all. */
  errors?: Readonly<Partial<Record<400 | 404 | 409 | 502 | 503, string>>>;
}

/** A JSON body, a list of such, any JSON object, or a text of that type. */
export type Answer = SchemaName | { list: SchemaName } | 'object' | { type: string };

/** What any operation may be answered with, by status. */
export const commonErrors = {
  403: 'The server does not go by the name it was asked under, or the page that asks is another site’s',
  429: 'Too many requests from one address within a minute',
} as const;

/** Where only the presenter may. */
export const presenterErrors = { 401: 'It was asked without the presenter’s token' } as const;

/** Where there is a body. */
export const bodyErrors = {
  413: 'The body is too large',
  415: 'The body is not said to be application/json',
} as const;

/** Every answer that is no success, by status, with when it is given. */
export const errorsOf = ({ errors = {}, presenter, body }: Operation): Record<string, string> => ({
  ...errors,
  ...(presenter ? presenterErrors : {}),
  ...(body === undefined ? {} : bodyErrors),
  ...commonErrors,
});
