import type { Sweep, RunStep, SweepEvent, SweepStep } from '../../../shared/sweep/recipe.ts';
import { startSweep } from '../../../server/engine/sweep/sweep.ts';
import { alreadyThere, type Target } from '../../../server/redis/connection/target.ts';

export const step = (id: string, plan: Partial<RunStep['plan']> = {}): RunStep => ({
  type: 'run',
  id,
  label: `step ${id}`,
  plan: {
    workload: { durationMs: 300, warmupMs: 0, clients: 2, keyspace: 100 },
    schedule: { sliceMs: 100 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    ...plan,
  },
});

export const recipeOf = (...steps: SweepStep[]): Sweep => ({
  id: 'made',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => measured.ratio(['a', 'pipeline'], ['a', 'one-by-one'])?.ratio ?? null,
  },
  steps: () => steps,
  claims: {
    'it-runs': (measured) => ({
      outcome: measured.rate(['a', 'pipeline']) ? 'holds' : 'cannot be seen here',
      evidence: [{ code: 'it-ran' }],
    }),
  },
  tables: () => [],
  read: (measured) => [{ code: 'rate', rate: measured.rate(['a', 'pipeline']) ?? 0 }],
});

export function sweep(
  target: Target,
  recipe: Sweep,
  signal?: AbortSignal,
  onEvent?: (event: SweepEvent) => void,
) {
  const events: SweepEvent[] = [];
  const { finished } = startSweep(
    { recipe, form: 'quick', open: () => Promise.resolve(alreadyThere(target)) },
    {
      ...(signal ? { signal } : {}),
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    },
  );
  return { finished, events };
}

export const story = (events: readonly SweepEvent[]) =>
  events.flatMap((event) => (event.type === 'run-event' ? [] : [event.type]));
