import * as z from 'zod/mini';
import { documentLimits } from '../limits.ts';
import { describe, text } from './describe.ts';
import { clientIds } from './enums.ts';
import { sharedAs } from './sharing.ts';

/** Which lane the figures of a sweep are of. */
export const sweptLane = {
  lane: sharedAs('name', text('Name of the lane, as in its plan.', documentLimits.name)),
  label: sharedAs('name', text('Name for people.', documentLimits.name)),
  strategy: sharedAs('open', text('Id of the strategy.', documentLimits.name)),
  client: z.exactOptional(
    describe(z.enum(clientIds), 'Client library that carries it out; absent: ioredis.'),
  ),
};
