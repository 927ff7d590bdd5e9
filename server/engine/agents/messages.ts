import * as z from 'zod/mini';
import { agentsInRun, limits, type Limit } from '../../../shared/limits.ts';
import type { Plan } from '../../../shared/contract/plan.ts';

const within = ({ min, max }: Pick<Limit, 'min' | 'max'>) => z.number().check(z.gte(min), z.lte(max));
const whole = (limit: Pick<Limit, 'min' | 'max'>) => z.int().check(z.gte(limit.min), z.lte(limit.max));
const orNull = <T extends z.core.SomeType>(schema: T) => z.union([schema, z.null()]);
const count = { min: 0, max: limits.requests.max };
const place = z.int().check(z.gte(0), z.lte(agentsInRun.max * limits.threads.max));
const moment = z.number();

/** The job of one share: what a whole run is about, and which part of it this agent has. Names a target, never its address. */
export const shareJobSchema = z.strictObject({
  run: z.string().check(z.regex(/^[\w-]{1,80}$/)),
  roundtrip: z.string().check(z.maxLength(40)),
  /** Checked again by the agent, against its own target. */
  plan: z.custom<Plan>(),
  /** The prefix of the keys of the run. The agent checks its root and its id. */
  prefix: z.string().check(z.regex(/^[\w:.-]{1,120}$/)),
  target: z.string().check(z.minLength(1), z.maxLength(80)),
  share: place,
  of: whole(agentsInRun),
});
export type ShareJob = z.output<typeof shareJobSchema>;

const settingsSchema = z.strictObject({
  revision: z.int(),
  pipeline: whole(limits.pipeline),
  dataSize: whole(limits.dataSize),
  clients: whole(limits.clients),
  rps: orNull(within({ min: 0, max: limits.rps.max })),
});

const startSchema = z.strictObject({
  type: z.literal('start'),
  slice: z.int(),
  durationMs: orNull(within({ min: 0, max: limits.durationMs.max })),
  commands: orNull(whole(count)),
  rps: orNull(within({ min: 0, max: limits.rps.max })),
  backlog: whole(limits.backlog),
  rest: z.optional(z.enum(['send', 'carry', 'drop'])),
  overtimeMs: z.optional(within({ min: 0, max: limits.durationMs.max })),
  withCarried: z.optional(z.boolean()),
  passedMs: z.optional(within({ min: 0, max: limits.durationMs.max })),
  settings: settingsSchema,
  settleMs: within(limits.settleMs),
  sampleEveryMs: within({ min: 100, max: limits.durationMs.max }),
});

/** A share of a lane on an agent: the lane's place in the plan, and its thread among those of all agents. */
const host = { lane: place, thread: place };

/** What a coordinator says to agents. Every one carries the moment of the control Redis's clock at which it was said. */
const toAgentSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('alive') }),
  z.strictObject({ type: z.literal('open'), ...host }),
  z.strictObject({ type: z.literal('start'), ...host, message: startSchema }),
  /** To all: shares of this lane begin to count at this moment of the control Redis's clock. */
  z.strictObject({ type: z.literal('go'), lane: place, at: moment }),
  z.strictObject({ type: z.literal('pause'), ...host }),
  z.strictObject({ type: z.literal('stop'), ...host }),
  z.strictObject({ type: z.literal('terminate'), ...host }),
  z.strictObject({ type: z.literal('end') }),
]);
export type ToAgent = z.output<typeof toAgentSchema>;
export const toAgentsSchema = z.strictObject({ at: moment, messages: z.array(toAgentSchema) });
