import type { Warning } from '../../../shared/contract/warning.ts';
import { waitedForCore } from '../../../shared/statistics/figures.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { privateTargets } from '../../../shared/contract/private-server.ts';
import { Measured } from '../../../shared/sweep/measured.ts';
import type { Sweep, SweepEvent, SweepStep } from '../../../shared/sweep/recipe.ts';
import type { RecipeForm, ServerProgram } from '../../../shared/contract/enums.ts';
import type { RecipeResult, StepOutcome, Text } from '../../../shared/contract/recipe.ts';
import { sentence } from '../../../shared/sweep/phrase.ts';
import type { OpenedTarget } from '../../redis/connection/target.ts';
import { assertPlan, capabilitiesOn } from '../run/assert-plan.ts';
import { endedByEviction } from '../run/run.ts';
import { type RunJob, newActivityId, type InProgress, type StartOptions } from '../run/run-job.ts';
import { estimateMs } from './estimate.ts';
import { carryOutStep, parseStep } from './step.ts';

export interface SweepJob {
  recipe: Sweep;
  form: RecipeForm;
  /** Other times for a step than the recipe's. */
  adjust?: (step: SweepStep) => SweepStep;
  /** The server of a step; a private one with the step's settings by default. Stopped after the step. */
  open?: (step: SweepStep) => Promise<OpenedTarget>;
  /** Servers that lanes name beside that of their step, open. */
  others?: readonly OpenedTarget[];
  agents?: RunJob['agents'];
  /** Of lanes that are code of the user. */
  code?: RunJob['code'];
  /** What is known of these servers, where the plans are for them alone; absent: they are for private ones. */
  on?: readonly Pick<TargetDescription, 'id' | 'kind'>[];
}

/**
 * Runs a recipe step by step. A step that fails, or whose server program is not installed, is reported, and the others
 * follow; none does once a server has evicted keys. At a stop, the step in progress
 * is drained and kept. `finished` rejects only for a recipe whose plans are wrong (InvalidInput), before anything is
 * measured.
 */
export function startSweep(job: SweepJob, options: StartOptions<SweepEvent> = {}): InProgress<RecipeResult> {
  const startedAt = new Date();
  const finished = runSteps(job, options, startedAt);
  finished.catch(() => undefined);
  return { id: newActivityId(startedAt), finished };
}

async function runSteps(
  { recipe, form, adjust = (step) => step, open, others, agents, code, on }: SweepJob,
  { signal, onEvent = () => undefined }: StartOptions<SweepEvent>,
  startedAt: Date,
): Promise<RecipeResult> {
  // Listeners get to know the sweep before its first event.
  await Promise.resolve();
  const steps = recipe.steps(form).map(adjust);
  const capabilities = { ...capabilitiesOn(...(on ?? privateTargets)), hasControl: agents !== undefined };
  const missingOf = (step: SweepStep): ServerProgram[] =>
    (step.needs ?? []).filter((program) => !capabilities.programs?.includes(program));
  for (const step of steps) if (missingOf(step).length === 0) assertPlan(parseStep(step, code), capabilities);
  onEvent({
    type: 'sweep-started',
    recipe: recipe.id,
    form,
    steps: steps.map((step) => ({
      id: step.id,
      label: step.label,
      type: step.type,
      estimateMs: missingOf(step).length === 0 ? estimateMs(step, parseStep(step, code)) : 0,
    })),
  });
  const outcomes: StepOutcome[] = [];
  let isStopped = false;
  for (const [index, step] of steps.entries()) {
    if (signal?.aborted) break;
    const missing = missingOf(step);
    if (missing.length > 0) {
      const outcome = skipped(step, missing);
      outcomes.push(outcome);
      onEvent({ type: 'step-ended', outcome });
      continue;
    }
    onEvent({ type: 'step-started', step: step.id, index });
    const outcome = await carryOutStep(step, {
      onEvent,
      ...(signal ? { signal } : {}),
      ...(open ? { open } : {}),
      ...(others ? { others } : {}),
      ...(agents ? { agents } : {}),
      ...(code ? { code } : {}),
    });
    outcomes.push(outcome);
    onEvent({
      type: 'step-ended',
      outcome,
      ...ofPlan(recipe, new Measured(outcomes, steps)),
    });
    isStopped = outcome.result !== null && endedByEviction(outcome.result);
    if (isStopped) break;
  }
  const result = resultOf({
    ...{ recipe, form, startedAt, steps, outcomes },
    isStopped: isStopped || (signal?.aborted ?? false),
  });
  onEvent({ type: 'sweep-finished', result });
  return result;
}

