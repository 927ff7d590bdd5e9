import * as z from 'zod/mini';
import { entryKinds } from '../../../shared/contract/history.ts';
import { historyLimits } from '../../../shared/limits.ts';

const { nameLength, tags, tagLength, searchLength, page } = historyLimits;

/** Words of a reader's: without line breaks and the like, and not only blanks. */
const words = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line'),
      z.minLength(1, 'must not be empty'),
      z.maxLength(longest, `must be at most ${longest} characters`),
    );

const tag = words(tagLength).check(z.regex(/^[^,]*$/, 'must hold no comma'));

/** Body of `PATCH /api/history/:id`. */
export const changeSchema = z.strictObject({
  name: z.exactOptional(z.nullable(words(nameLength))),
  tags: z.exactOptional(
    z.pipe(
      z.array(tag).check(z.maxLength(tags, `must be at most ${tags}`)),
      z.transform((given: string[]) => [...new Set(given)]),
    ),
  ),
});

/** Query of `GET /api/history`. */
export const querySchema = z.strictObject({
  search: z.optional(
    z.string().check(z.maxLength(searchLength, `must be at most ${searchLength} characters`)),
  ),
  kind: z.optional(z.enum(entryKinds)),
  tag: z.optional(z.string().check(z.maxLength(tagLength, `must be at most ${tagLength} characters`))),
  before: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(
    z.coerce
      .number()
      .check(
        z.int(`must be a whole number`),
        z.minimum(1, 'must be at least 1'),
        z.maximum(page.max, `must be at most ${page.max}`),
      ),
    page.default,
  ),
});
