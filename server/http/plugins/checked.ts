import type * as z from 'zod/mini';
import { InvalidInput } from '../../../shared/contract/parse.ts';

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
