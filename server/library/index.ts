import { InvalidInput } from '../../shared/contract/parse.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { RunEvent } from '../../shared/contract/run-events.ts';
import { planOn } from '../engine/run/assert-plan.ts';
import { checkOptions } from './check-options.ts';
import { takeFunctions, type PlanWithFunctions } from './function-lanes.ts';
import { startRun } from '../engine/run/run.ts';
import { describeChoice, openPlanTargets } from '../redis/targets/choose-target.ts';

/** The package as a library: `import { run } from '@roundtrip-lab/roundtrip'`. Its types are in roundtrip.d.ts. */
export { InvalidInput, runPlan as run };
export { check, compare } from './judge.ts';
export { matchers } from './matchers.ts';
export { profile } from './profile.ts';
export type { ProgramContext } from '../engine/lane/lane-code.ts';

export interface RunPlanOptions {
  /** The server to measure, as `bench -u` takes it; without, the plan's target: a private server. */
  url?: string | undefined;
  /** Ends the run early: what was measured is kept, and the result's state is `stopped`. */
  signal?: AbortSignal | undefined;
  /** Called with each event, in order. When it throws, the run ends, and is rejected with what was thrown. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Runs functions also on a server that is not Roundtrip's own. */
  yes?: boolean | undefined;
}

const known: readonly string[] = ['url', 'signal', 'onEvent', 'yes'] satisfies (keyof RunPlanOptions)[];

/** Two runs at once would measure each other. */
let inProgress = false;

/**
 * Carries a plan out, and resolves with its result once everything is drained and removed: keys, threads, and the
 * private server if there was one. Rejects with InvalidInput for a plan that is wrong, and with whatever kept it from
 * being measured. One at a time in a process.
 */
async function runPlan(input: PlanWithFunctions, options: RunPlanOptions = {}): Promise<Result> {
  checkOptions('run', options, known);
  if (inProgress)
    throw new Error(
      'A run is in progress in this process, and two would measure each other: await it first.',
    );
  inProgress = true;
  try {
    return await openAndRun(input, options);
  } finally {
    inProgress = false;
  }
}

async function openAndRun(
  given: PlanWithFunctions,
  { url, signal, onEvent, yes = false }: RunPlanOptions,
): Promise<Result> {
  const { plan: input, code } = takeFunctions(given);
  const choiceOf = (target: string) => ({ url: url ?? null, target: url === undefined ? target : null });
  const plan = planOn(
    input,
    ({ target }) => {
      if (url === undefined && target === 'url') throw wrongTarget('says that options.url names the server');
      if (url !== undefined && input.target !== undefined && target !== 'url')
        throw wrongTarget('give this or options.url, not both', target);
      const chosen = describeChoice(choiceOf(target));
      if (code && chosen.kind === 'url' && !yes)
        throw wrongTarget(
          'is a server that is not Roundtrip’s own: with functions as lanes, say options.yes if that is meant',
        );
      return chosen;
    },
    code ? 'caller' : 'local',
  );
  const { stop, ...opened } = await openPlanTargets(choiceOf(plan.target), plan);
  const listener = guarded(onEvent);
  try {
    const { finished } = startRun(
      { ...opened, serverEnds: true, code },
      {
        signal: signal ? AbortSignal.any([signal, listener.failed]) : listener.failed,
        onEvent: listener.notify,
      },
    );
    const result = await finished;
    listener.failed.throwIfAborted();
    return result;
  } finally {
    await stop();
  }
}

/** The engine's thread calls the listener, which must not throw there. */
function guarded(onEvent: RunPlanOptions['onEvent']): {
  notify: (event: RunEvent) => void;
  failed: AbortSignal;
} {
  const failing = new AbortController();
  const notify = (event: RunEvent) => {
    if (failing.signal.aborted) return;
    try {
      onEvent?.(event);
    } catch (error) {
      failing.abort(error);
    }
  };
  return { notify, failed: failing.signal };
}

const wrongTarget = (message: string, value?: string) =>
  new InvalidInput([{ field: 'target', message, ...(value === undefined ? {} : { value }) }]);
