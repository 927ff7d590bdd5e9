import type { SearchOrder } from '../../../shared/contract/search.ts';
import { leastBudgetFor, usualBudgetFor } from '../../../shared/search/budget.ts';
import { checkStrategies } from '../../../shared/search/order.ts';
import {
  baselineOf,
  fittingStrategies,
  withClient,
  type SearchScope,
} from '../../../shared/search/search-plan.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import { limits } from '../../../shared/limits.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { adviseOptions } from '../options/advise.ts';
import type { GivenOptions } from '../options/config/given.ts';
import { asClient } from '../options/lanes.ts';
import { planInputFrom, put, refuseBoth } from '../options/option-words.ts';
import { describeChoice } from '../../redis/targets/choose-target.ts';
import { planOf } from './parse-bench.ts';
import { parseCount, parseDuration } from '../options/units.ts';
import { UsageError } from '../usage/usage-error.ts';

export interface AdviseCall {
  order: SearchOrder;
  /** Holds what the order does of the server that is measured. */
  plan: Plan;
  url: string | null;
  /** Id of a named target. */
  target: string | null;
  /** `-` is stdout. */
  json: string | null;
  quiet: boolean;
  progress: boolean;
}

/** Makes of the options of `advise` what is to be done. Throws UsageError. */
export function parseAdviseCall(given: GivenOptions): AdviseCall {
  const { values } = given;
  const text = (name: string) => values.get(name)?.at(-1) ?? null;
  refuseBoth(values, 'url', 'target', 'where');
  const input = planInputFrom(values, adviseOptions);
  put(input, ['workload', 'pipeline'], 1);
  const client = clientOf(text('client'), given);
  const planWith = (strategies: readonly string[]) =>
    planOf({ ...input, lanes: strategies.map((strategy) => ({ strategy, ...client })) }, given, () =>
      describeChoice({ url: text('url'), target: text('target') }),
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
    url: text('url'),
    target: text('target'),
    json: text('json'),
    quiet: values.has('quiet'),
    progress: !values.has('quiet') && !values.has('no-progress'),
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
