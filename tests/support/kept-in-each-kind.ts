import type { KeptLesson } from '../../shared/contract/guesses.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { SearchResult } from '../../shared/contract/search.ts';
import { limits } from '../../shared/limits.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { recipes } from '../../shared/sweep/recipes.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import { HistoryStore } from '../../server/history/history-store.ts';
import { strategyDescriptions } from '../../server/engine/clients/index.ts';
import { eachVerdict, eachWarning } from './each-finding.ts';
import { madeAdvice, madeLoad, runCalled } from './made-history.ts';
import { makeMeasured } from './made-outcomes.ts';
import { eachSearch } from './made-searches.ts';
import { laneOf, sampleResult } from './sample-result.ts';

const steady = [99, 101, 100, 98, 102];

/** A lane with the label that the engine gives to one without a name of its own. */
const measuredLane = (strategy: string, throughput: number, more: Parameters<typeof laneOf>[2] = {}) => {
  const lane = laneOf(strategy, throughput, more);
  const slices = steady.map((share) => (share / 100) * throughput);
  return {
    ...lane,
    label: strategyDescriptions.find(({ id }) => id === strategy)?.label ?? strategy,
    throughput: lane.throughput && { ...lane.throughput, slices },
  };
};

/** With verdicts and with every warning that there is. */
const judgedRun = (id: string, verdicts: typeof eachVerdict): Result => {
  const lanes = verdicts.map((_, index) => ({ strategy: 'pipeline', id: `pipeline-${index + 1}` }));
  return {
    ...runCalled(id, 1),
    plan: parsePlan({ lanes }),
    lanes: verdicts.map((verdict, index) => ({
      ...measuredLane('pipeline', 1000 + index),
      id: `pipeline-${index + 1}`,
      verdict,
    })),
    comparisons: [],
    warnings: [...eachWarning],
  };
};

const plainRun = (id: string, second: number, plan: Parameters<typeof parsePlan>[0]): Result => {
  const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'lua' }];
  return {
    ...runCalled(id, second),
    plan: parsePlan({ lanes, ...(plan as object) }),
    lanes: [
      measuredLane('one-by-one', 7500),
      measuredLane('pipeline', 29_000),
      measuredLane('lua', 7600, {
        state: 'stopped',
        roundTrip: {
          before: { medianMs: 20.05, p99Ms: 21, samples: 50 },
          during: { medianMs: 20.2, p99Ms: 22, samples: 25 },
        },
      }),
    ],
  };
};

/** Two runs that differ in everything that a plan can say. */
const runs = [
  plainRun('first', 2, {}),
  plainRun('second', 3, {
    network: { rttMs: 20, jitterMs: 2, bandwidthMbit: 100 },
    server: {
      persistence: 'aof-always',
      ioThreads: 2,
      maxMemoryBytes: 100 * 1024 ** 2,
      tls: true,
      access: 'acl-user',
    },
    workload: {
      commands: ['set', 'get'],
      ratio: [1, 10],
      clients: 20,
      dataSize: 5120,
      threads: 2,
      rps: 5000,
    },
    schedule: { sliceMs: 500, untilLevel: true },
    bystander: { rps: 50 },
  }),
  { ...plainRun('stopped', 4, {}), state: 'stopped' as const, comparisons: [] },
  {
    ...plainRun('level', 5, {}),
    comparisons: sampleResult.comparisons.map((one) => ({ ...one, outcome: 'inconclusive' as const })),
  },
  judgedRun('verdicts', eachVerdict.slice(0, limits.lanes.max)),
  judgedRun('further-verdicts', eachVerdict.slice(-limits.lanes.max)),
];

/** All lessons and answers are looked at on paper; here it is the page around them. */
const lessons = recipes.slice(0, 2).map((recipe): [id: string, lesson: KeptLesson] => {
  const measured = makeMeasured(recipe, () => ({ rate: 1000, p50: 1, p99: 2, atomicity: { halfDone: 3 } }));
  return [
    `lesson-${recipe.id}`,
    {
      kind: 'recipe',
      schema: 2,
      recipe: recipe.id,
      form: 'quick',
      startedAt: '2026-01-02T00:00:00.000Z',
      finishedAt: '2026-01-02T00:01:00.000Z',
      state: 'completed',
      prediction: {
        unit: recipe.prediction.type === 'number' ? recipe.prediction.unit : null,
        answer: recipe.prediction.answer(measured),
      },
      tables: recipe.tables(measured),
      claims: Object.entries(recipe.claims).map(([claim, judge]) => ({ claim, ...judge(measured) })),
      reading: recipe.read(measured),
      warnings: [],
      steps: [],
    },
  ];
});

const searches = [...eachSearch.slice(0, 1), ...eachSearch.slice(-1)].map(
  ({ search, points }, index): [id: string, search: SearchResult] => [
    `search-${index}`,
    {
      ...madeAdvice,
      state: 'completed',
      order: search,
      points,
      recommendation: recommend(search, points),
      warnings: [...eachWarning],
    },
  ],
);

/** What the history has to show of each kind, measured by nobody: every finding, lesson and answer that there is. */
export async function keepEachKind(file: string): Promise<{ ids: string[] }> {
  const store = await HistoryStore.open(file);
  try {
    for (const result of runs) await store.keepRun(result, []);
    for (const [id, lesson] of lessons) await store.keepLesson(id, lesson);
    for (const [id, search] of searches) await store.keepSearch(id, search);
    await store.keepSearch('search-stopped', madeAdvice);
    await store.keepLesson('load-curve', madeLoad);
    const ids = [
      ...runs.map(({ id }) => id),
      ...lessons.map(([id]) => id),
      ...searches.map(([id]) => id),
      'search-stopped',
      'load-curve',
    ];
    return { ids };
  } finally {
    store.close();
  }
}
