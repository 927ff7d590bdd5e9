import type { Result } from '../../../shared/contract/events.ts';
import { parsePlan, type PlanInput } from '../../../shared/contract/schemas.ts';
import { startRun } from '../../engine/run/run.ts';
import type { EmbeddedServer } from '../../redis/private/embedded.ts';

/** What a check found. `passed` is null where there is nothing to hold the figure against. */
export interface Finding {
  what: string;
  figure: string;
  passed: boolean | null;
}

/** One question that the instrument is asked about itself, on this machine. */
export interface Check {
  question: string;
  run: (server: EmbeddedServer) => Promise<Finding[]>;
}

/** Runs a plan on the private server. */
export const measure = (server: EmbeddedServer, plan: PlanInput): Promise<Result> =>
  startRun({ plan: parsePlan(plan), target: server.target, trusted: true }).finished;
