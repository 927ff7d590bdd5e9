import * as z from 'zod/mini';

/** What fields mean, with their units; the published JSON Schema says it. */
export const meanings = z.registry<{ description: string }>();

/** Says what a field means. */
export function is<T extends z.ZodMiniType>(schema: T, description: string): T {
  meanings.add(schema, { description });
  return schema;
}

/** Fields of one unit: a number each, with their meanings. */
export const real = (description: string) => is(z.number(), description);
export const count = (description: string) => is(z.int().check(z.minimum(0)), description);
export const text = (description: string) => is(z.string(), description);
export const orNull = <T extends z.ZodMiniType>(schema: T, description: string) =>
  is(z.nullable(schema), description);

/** A schema that is mentioned in several places, with what it means in this one. */
export const mention = <T extends z.ZodMiniType>(schema: T, description: string): T =>
  is(schema.clone(), description);