const skipped = ({ id, label }: SweepStep, missing: ServerProgram[]): StepOutcome => ({
  step: id,
  label,
  state: 'skipped',
  missing,
  error: null,
  result: null,
});

/** What a sweep of a plan has of its own. */
const ofPlan = (recipe: Sweep, measured: Measured): Pick<RecipeResult, 'load' | 'distances'> => ({
  ...(recipe.load ? { load: recipe.load(measured) } : {}),
  ...(recipe.distances ? { distances: recipe.distances(measured) } : {}),
});

interface Finished {
  recipe: Sweep;
  form: RecipeForm;
  startedAt: Date;
  steps: SweepStep[];
  outcomes: StepOutcome[];
  isStopped: boolean;
}

function resultOf({ recipe, form, startedAt, steps, outcomes, isStopped }: Finished): RecipeResult {
  const measured = new Measured(outcomes, steps);
  const { id, prediction, claims } = recipe;
  const answer = prediction.answer(measured);
  const likely = prediction.type === 'choice' && answer === null ? prediction.likely?.(measured) : null;
  const failed = outcomes.some(({ state }) => state === 'failed');
  return {
    kind: 'recipe',
    schema: 2,
    recipe: id,
    form,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    state: isStopped ? 'stopped' : failed ? 'failed' : 'completed',
    prediction: {
      unit: prediction.type === 'number' ? prediction.unit : null,
      answer,
      ...(likely == null ? {} : { likely }),
    },
    tables: recipe.tables(measured),
    ...(recipe.chart ? { chart: recipe.chart } : {}),
    claims: Object.entries(claims).map(([claim, judge]) => ({ claim, ...judge(measured) })),
    ...ofPlan(recipe, measured),
    reading: recipe.read(measured),
    warnings: warningsOf(outcomes, recipe),
    steps: outcomes,
  };
}

/** Slices of a lane scatter as a rule by less (coefficient of variation). */
const usualScatter = 0.2;

function warningsOf(outcomes: readonly StepOutcome[], recipe: Sweep): Text[] {
  // At a rate that a lane cannot keep its slices scatter, and no interval is shown.
  const tellsScatter = recipe.load === undefined;
  // How far intervals are to shrink is not asked for over distance: wide ones are marked.
  const told = ({ code }: Warning) => recipe.distances === undefined || code !== 'not-precise';
  const results = outcomes.flatMap(({ result }) => result ?? []);
  const lanes = results.flatMap((result) => result.lanes.filter(({ throughput }) => throughput));
  const scattered = lanes.filter(({ throughput }) => throughput && throughput.cv > usualScatter);
  const waiting = lanes.filter(waitedForCore);
  const miscounted = lanes.filter(({ countsAgree }) => countsAgree === false);
  const failed = lanes.reduce((sum, lane) => sum + lane.failed, 0);
  return [
    ...new Map(
      results.flatMap(({ warnings }) => warnings.filter(told).map((one) => [JSON.stringify(one), one])),
    ).values(),
    ...(waiting.length > 0
      ? [sentence('sweep-machine-busy', { lanes: waiting.length, of: lanes.length })]
      : []),
    ...(tellsScatter && scattered.length > 0
      ? [sentence('sweep-lanes-scatter', { lanes: scattered.length, of: lanes.length, share: usualScatter })]
      : []),
    ...(miscounted.length > 0
      ? [sentence('sweep-counts-differ', { lanes: miscounted.length, of: lanes.length })]
      : []),
    ...(failed > 0 ? [sentence('sweep-commands-failed', { failed })] : []),
  ];
}
