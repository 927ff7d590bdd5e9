import * as z from 'zod/mini';
import { hasMultiKeyForm } from '../commands/workload.ts';
import { InvalidInput, parse } from '../contract/parse.ts';
import type { Problem } from '../contract/problem-reason.ts';
import { parsePlan } from '../plan/parse-plan.ts';
import { searchInputSchema, type SearchOrder } from '../contract/search.ts';
import { searchStrategies } from '../contract/strategies.ts';
import { usualBudgetFor } from './budget.ts';
import { baselineOf, fittingStrategies, isOpenLoop, type SearchScope, withClient } from './search-plan.ts';

/** Which strategies fit depends on the workload: `checkStrategies` says it. */
const looseSchema = z.extend(searchInputSchema, {
  target: z.optional(z.unknown()),
  server: z.optional(z.unknown()),
  network: z.optional(z.unknown()),
  workload: z.optional(z.record(z.string(), z.unknown())),
  strategies: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(searchStrategies.length))),
});

/**
 * An order as a page or a program writes it: only what differs from the defaults has to be said. Whether its budget
 * is enough is for the search to tell. Throws InvalidInput.
 */
export function parseOrder(input: unknown): SearchOrder {
  const {
    workload: asked,
    client,
    strategies,
    deepest,
    p99BoundMs,
    budgetMs,
    ...where
  } = parse(looseSchema, input);
  const lanes = [{ strategy: 'one-by-one' }];
  // A search chooses the batch sizes, and would only be told that this one does not fit.
  const plan = parsePlan({ ...where, workload: { ...asked, pipeline: 1 }, lanes });
  const { target, server, network, workload } = plan;
  const sent = { workload, ...withClient(client) };
  const search = {
    ...sent,
    strategies: strategies === undefined ? fittingStrategies(sent) : checkStrategies(strategies, sent),
    deepest,
    p99BoundMs,
  };
  return {
    target,
    ...(server ? { server } : {}),
    ...(network ? { network } : {}),
    ...search,
    budgetMs: budgetMs ?? usualBudgetFor(search, network),
  };
}

/** Checks strategies that were asked for, and leaves the baseline out, which is always there. Throws InvalidInput. */
export function checkStrategies(
  names: readonly string[],
  search: Pick<SearchScope, 'workload' | 'client'>,
): string[] {
  const { workload } = search;
  const baseline = baselineOf(search);
  const fail = (value: string, message: string): InvalidInput => {
    const problem: Problem = { field: 'strategies', value, message };
    return new InvalidInput([problem]);
  };
  const found = [...new Set(names)].map((name) => {
    const strategy = searchStrategies.find((one) => one === name);
    if (!strategy) throw fail(name, `must be of ${searchStrategies.join(', ')}, not "${name}"`);
    if (strategy === 'multi-key' && !hasMultiKeyForm(workload))
      throw fail(name, 'multi-key is advised for a single command of set, get, del');
    if (isOpenLoop(workload) && strategy === 'one-by-one')
      throw fail(name, 'at a fixed rate nobody awaits the reply before: leave one-by-one out');
    return strategy;
  });
  const batching = found.filter((strategy) => strategy !== baseline);
  if (batching.length === 0)
    throw fail(names.join(','), `${baseline} is what batching is compared with: name another`);
  return batching;
}
