import * as z from 'zod/mini';
import { documentLimits } from '../limits.ts';
import { sharedAs, sharingOf } from './sharing.ts';

/** What fields mean, with their units; the published JSON Schema and the OpenAPI document say it. */
export const meanings = z.registry<{ description: string }>();

/** Says what a field means. */
export function describe<T extends z.ZodMiniType>(schema: T, description: string): T {
  meanings.add(schema, { description });
  return schema;
}

/** Says what each field of an object means. */
export function describeFields<Shape extends z.core.$ZodShape>(
  { shape }: { shape: Shape },
  words: Record<keyof Shape, string>,
): void {
  for (const [name, schema] of Object.entries(shape) as [keyof Shape, z.ZodMiniType][])
    describe(schema, words[name]);
}

/** Whatever a document holds is bounded: it may come from anybody. */
export const boundedText = (longest: number = documentLimits.text) => z.string().check(z.maxLength(longest));
export const boundedList = <Item extends z.ZodMiniType>(item: Item, most: number = documentLimits.list) =>
  z.array(item).check(z.maxLength(most));

/** Fields of one unit: a number each, with their meanings. */
export const real = (description: string) => describe(z.number(), description);
export const count = (description: string) => describe(z.int().check(z.minimum(0)), description);
export const text = (description: string, longest?: number) => describe(boundedText(longest), description);
export const texts = (description: string) => describe(boundedList(boundedText()), description);
export const flag = (description: string) => describe(z.boolean(), description);
export const orNull = <T extends z.ZodMiniType>(schema: T, description: string) =>
  describe(z.nullable(schema), description);

/** A schema that is mentioned in several places, with what it means in this one. */
export function mention<T extends z.ZodMiniType>(schema: T, description: string): T {
  const sharing = sharingOf(schema);
  const mentioned = describe(schema.clone(), description);
  return sharing ? sharedAs(sharing, mentioned) : mentioned;
}
