import type { Plan } from '../../../shared/contract/plan.ts';
import type { Endpoint } from '../../redis/connection/target.ts';

/** A run that cannot have the agents that it wants. The message says why, and of whom. */
export class AgentsUnavailable extends Error {
  override readonly name = 'AgentsUnavailable';
}

export interface GangOptions {
  control: Endpoint;
  /** Agents that the run wants. */
  agents: number;
  /** For tests. */
  gatherWithinMs?: number;
}

/** What a gang is gathered for. */
export interface GangOrder {
  run: string;
  plan: Plan;
  prefix: string;
  /** The server that is measured, as the coordinator reaches it; its masters are known. */
  target: Endpoint;
  signal: AbortSignal;
}
