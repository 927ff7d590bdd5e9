import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../engine/run/run.ts';
import type { EmbeddedServer } from '../../redis/private/embedded.ts';

/** What a check found. `passed` is null where there is nothing to hold the figure against. */
export interface SelfcheckFinding {
  what: string;
  figure: string;
  passed: boolean | null;
}

export const finding = (what: string, figure: string, passed: boolean | null = null): SelfcheckFinding => ({
  what,
  figure,
  passed,
});

/** One question that the instrument is asked about itself, on this machine. */
export interface Selfcheck {
  question: string;
  run: (server: EmbeddedServer) => Promise<SelfcheckFinding[]>;
}

/** Runs a plan on the private server. */
export const measure = (server: EmbeddedServer, plan: PlanInput): Promise<Result> =>
  startRun({ plan: parsePlan(plan), target: server.target, trusted: true }).finished;
