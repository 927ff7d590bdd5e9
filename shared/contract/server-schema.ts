import * as z from 'zod/mini';
import { limits, type Limit } from '../limits.ts';
import { usualServer } from '../plan/server-plan.ts';
import { accesses, persistences } from './terms.ts';

const whole = (limit: Limit) => z.int().check(z.minimum(limit.min), z.maximum(limit.max));

/** A `ServerPlan` as a person writes it: only what differs from the usual has to be said. */
export const serverSchema = z.strictObject({
  persistence: z._default(z.enum(persistences), usualServer.persistence),
  ioThreads: z._default(whole(limits.ioThreads), usualServer.ioThreads),
  maxMemoryBytes: z.optional(whole(limits.maxMemoryBytes)),
  tls: z._default(z.boolean(), usualServer.tls),
  access: z._default(z.enum(accesses), usualServer.access),
});
