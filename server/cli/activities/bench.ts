import type { Plan } from '../../../shared/contract/plan.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import type { Check } from '../../../shared/report/block.ts';
import type { Sweep } from '../../../shared/sweep/recipe.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import type { SweepJob } from '../../engine/sweep/sweep.ts';
import { readyAgain } from '../../redis/connection/target.ts';
import { openPlanTargets, type PlanTargets } from '../../redis/targets/choose-target.ts';
import { exitCodeOf } from '../exit-codes.ts';
import type { GivenOptions } from '../options/config.ts';
import { put } from '../options/plan-input.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { agentsPlace, choiceFor, describeChosen, parseBenchCall, type BenchCall } from './bench-call.ts';
import { planInput, planOf } from './plan-of.ts';
import { runSweep } from './sweep.ts';

/** Outputs and terminal that figures are written to. */
export interface Reporting {
  call: Pick<BenchCall, 'quiet' | 'progress'>;
  outputs: Outputs;
  terminal: Terminal;
}

/** Measures on open servers and reports. Resolves with the exit code. */
type Measure = (
  job: Omit<PlanTargets, 'stop'> & Pick<RunJob, 'agents' | 'code'>,
  reporting: Reporting,
) => Promise<number>;

/** One way of `bench` that measures a plan of its options. */
export interface BenchWay {
  /** Options that it reads itself. */
  apart?: readonly string[];
  /** A setting that it gives the plan, by its place. */
  sets?: [path: readonly string[], value: unknown];
  /** Reads all that a run may be refused for, before a server is opened; `null`: nothing is measured. Throws UsageError. */
  ready: (plan: Plan, call: BenchCall) => Measure | null;
}

/** Resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export async function benchBy(
  given: GivenOptions,
  terminal: Terminal,
  { apart, sets, ready }: BenchWay,
): Promise<number> {
  const call = parseBenchCall(given, apart);
  const outputs = new Outputs(call.outputs, terminal.stdout);
  const { code } = call;
  if (sets) put(call.planInput, ...sets);
  const plan = planOf(planInput(call, given), given, (one) => describeChosen(call, one), code);
  for (const sentence of call.skipped) terminal.stderr(`${sentence}\n`);
  const measure = ready(plan, call);
  if (measure === null) return 0;
  const agents = await agentsPlace(plan, given);
  const { stop, ...opened } = await openPlanTargets(choiceFor(call, plan), plan);
  try {
    return await measure({ ...opened, ...agents, code }, { call, outputs, terminal });
  } finally {
    await stop();
  }
}

/** A series of runs of a plan, all on the servers of that. */
export const seriesOf =
  (sweepOf: (plan: Plan) => Sweep, checksOf?: (result: RecipeResult) => Check[]): Measure =>
  ({ plan, target, others, ...more }, reporting) =>
    reportSweep(
      {
        ...{ recipe: sweepOf(plan), form: 'full', others, ...more },
        on: [target, ...others].map((one) => one.target.description),
        open: () => readyAgain(target, plan),
      },
      reporting,
      checksOf,
    );

/** Runs a sweep and reports it. Resolves with the exit code. */
export async function reportSweep(
  job: SweepJob,
  { call, outputs, terminal }: Reporting,
  checksOf: (result: RecipeResult) => Check[] = () => [],
): Promise<number> {
  const result = await runSweep(job, call, terminal);
  const document = { kind: 'recipe', result, checks: checksOf(result) } as const;
  printDocument(document, outputs, call, terminal);
  return exitCodeOf(document);
}
