import type { KeptLesson } from '../../shared/contract/guesses.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { SearchResult } from '../../shared/contract/search.ts';
import { limits } from '../../shared/limits.ts';
import { recipes } from '../../shared/sweep/recipes.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import { HistoryStore } from '../../server/history/history-store.ts';
import { strategyDescriptions } from '../../server/engine/clients/index.ts';
import { eachVerdict, eachWarning } from './each-finding.ts';
import { at, madeAdvice, madeLoad } from './made-history.ts';
import { makeMeasured } from './made-outcomes.ts';
import { eachSearch } from './made-searches.ts';
import type { GivenLane } from './a-lane.ts';
import { aResult, type ResultFigures } from './a-result.ts';

const labelOf = (strategy: string) =>
  strategyDescriptions.find(({ id }) => id === strategy)?.label ?? strategy;

/** With verdicts and with every warning that there is. */
const judgedRun = (id: string, verdicts: typeof eachVerdict): Result => {
  const lanes = verdicts.map((verdict, index): [string, GivenLane] => [
    `pipeline-${index + 1}`,
    { perSecond: 1000 + index, strategy: 'pipeline', label: labelOf('pipeline'), verdict },
  ]);
  return aResult({
    id,
    ...at(1),
    lanes: Object.fromEntries(lanes),
    comparisons: [],
    warnings: [...eachWarning],
  });
};

/** Lanes with the labels that the engine gives to those without a name of their own. */
const plainRun = (
  id: string,
  second: number,
  plan: Partial<PlanInput>,
  more: ResultFigures = {},
  rates = [7500, 29_000, 7600],
): Result => {
  const lanes = ['one-by-one', 'pipeline', 'lua'].map((strategy, place): [string, GivenLane] => [
    strategy,
    { perSecond: rates[place] ?? 0, label: labelOf(strategy), state: place === 2 ? 'stopped' : 'completed' },
  ]);
  return aResult({ id, ...at(second), plan, state: 'completed', lanes: Object.fromEntries(lanes), ...more });
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
  plainRun('stopped', 4, {}, { state: 'stopped', comparisons: [] }),
  plainRun('level', 5, {}, {}, [7500, 7510, 7490]),
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
