import type { Result } from '../../../shared/contract/result.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { startRun } from '../../engine/run/run.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import { parseJson, readTextFile } from '../../redis/connection/read-text-file.ts';
import { agentsPlace } from './agents-place.ts';
import { benchLoadCurve } from './bench-load-curve.ts';
import { benchRecipe } from './bench-recipe.ts';
import { withConfig } from '../options/config/given.ts';
import { Gate } from '../gate/gate.ts';
import { describeChoice, openPlanTargets, type PlanTargets } from '../../redis/targets/choose-target.ts';
import { Outputs } from '../output/outputs.ts';
import { inOptions, parseBenchCall, planOf, type BenchCall } from './parse-bench.ts';
import { Progress } from '../output/progress.ts';
import { laneShortfall } from '../../../shared/report/remarks.ts';
import { say } from '../../../shared/words/words.ts';
import { english } from '../../reporters/report-of.ts';
import { printDocument } from '../output/print-document.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip bench`: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export async function bench({ values }: CommandCall, terminal: Terminal): Promise<number> {
  const given = await withConfig(values, process.cwd());
  if (given.values.has('recipe')) return benchRecipe(given.values, terminal);
  const call = parseBenchCall(given);
  const choiceOf = (plan: Plan) => ({ ...call, target: call.target ?? nameIn(plan) });
  const { rates } = call;
  if (rates)
    return benchLoadCurve(
      { call, rates, choice: call, given, describe: (plan) => describeChoice(choiceOf(plan)) },
      terminal,
    );
  const outputs = new Outputs(call.outputs, terminal.stdout);
  const plan = planOf(call.planFile === null ? call.planInput : readPlan(call.planFile), given, (plan) =>
    describeChoice(choiceOf(plan)),
  );
  for (const sentence of call.skipped) terminal.stderr(`${sentence}\n`);
  const gate = new Gate(call.gate, plan);
  const agents = await agentsPlace(plan, given);
  const opened = await openPlanTargets(choiceOf(plan), plan);
  try {
    gate.check(opened.plan);
    const result = await measure({ ...opened, ...agents }, call, outputs, terminal).catch(
      (error: unknown) => {
        throw inOptions(error, given);
      },
    );
    const { checks, comparison } = gate.judge(result);
    if (call.quiet) terminal.stderr(shortfalls(result) + whyEnded(result));
    const also = comparison ? [comparison] : [];
    printDocument({ kind: 'run', result, checks }, outputs, { quiet: call.quiet, also }, terminal);
    if (result.state !== 'completed' || result.lanes.some((lane) => lane.commands === 0))
      return exitCodes.notMeasured;
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.assertionFailed;
  } finally {
    await opened.stop();
  }
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

/** A plan from a file may name its target; `url` says only that there was one. */
const nameIn = ({ target }: Plan) => (target === 'url' ? null : target);

function readPlan(file: string): unknown {
  try {
    return parseJson(readTextFile(file));
  } catch (error) {
    throw new UsageError(`--plan ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function measure(
  { stop: _, ...opened }: PlanTargets & Pick<RunJob, 'agents'>,
  call: BenchCall,
  outputs: Outputs,
  terminal: Terminal,
): Promise<Result> {
  const progress = new Progress({
    write: call.progress ? terminal.styled.stderr : () => undefined,
    isTerminal: terminal.stderrIsTerminal,
    get columns() {
      return terminal.columns;
    },
  });
  const { signal, forget } = stopOnSignal(terminal.stderr);
  const { finished } = startRun(
    {
      ...opened,
      serverEnds: true,
      onFilling: (keys, of) => progress.fill(keys, of),
    },
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
