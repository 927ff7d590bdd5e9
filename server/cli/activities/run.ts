import type { Plan } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { laneShortfall } from '../../../shared/report/remarks.ts';
import { say } from '../../../shared/words/words.ts';
import { longDrains } from '../../engine/run/draining.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import { startRun } from '../../engine/run/run.ts';
import { openPlanTargets } from '../../redis/targets/choose-target.ts';
import { english } from '../../reporters/report-of.ts';
import { exitCodeOf, UsageError } from '../exit-codes.ts';
import { Gate, readGateCall } from '../gate/gate.ts';
import type { GivenOptions } from '../options/config.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import { Progress, progressOn } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { agentsPlace, choiceFor, describeChosen, parseBenchCall } from './bench-call.ts';
import { printDryRun } from './dry-run.ts';
import { planInput, planOf } from './plan-of.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** `bench` of a single run: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export async function benchRun(given: GivenOptions, terminal: Terminal): Promise<number> {
  const call = parseBenchCall(given);
  const gateCall = readGateCall(given);
  const outputs = new Outputs(call.outputs, terminal.stdout);
  const { code } = call;
  const plan = planOf(planInput(call, given), given, (one) => describeChosen(call, one), code);
  for (const sentence of [...call.skipped, ...longDrains(plan)]) terminal.stderr(`${sentence}\n`);
  const allowed = allowedToFail(given, plan);
  const gate = new Gate(gateCall, plan);
  if (given.values.has('dry-run')) {
    printDryRun(plan, call, terminal);
    return 0;
  }
  const agents = await agentsPlace(plan, given);
  const { stop, ...opened } = await openPlanTargets(choiceFor(call, plan), plan);
  try {
    gate.check(opened.plan);
    const progress = new Progress(progressOn(terminal, call));
    const result = await measure({ ...opened, ...agents, code }, progress, outputs, terminal);
    const { checks, comparison } = gate.judge(result);
    const document = { kind: 'run', result, checks } as const;
    if (call.quiet) terminal.stderr(shortfalls(result) + whyEnded(result));
    printDocument(document, outputs, { quiet: call.quiet, also: comparison ? [comparison] : [] }, terminal);
    terminal.stderr(acceptance(result, allowed));
    return exitCodeOf(document, allowed);
  } finally {
    await stop();
  }
}

/** Lanes of `--allow-failed`. Throws UsageError for one that the plan has not. */
function allowedToFail({ values }: GivenOptions, { lanes }: Plan): readonly string[] {
  const ids = lanes.map(({ id }) => id);
  const named = values.get('allow-failed') ?? [];
  const unknown = named.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`--allow-failed ${unknown}: there is no such lane; there are ${ids.join(', ')}`);
  return named;
}

async function measure(
  job: Omit<RunJob, 'serverEnds' | 'onFilling'>,
  progress: Progress,
  outputs: Outputs,
  terminal: Terminal,
): Promise<Result> {
  const { signal, forget } = stopOnSignal(terminal.stderr);
  const { finished } = startRun(
    { ...job, serverEnds: true, onFilling: (keys, of) => progress.fill(keys, of) },
    {
      signal,
      onEvent: (event) => {
        progress.onEvent(event);
        outputs.onEvent(event);
      },
    },
  );
  try {
    return await finished;
  } finally {
    progress.clear();
    forget();
  }
}

/** How a failure beside lanes that have their figures is accepted, a line. */
function acceptance({ state, lanes }: Result, allowed: readonly string[]): string {
  const failed = lanes.filter(({ id, state }) => state === 'failed' && !allowed.includes(id));
  if (state === 'stopped' || failed.length === 0 || failed.length === lanes.length) return '';
  const names = failed.map(({ label }) => label).join(', ');
  const options = failed.map(({ id }) => `--allow-failed ${id}`).join(' ');
  return `Exit code 1, as ${names} failed. If that is expected, add ${options}\n`;
}

/** Why lanes have not measured what they were to, a line each. */
const shortfalls = ({ lanes }: Result): string =>
  lanes
    .map((lane) => [lane.label, laneShortfall(lane, english)] as const)
    .filter(([, why]) => why !== null)
    .map(([label, why]) => `${label}: ${why ?? ''}\n`)
    .join('');

/** What a server's memory ended the run for, a line each. */
const whyEnded = ({ warnings }: Result): string =>
  warnings
    .filter(({ code }) => code === 'keys-evicted' || code === 'memory-nearly-full')
    .map((warning) => `${say(warning, english.words.warning)}\n`)
    .join('');
