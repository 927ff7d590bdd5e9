import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import type { SweepEvent, SweepStep } from '../../../shared/sweep/recipe.ts';
import { mostlyFailedCode, overloadCode, type LaneState } from '../../../shared/contract/enums.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { clusterTarget, serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { PrivateClusterTarget } from '../../redis/cluster/private-cluster-target.ts';
import type { OpenedTarget, Target } from '../../redis/connection/target.ts';
import { PrivateServer } from '../../redis/private/private-server.ts';
import { tryAtomicity } from './atomicity.ts';
import { MemoryWatch } from '../probes/memory-watch.ts';
import { startRun } from '../run/run.ts';
import type { RunJob, StartOptions } from '../run/run-job.ts';
import { serialiseError } from '../lane/failure-class.ts';

interface StepTools extends StartOptions<SweepEvent> {
  /** The server of the step, stopped after it; absent: a private one with the step's settings. */
  open?: (step: SweepStep) => Promise<OpenedTarget>;
  /** Servers that lanes name beside that one. */
  others?: readonly OpenedTarget[];
  agents?: RunJob['agents'];
  code?: RunJob['code'];
}

type Found = Omit<StepOutcome, 'step' | 'label'>;

/** Of a step that was stopped before it began. */
const nothing = { state: 'stopped', error: null, result: null } as const;

/** Carries one step of a sweep out, on its server. Never rejects: a step that fails says so in its outcome. */
export async function carryOutStep(step: SweepStep, tools: StepTools): Promise<StepOutcome> {
  const named = { step: step.id, label: step.label };
  try {
    const opened = await (tools.open ?? openPrivate)(step);
    try {
      // Asked for while the server was being started.
      if (tools.signal?.aborted) return { ...named, ...nothing };
      return { ...named, ...(await measure(step, opened.target, tools)) };
    } finally {
      await opened.stop();
    }
  } catch (error) {
    if (tools.signal?.aborted) return { ...named, ...nothing, error: serialiseError(error) };
    return { ...named, state: 'failed', error: serialiseError(error), result: null };
  }
}

async function measure(step: SweepStep, target: Target, tools: StepTools): Promise<Found> {
  const plan = planFor(step, target.description.id, tools.code);
  if (step.type === 'atomicity') {
    const atomicity = await tryAtomicity(plan, target, tools.signal);
    return { state: tools.signal?.aborted ? 'stopped' : 'completed', error: null, result: null, atomicity };
  }
  const memory = step.watchesMemory ? await MemoryWatch.open(target) : null;
  try {
    const found = await runPlan(step, plan, target, {
      ...tools,
      ...(memory ? { around: memory.around } : {}),
      serverEnds: tools.open === undefined,
    });
    return { ...found, ...(memory ? { memory: memory.figures() } : {}) };
  } finally {
    memory?.close();
  }
}

async function runPlan(
  step: SweepStep,
  plan: Plan,
  target: Target,
  {
    signal,
    onEvent,
    others,
    agents,
    code,
    around,
    serverEnds,
  }: StepTools & Pick<RunJob, 'around' | 'serverEnds'>,
): Promise<Found> {
  const { finished } = startRun(
    {
      ...{ plan, target },
      ...(others ? { others } : {}),
      ...(agents ? { agents } : {}),
      ...(code ? { code } : {}),
      ...(around ? { around } : {}),
      ...(serverEnds ? { serverEnds } : {}),
    },
    {
      ...(signal ? { signal } : {}),
      onEvent: (event) => onEvent?.({ type: 'run-event', step: step.id, event }),
    },
  );
  const result = await finished;
  const failed = result.lanes.filter(({ error }) => error !== null && !isAnswer(error, step));
  const error = failed[0]?.error ?? null;
  return { state: stateOf(result, failed.length > 0), error, result };
}

/** That of its run, but for lanes whose failure is an answer. */
function stateOf({ state, lanes }: Result, isFailed: boolean): LaneState {
  if (state !== 'failed' || isFailed) return state;
  return lanes.some((lane) => lane.state === 'stopped') ? 'stopped' : 'completed';
}

const isAnswer = ({ code }: SerialisedError, step: SweepStep) =>
  step.type === 'run' &&
  ((step.mayOverload === true && code === overloadCode) ||
    (step.mayFail === true && code === mostlyFailedCode));

const openPrivate = ({ plan }: SweepStep): Promise<OpenedTarget> =>
  plan.target === clusterTarget
    ? PrivateClusterTarget.start()
    : PrivateServer.start({ first: parsePlan(plan, 'local') });

/** On a server that is not ours, its own settings stay. */
function planFor(
  { plan: { server, ...plan }, ...step }: SweepStep,
  target: string,
  code: RunJob['code'],
): Plan {
  const named = { ...plan, ...(server && target === serverPlanTarget ? { server } : {}), target };
  return parseStep({ ...step, plan: named }, code);
}

/** Who asked for it has said where its plan comes from. Only beside the code itself does a plan name some. */
export const parseStep = ({ plan }: Pick<SweepStep, 'plan'>, code: RunJob['code']): Plan =>
  parsePlan(plan, code ? 'caller' : 'local');
