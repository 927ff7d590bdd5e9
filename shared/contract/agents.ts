import * as z from 'zod/mini';
import { agentsInRun, documentLimits } from '../limits.ts';
import { boundedList, boundedText, describe, orNull, text } from './describe.ts';
import { agentSchema } from './result.ts';

const agentTargetSchema = z.object({
  name: text('Its name, as plans ask for it.'),
  pingMs: orNull(
    z.number(),
    'Median of bare PINGs to it when the agent joined, or before its last run, ms; null: not reached yet.',
  ),
});

/** An agent that has joined a control Redis, as it announces itself there. */
export const agentStatusSchema = z.extend(z.omit(agentSchema, { pingMs: true }), {
  roundtrip: text('Its version of Roundtrip.'),
  targets: describe(boundedList(agentTargetSchema, documentLimits.list), 'Servers that it may load.'),
  run: orNull(boundedText(), 'Id of the run that it takes part in; null: it waits for one.'),
});
export type AgentStatus = z.output<typeof agentStatusSchema>;

/** `GET /api/agents`. */
export const agentListSchema = z.object({
  roundtrip: text('Version of this server: a run takes agents of the same alone.'),
  agents: describe(boundedList(agentStatusSchema, agentsInRun.max), 'Those that have joined, by name.'),
});
export type AgentList = z.output<typeof agentListSchema>;
