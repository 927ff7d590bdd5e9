import type { Plan } from '../../../shared/contract/plan.ts';
import type { Endpoint } from '../../redis/connection/target.ts';

/** A run that cannot have the agents that it wants. The message says why, and of whom. */
export class AgentsUnavailable extends Error {
  override readonly name: string = 'AgentsUnavailable';
}

/** Where agents are found. */
export interface AgentsPlace {
  control: Endpoint;
  /** For tests. */
  gatherWithinMs?: number;
}

export interface CoordinatorOptions extends AgentsPlace {
  /** Agents that the run wants. */
  agents: number;
}

/** What a coordinator is gathered for. */
export interface CoordinatorOrder {
  run: string;
  plan: Plan;
  prefix: string;
  /** The server that is measured, as the coordinator reaches it; its masters are known. */
  target: Endpoint;
  signal: AbortSignal;
}
