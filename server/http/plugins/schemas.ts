import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import * as z from 'zod/mini';
import { describe } from '../../../shared/contract/describe.ts';
import { errorBodySchema } from '../../../shared/contract/http.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';

/**
 * Routes say in zod what they take and answer with. What they take is checked, what they answer with is held to its
 * schema by the compiler, and by a test that asks every route.
 */
const check: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart }) =>
  (data) => {
    try {
      return { value: checked(schema, data, httpPart === 'querystring' ? 'query' : 'change') };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };

/** With compilers of our own from the start, Fastify loads none of its own for JSON Schema: the build leaves them out. */
const only = (validator: FastifySchemaCompiler<never>): FastifyServerOptions => ({
  schemaController: {
    compilersFactory: {
      // Its type is that of a validator of JSON Schema.
      buildValidator: (() => validator) as never,
      buildSerializer: () => () => JSON.stringify,
    },
  },
});

/** How an app checks what it is sent, by the zod of its routes. */
export const checkedByZod = only(check);

/** For an app whose routes are only described. */
export const unchecked = only(() => () => true);

/** For a route that checks its body itself: what a plan may say depends on what this server offers. */
export const checkedByHandler = { validatorCompiler: () => () => true } as const;

/** Why a route does not do what it is asked. */
export const refusal = (when: string) => describe(errorBodySchema.clone(), when);

/** An answer without a body. */
export const nothing = z.void();

/** An answer that is a text of this type. */
export const file = (type: string) => ({
  description: 'Done',
  content: { [type]: { schema: z.string() } },
});

export const wrongInput = refusal('A field is wrong; `problems` names each');
export const inTheWay = refusal('Something is in progress already; `run` says what, and for how long');
export const unusableTarget = refusal('The Redis that is to be measured cannot be used');

const mostProblems = 10;

/** What a schema makes of an input that came over the network. Throws InvalidInput, which names each field. */
export function checked<T extends z.ZodMiniType>(schema: T, input: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new InvalidInput(
    parsed.error.issues.slice(0, mostProblems).map(({ path, message }) => ({
      field: path.join('.') || what,
      value: undefined,
      message,
    })),
  );
}
