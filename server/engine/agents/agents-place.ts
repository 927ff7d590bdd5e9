import type { Plan } from '../../../shared/contract/plan.ts';
import type { Endpoint } from '../../redis/connection/target.ts';

/** Everything that agents keep on the control Redis is under this. */
export const controlRoot = 'roundtrip-agents';

/** The rights that agents and coordinators need on the control Redis: a user of their own, who sees nothing else there. */
export const controlUser = `ACL SETUSER roundtrip on >PASSWORD resetkeys ~${controlRoot}:* resetchannels -@all +@connection +@read +@write +@scripting +@blocking +info +time`;

/** A run that cannot have the agents that it wants. The message says why, and of whom. */
export class AgentsUnavailable extends Error {
  override readonly name: string = 'AgentsUnavailable';
}

export interface AgentsPlace {
  control: Endpoint;
  /** For tests. */
  gatherWithinMs?: number;
}

export interface CoordinatorOptions extends AgentsPlace {
  agents: number;
}

export interface CoordinatorOrder {
  run: string;
  plan: Plan;
  prefix: string;
  /** The server that is measured, as the coordinator reaches it; its masters are known. */
  target: Endpoint;
  signal: AbortSignal;
}
