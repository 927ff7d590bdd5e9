import type { SearchResult, SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { say as inWords } from '../../../shared/words/words.ts';
import { nameCandidate } from '../../../shared/search/names.ts';
import {
  isOpenLoop,
  baselineOf,
  fittingStrategies,
  withClient,
  type SearchScope,
} from '../../../shared/search/search-plan.ts';
import { formatDuration, formatMsShort, formatRate } from '../../../shared/words/format.ts';
import { startSearch } from '../../engine/search/search.ts';
import type { Target } from '../../redis/connection/target.ts';
import { isReadByAdvise, adviseOptions } from '../options/advise.ts';
import { Outputs, type OutputRequest } from '../output/outputs.ts';
import { printReport } from '../output/print-document.ts';
import { withConfig, withServerOfEnvironment, type GivenOptions } from '../options/config.ts';
import { describeChoice, openChosenTarget, type TargetChoice } from '../../redis/targets/choose-target.ts';
import { Progress, progressOn } from '../output/progress.ts';
import { loudnessIn, requestsIn } from '../options/output.ts';
import { reportersOf } from '../../reporters/index.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { putMix } from '../options/mix.ts';
import { withScript } from '../options/script.ts';
import { lastOf, refuseBoth, type OptionValues } from '../../terminal/options/option-words.ts';
import { planInputFrom, put } from '../options/plan-input.ts';
import { parseCount, parseDuration } from '../../terminal/options/values.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodeOf, UsageError } from '../exit-codes.ts';
import { leastBudgetFor, usualBudgetFor } from '../../../shared/search/budget.ts';
import { checkStrategies } from '../../../shared/search/order.ts';
import { limits } from '../../../shared/limits.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { asClient } from '../options/lanes.ts';
import { inOptions, planOf } from './plan-of.ts';

/** `roundtrip advise`: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export async function advise(values: OptionValues, terminal: Terminal): Promise<number> {
  const given = withServerOfEnvironment(await withConfig(values, process.cwd(), isReadByAdvise), process.env);
  const call = parseAdviseCall(given);
  for (const note of call.notes) terminal.stderr(`${note}\n`);
  const outputs = new Outputs(call.outputs, terminal.stdout);
  const opened = await openChosenTarget(call, call.plan);
  try {
    const order = { ...call.order, target: opened.target.description.id };
    const result = await search(order, opened.target, call, terminal);
    const document = { kind: 'search', result } as const;
    if (!call.quiet) printReport(document, outputs.takeStdout ? 'stderr' : 'stdout', terminal);
    outputs.report(document);
    return exitCodeOf(document);
  } catch (error) {
    throw inOptions(error, given);
  } finally {
    await opened.stop();
  }
}

async function search(
  order: SearchOrder,
  target: Target,
  wanted: { progress: boolean },
  terminal: Terminal,
): Promise<SearchResult> {
  // Each run has a progress of its own.
  const newProgress = () => new Progress(progressOn(terminal, wanted));
  let progress = newProgress();
  const { signal, forget } = stopOnSignal(terminal.stderr);
  try {
    const { finished } = startSearch(
      { order, target },
      {
        signal,
        onEvent: (event) => {
          if (event.type === 'run-event') progress.onEvent(event.event);
          else {
            progress.clear();
            if (event.type === 'stage-started') progress = newProgress();
            if (wanted.progress) terminal.stderr(lineOf(event, order));
          }
        },
      },
    );
    return await finished;
  } finally {
    progress.clear();
    forget();
  }
}

/** What happens on the way, a line each. */
function lineOf(event: SearchEvent, { workload }: SearchOrder): string {
  switch (event.type) {
    case 'search-started':
      return `Searching for about ${formatDuration(event.totalMs)}: ${event.order.strategies.join(', ')} against ${event.baseline}.\n`;
    case 'stage-started':
      return event.stage === 'final'
        ? `Comparing ${event.candidates.length} of them in turns.\n`
        : `Looking at ${event.candidates.map((candidate) => nameCandidate(candidate, isOpenLoop(workload), words)).join('; ')}.\n`;
    case 'point': {
      const { throughput, p99Ms, unusable } = event.point;
      const figures = `${formatRate(throughput)} commands/s, p99 ${p99Ms === null ? '–' : formatMsShort(p99Ms)} ms`;
      return `  ${nameCandidate(event.point, isOpenLoop(workload), words)}: ${unusable ? inWords(unusable, words.unusable) : figures}\n`;
    }
    case 'run-event':
    case 'search-finished':
      return '';
  }
}

interface AdviseCall extends TargetChoice {
  order: SearchOrder;
  /** Holds what the order does of the server that is measured. */
  plan: Plan;
  outputs: OutputRequest[];
  quiet: boolean;
  progress: boolean;
  /** Notes on a mix, a sentence each. */
  notes: string[];
}

/** Makes of the options of `advise` what is to be done. Throws UsageError. */
export function parseAdviseCall(given: GivenOptions): AdviseCall {
  const values = withScript(given.values);
  const text = (name: string) => lastOf(values, name);
  refuseBoth(values, 'url', 'target', 'where');
  const choice = { url: text('url'), target: text('target') };
  const input = planInputFrom(values, adviseOptions);
  const notes = putMix(values, input);
  put(input, ['workload', 'pipeline'], 1);
  const client = clientOf(text('client'), given);
  const planWith = (strategies: readonly string[]) =>
    planOf({ ...input, lanes: strategies.map((strategy) => ({ strategy, ...client })) }, given, () =>
      describeChoice(choice),
    );
  const plan = planWith(['one-by-one']);
  const sent = { workload: plan.workload, ...client };
  const strategies = strategiesOf(text('strategy'), sent);
  // Refuses what this library cannot carry out.
  planWith([baselineOf(sent), ...strategies]);
  const deepest = parseDeepest(text('pipeline'));
  const p99BoundMs = parseBound(text('p99'));
  const { network, server, target } = plan;
  const search = { ...sent, deepest, p99BoundMs, strategies };
  const least = leastBudgetFor(search, network);
  const asked = text('budget');
  const budgetMs = asked === null ? usualBudgetFor(search, network) : parseDuration(asked, '--budget');
  if (budgetMs < least)
    throw new UsageError(
      `--budget: ${formatDuration(budgetMs)} are too short for this search: at least ${formatDuration(least)}, or fewer strategies, or a smaller -P`,
    );
  return {
    order: { target, ...(server ? { server } : {}), ...(network ? { network } : {}), ...search, budgetMs },
    plan,
    ...choice,
    outputs: requestsIn(values, reportersOf.search),
    ...loudnessIn(values),
    notes,
  };
}

/** A configuration may name several for `bench`; a search is for one. */
const clientOf = (text: string | null, { inFile }: GivenOptions) =>
  withClient(text === null ? undefined : asClient(text, inFile('client') ?? '--client'));

function strategiesOf(text: string | null, search: Pick<SearchScope, 'workload' | 'client'>) {
  if (text === null) return fittingStrategies(search);
  try {
    return checkStrategies(
      text.split(',').map((word) => word.trim()),
      search,
    );
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new UsageError(`--strategy: ${error.problems.map(({ message }) => message).join('\n')}`);
  }
}

function parseDeepest(text: string | null): number {
  if (text === null) return limits.deepest.default;
  const deepest = parseCount(text, '-P, --pipeline');
  const { min, max } = limits.deepest;
  if (deepest < min || deepest > max)
    throw new UsageError(
      `-P, --pipeline: the largest batch that is tried must be a number from ${min} to ${max} commands, not ${deepest}`,
    );
  return deepest;
}

/** `< 5ms`; a bare number could be meant as ms or s. Throws UsageError. */
function parseBound(text: string | null): number | null {
  if (text === null) return null;
  const [, time] = /^\s*<?\s*(\d+(?:\.\d+)?\s*(?:ms|s))\s*$/i.exec(text) ?? [];
  const bound = time === undefined ? 0 : parseDuration(time, '--p99');
  if (bound <= 0) throw new UsageError(`--p99 takes a bound such as "< 5ms", not "${text}"`);
  return bound;
}
