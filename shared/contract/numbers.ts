import * as z from 'zod/mini';
import type { Limit } from '../limits.ts';

/** Numbers within the bounds of shared/limits.ts. */
export const wholeWithin = (limit: Limit) => z.int().check(z.minimum(limit.min), z.maximum(limit.max));
export const realWithin = (limit: Limit) => z.number().check(z.minimum(limit.min), z.maximum(limit.max));
export const wholeByDefault = (limit: Limit & { default: number }) =>
  z._default(wholeWithin(limit), limit.default);
