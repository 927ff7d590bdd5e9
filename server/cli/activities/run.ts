import type { Plan } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { laneShortfall } from '../../../shared/report/remarks.ts';
import { say } from '../../../shared/words/words.ts';
import { longDrains } from '../../engine/run/draining.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import { startRun } from '../../engine/run/run.ts';
import { english } from '../../reporters/report-of.ts';
import { exitCodeOf, UsageError } from '../exit-codes.ts';
import { Gate, readGateCall } from '../gate/gate.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import { Progress, progressOn } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { benchBy, type Reporting } from './bench.ts';
import { printDryRun } from './dry-run.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** `bench` of a single run: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export function benchRun(given: GivenOptions, terminal: Terminal): Promise<number> {
  const gateCall = readGateCall(given);
  return benchBy(given, terminal, {
    ready: (plan, call) => {
      for (const sentence of longDrains(plan)) terminal.stderr(`${sentence}\n`);
      const allowed = allowedToFail(given, plan);
      const gate = new Gate(gateCall, { plan });
      if (!given.values.has('dry-run'))
        return (job, reporting) => runAndReport(job, gate, allowed, reporting);
      printDryRun(plan, call, terminal);
      return null;
    },
  });
}

async function runAndReport(
  job: RunJob,
  gate: Gate,
  allowed: readonly string[],
  { call, outputs, terminal }: Reporting,
): Promise<number> {
  gate.check(job.plan);
  const result = await measure(job, new Progress(progressOn(terminal, call)), outputs, terminal);
  const { checks, comparison } = gate.judge(result);
  const document = { kind: 'run', result, checks } as const;
  if (call.quiet) terminal.stderr(shortfalls(result) + whyEnded(result));
  printDocument(document, outputs, { quiet: call.quiet, also: comparison ? [comparison] : [] }, terminal);
  terminal.stderr(acceptance(result, allowed));
  return exitCodeOf(document, allowed);
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
  job: RunJob,
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
