import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SearchResult } from '../../shared/contract/search.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { RecipeResult } from '../../shared/contract/recipe.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { HistoryStore } from '../../server/history/history-store.ts';
import type { HistoryBounds } from '../../server/history/retention.ts';
import { sampleResult } from './a-result.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A history in a folder of its own, closed when the test is over. */
export async function makeHistory(
  bounds: Partial<HistoryBounds> = {},
  file = join(temporaryFolder(), 'history.sqlite'),
): Promise<HistoryStore> {
  const store = await HistoryStore.open(file, { entries: 100, bytes: 10_000_000, ...bounds });
  onTestFinished(() => store.close());
  return store;
}

/** The times of runs, one second after another. */
export const at = (second: number): Pick<Result, 'startedAt' | 'finishedAt'> => ({
  startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  finishedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second + 20)).toISOString(),
});

export const runCalled = (id: string, second = 0, more: Partial<Result> = {}): Result => ({
  ...{ ...sampleResult, id, ...at(second) },
  ...more,
});

export const madeLesson: RecipeResult = {
  kind: 'recipe',
  schema: 2,
  recipe: 'pipeline-depth',
  form: 'quick',
  startedAt: '2026-01-02T00:00:00.000Z',
  finishedAt: '2026-01-02T00:01:00.000Z',
  state: 'completed',
  prediction: { unit: null, answer: '16' },
  tables: [],
  claims: [
    { claim: 'it-helps', outcome: 'holds', evidence: [] },
    { claim: 'it-hurts', outcome: 'does not hold here', evidence: [] },
  ],
  reading: [],
  warnings: [],
  steps: [{ step: 'one', label: 'One', state: 'completed', error: null, result: sampleResult }],
};

const point = (offeredRps: number, state: 'kept' | 'grows') => ({
  ...{ offeredRps, state, achievedRps: offeredRps, p50Ms: 1, p99Ms: 2, backlog: 0 },
});

/** A load curve of two lanes: one keeps every rate, the other none. */
export const madeLoad: RecipeResult = {
  ...{ kind: 'recipe', schema: 2, recipe: 'load-curve', form: 'full', state: 'completed' },
  startedAt: '2026-01-04T00:00:00.000Z',
  finishedAt: '2026-01-04T00:01:00.000Z',
  prediction: { unit: null, answer: null },
  ...{ tables: [], claims: [], reading: [], warnings: [], steps: [] },
  load: {
    plan: parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] }),
    rates: [500, 4000],
    lanes: [
      {
        ...{ lane: 'one-by-one', label: 'One by one', strategy: 'one-by-one', keptRps: null, growsRps: 500 },
        points: [point(500, 'grows'), point(4000, 'grows')],
      },
      {
        ...{ lane: 'pipeline', label: 'Pipeline', strategy: 'pipeline', keptRps: 4000, growsRps: null },
        points: [point(500, 'kept'), point(4000, 'kept')],
      },
    ],
  },
};

export const madeAdvice: SearchResult = {
  schema: 2,
  startedAt: '2026-01-03T00:00:00.000Z',
  elapsedMs: 30_000,
  state: 'stopped',
  order: {
    target: 'embedded',
    workload: parsePlan({
      target: 'embedded',
      workload: { commands: ['incr'] },
      lanes: [{ strategy: 'lua' }],
    }).workload,
    deepest: 64,
    strategies: ['one-by-one', 'pipeline'],
    p99BoundMs: 5,
    budgetMs: 30_000,
  },
  environment: sampleResult.environment,
  points: [],
  recommendation: null,
  snippet: null,
  warnings: [],
};
