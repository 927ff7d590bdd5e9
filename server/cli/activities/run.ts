import { resolve } from 'node:path';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { runNameLength } from '../../../shared/limits.ts';
import { laneShortfall } from '../../../shared/report/remarks.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { say } from '../../../shared/words/words.ts';
import { longDrains } from '../../engine/run/draining.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import { startRun } from '../../engine/run/run.ts';
import { english } from '../../reporters/report-of.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { Gate, readGateCall } from '../gate/gate.ts';
import type { SecondPlan } from '../gate/second-look.ts';
import { commitOf } from '../gate/trend/commit.ts';
import { appendToTrend } from '../gate/trend/file.ts';
import { trendLineOf } from '../gate/trend/line.ts';
import type { GivenOptions } from '../options/config.ts';
import { checkWritable, type OutputRequest } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import { Progress, progressOn } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { benchBy, type Reporting } from './bench.ts';
import { printDryRun } from './dry-run.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** `bench` of a single run: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export function benchRun(given: GivenOptions, terminal: Terminal): Promise<number> {
  const gateCall = readGateCall(given);
  const name = readRunName(given.values);
  return benchBy(given, terminal, {
    ready: (plan, call) => {
      for (const sentence of longDrains(plan)) terminal.stderr(`${sentence}\n`);
      const allowed = allowedToFail(given, plan);
      const trend = gateCall.trend?.file ?? null;
      if (trend !== null) checkTrendFile(trend, call.outputs);
      const gate = new Gate(gateCall, { plan });
      for (const sentence of gate.faults) terminal.stderr(`${sentence}\n`);
      if (!given.values.has('dry-run'))
        return (job, reporting) => runAndReport({ ...job, name }, gate, { allowed, trend }, reporting);
      printDryRun(plan, call, terminal);
      return null;
    },
  });
}

async function runAndReport(
  job: RunJob,
  gate: Gate,
  { allowed, trend }: { allowed: readonly string[]; trend: string | null },
  { call, outputs, terminal }: Reporting,
): Promise<number> {
  gate.check(job.plan);
  const progress = () => new Progress(progressOn(terminal, call));
  const first = { ...job, serverEnds: !gate.confirms };
  const result = await measure(first, progress(), terminal, (event) => {
    outputs.onEvent(event);
  });
  const isMeasured = (one: Result) =>
    exitCodeOf({ kind: 'run', result: one }, allowed) !== exitCodes.notMeasured;
  const wanted = isMeasured(result) ? gate.secondPlan(result, job.code !== undefined) : null;
  const again =
    wanted && (await measureAgain({ ...job, plan: wanted.plan }, wanted, isMeasured, progress(), terminal));
  const second = again ? wanted.parts(again) : null;
  const { checks, comparison } = gate.judge(result, second);
  const whole: Result = again ? { ...result, secondLook: { checks: wanted.checks, result: again } } : result;
  const document = { kind: 'run', result: whole, checks } as const;
  const code = exitCodeOf(document, allowed);
  outputs.onEvent({ type: 'run-finished', result: whole });
  try {
    if (trend !== null && code !== exitCodes.notMeasured)
      appendToTrend(
        trend,
        trendLineOf(second?.result ?? result, {
          commit: commitOf(process.env, process.cwd()),
          failed: code === exitCodes.assertionFailed,
        }),
      );
  } finally {
    if (call.quiet) terminal.stderr(shortfalls(result) + whyEnded(result));
    printDocument(document, outputs, { quiet: call.quiet, also: comparison ? [comparison] : [] }, terminal);
    terminal.stderr(acceptance(result, allowed));
  }
  return code;
}

/** The measurement that confirms a failure; `null`, with the reason on stderr: it could not be made, and the failure stands. */
async function measureAgain(
  job: RunJob,
  { checks, isInterleaved }: SecondPlan,
  isMeasured: (result: Result) => boolean,
  progress: Progress,
  terminal: Terminal,
): Promise<Result | null> {
  const beside = isInterleaved ? ', in turns with the plan of the baseline' : '';
  terminal.stderr(`In doubt: ${checks.join('; ')}. Measuring once more, twice as long${beside}\n`);
  try {
    const result = await measure(job, progress, terminal);
    if (isMeasured(result)) return result;
    terminal.stderr(
      `The second run ${result.state === 'failed' ? result.state : 'was stopped'}: the first one counts\n`,
    );
  } catch (error) {
    terminal.stderr(`The second run could not be made, so the first one counts: ${messageOf(error)}\n`);
  }
  return null;
}

/** The name that a call gives its run. Throws UsageError. */
function readRunName(values: GivenOptions['values']): string | undefined {
  const name = lastOf(values, 'name') ?? undefined;
  if (name !== undefined && (name.trim() === '' || name.length > runNameLength || /\p{Cc}/u.test(name)))
    throw new UsageError(`--name takes 1 to ${runNameLength} characters in one line, not "${name}"`);
  return name;
}

/** Throws UsageError for a trend that could not be written, or that an output would replace. */
function checkTrendFile(file: string, outputs: readonly OutputRequest[]): void {
  checkWritable(file, 'trend');
  const other = outputs.find((output) => output.file !== '-' && resolve(output.file) === resolve(file));
  if (other)
    throw new UsageError(
      `--${other.reporter} ${other.file} would replace the trend of --trend ${file}: give one of them another file`,
    );
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

/** `onEvent`: gets all events but the last, which has the result. */
async function measure(
  job: RunJob,
  progress: Progress,
  terminal: Terminal,
  onEvent: (event: RunEvent) => void = () => undefined,
): Promise<Result> {
  const { signal, forget } = stopOnSignal(terminal.stderr);
  const { finished } = startRun(
    { serverEnds: true, ...job, onFilling: (keys, of) => progress.fill(keys, of) },
    {
      signal,
      onEvent: (event) => {
        progress.onEvent(event);
        if (event.type !== 'run-finished') onEvent(event);
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
