import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  hasMeasured,
  type Recipe,
  type RunStep,
  type SweepStep,
  type SweepEvent,
} from '../../../shared/recipes/recipe.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { startSweep } from '../../../server/engine/sweep/sweep.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { alreadyThere } from '../../../server/redis/connection/opened-target.ts';
import { findServer } from '../../../server/redis/private/find-server.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const embedded = useEmbedded();

const step = (id: string, plan: Partial<RunStep['plan']> = {}): RunStep => ({
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

const recipeOf = (...steps: SweepStep[]): Recipe => ({
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

function sweep(recipe: Recipe, signal?: AbortSignal, onEvent?: (event: SweepEvent) => void) {
  const events: SweepEvent[] = [];
  const { finished } = startSweep(
    { recipe, form: 'quick', open: () => Promise.resolve(alreadyThere(embedded().target)) },
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

const story = (events: readonly SweepEvent[]) =>
  events.flatMap((event) => (event.type === 'run-event' ? [] : [event.type]));

test('tells its story in order, with the events of each run between the steps', async () => {
  const { finished, events } = sweep(recipeOf(step('a'), step('b')));
  const result = await finished;
  expect(story(events)).toEqual([
    'sweep-started',
    ...['step-started', 'step-ended', 'step-started', 'step-ended'],
    'sweep-finished',
  ]);
  expect(events.at(-1)).toEqual({ type: 'sweep-finished', result });
  expect(
    events.filter((event) => event.type === 'run-event' && event.event.type === 'run-finished'),
  ).toHaveLength(2);
  expect(result).toMatchObject({
    kind: 'recipe',
    schema: 2,
    recipe: 'made',
    form: 'quick',
    state: 'completed',
  });
  expect(result.prediction.answer).toBeGreaterThan(0);
  expect(result.claims).toEqual([expect.objectContaining({ claim: 'it-runs', outcome: 'holds' })]);
  expect(result.steps.map(({ result: run }) => run?.lanes.length)).toEqual([2, 2]);
  // Of a machine that others use as well.
  const ofMachine = /sweep-(lanes-scatter|machine-busy)/;
  expect(result.warnings.filter((warning) => !ofMachine.test(JSON.stringify(warning)))).toEqual([]);
});

test('a step that fails is told, and the others go on', async () => {
  const impossible = step('impossible', { workload: { dataSize: 1_000_000, keyspace: 10_000_000 } });
  const { finished } = sweep(recipeOf(impossible, step('a')));
  const result = await finished;
  expect(result.state).toBe('failed');
  expect(result.steps[0]).toMatchObject({ step: 'impossible', state: 'failed', result: null });
  expect(result.steps[0]?.error?.message).toContain('would take');
  expect(result.steps[1]).toMatchObject({ step: 'a', state: 'completed' });
  expect(result.claims[0]?.outcome).toBe('holds');
});

test('a step whose server program is not installed is skipped with its name, and the others follow', async () => {
  const folder = temporaryFolder();
  symlinkSync(findServer(), join(folder, 'redis-server'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('ROUNDTRIP_REDIS_SERVER', '');
  vi.stubEnv('ROUNDTRIP_VALKEY_SERVER', '');
  const pair: SweepStep = {
    ...step('pair', { lanes: [{ strategy: 'pipeline', server: { program: 'valkey-server' } }] }),
    needs: ['redis-server', 'valkey-server'],
  };
  try {
    const { finished, events } = sweep(recipeOf(pair, step('a')));
    const result = await finished;
    expect(result.state).toBe('completed');
    expect(result.steps[0]).toEqual({
      step: 'pair',
      label: 'step pair',
      state: 'skipped',
      missing: ['valkey-server'],
      error: null,
      result: null,
    });
    expect(result.steps[1]).toMatchObject({ step: 'a', state: 'completed' });
    const [started] = events;
    expect(started?.type === 'sweep-started' && started.steps[0]?.estimateMs).toBe(0);
    expect(story(events)).toEqual([
      'sweep-started',
      'step-ended',
      ...['step-started', 'step-ended'],
      'sweep-finished',
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a plan that no server could carry out is refused before any is opened', async () => {
  const faulty = step('faulty', { lanes: [{ strategy: 'multi-key' }], workload: { commands: ['incr'] } });
  const opened: string[] = [];
  const { finished } = startSweep({
    recipe: recipeOf(step('a'), faulty),
    form: 'quick',
    open: ({ id }) => {
      opened.push(id);
      return Promise.resolve(alreadyThere(embedded().target));
    },
  });
  await expect(finished).rejects.toThrow('multi-key can only send set, get, del');
  expect(opened).toEqual([]);
});

test('stopped, it keeps what was measured and begins no further step', async () => {
  const stopping = new AbortController();
  const long = step('a', { workload: { durationMs: 60_000, warmupMs: 0 } });
  const { finished, events } = sweep(recipeOf(long, step('b')), stopping.signal, (event) => {
    if (event.type === 'run-event' && event.event.type === 'standing') stopping.abort();
  });
  const result = await finished;
  expect(result.state).toBe('stopped');
  expect(story(events)).toEqual(['sweep-started', 'step-started', 'step-ended', 'sweep-finished']);
  expect(result.steps[0]?.result?.lanes[0]?.commands).toBeGreaterThan(0);
});

test('stopped while its server is being started, it measures nothing', async () => {
  const stopping = new AbortController();
  const outcomes: StepOutcome[] = [];
  const result = await startSweep(
    {
      recipe: recipeOf(step('a', { workload: { durationMs: 60_000, warmupMs: 0 } }), step('b')),
      form: 'quick',
      open: () => {
        stopping.abort();
        return Promise.resolve(alreadyThere(embedded().target));
      },
    },
    {
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'step-ended') outcomes.push(event.outcome);
      },
    },
  ).finished;
  expect(outcomes).toEqual([{ step: 'a', label: 'step a', state: 'stopped', error: null, result: null }]);
  expect(result.state).toBe('stopped');
  expect(hasMeasured(result)).toBe(false);
});

test('without a server that was named, each step gets a private one with its settings', async () => {
  const labels: string[] = [];
  const result = await startSweep(
    {
      recipe: recipeOf(step('a'), step('b', { server: { persistence: 'aof-always' } })),
      form: 'quick',
    },
    {
      onEvent: (event) => {
        if (event.type === 'step-ended') labels.push(event.outcome.state);
      },
    },
  ).finished;
  expect(labels).toEqual(['completed', 'completed']);
  expect(result.steps.map(({ result: run }) => run?.plan.target)).toEqual(['embedded', 'embedded']);
  expect(result.steps.map(({ result: run }) => run?.plan.server?.persistence)).toEqual([
    undefined,
    'aof-always',
  ]);
  expect(result.steps.every(({ result: run }) => run?.lanes.every(({ countsAgree }) => countsAgree))).toBe(
    true,
  );
});

test('a step can watch memory, and another be an experiment about atomicity', async () => {
  const lanes = [{ strategy: 'pipeline' }];
  const workload = { durationMs: 200, warmupMs: 0, pipeline: 500, clients: 1, keyspace: 300 };
  const { finished, events } = sweep(
    recipeOf(
      { ...step('a', { workload, schedule: { sliceMs: 100 }, lanes }), watchesMemory: true },
      { type: 'atomicity', id: 'b', label: 'b', plan: { workload, lanes } },
    ),
  );
  const [watched, tried] = (await finished).steps;
  expect(watched?.memory?.lanes).toMatchObject([{ lane: 'pipeline', keys: { before: 0 } }]);
  expect(watched?.memory?.lanes[0]?.keys?.after).toBeGreaterThan(100);
  expect(tried).toMatchObject({ state: 'completed', result: null, atomicity: [{ strategy: 'pipeline' }] });
  expect(story(events).filter((type) => type === 'step-ended')).toHaveLength(2);
  // A server that is not ours to end keeps nothing of it.
  const redis = await openAdmin(embedded().target);
  expect(await redis.dbsize().finally(() => redis.disconnect())).toBe(0);
});

test('a step about the private cluster gets one', async () => {
  const workload = { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 };
  const result = await startSweep({
    recipe: recipeOf(step('c', { target: 'cluster', workload, lanes: [{ strategy: 'pipeline' }] })),
    form: 'quick',
  }).finished;
  expect(result.steps[0]).toMatchObject({ state: 'completed', result: { plan: { target: 'cluster' } } });
  expect(result.steps[0]?.result?.lanes[0]).toMatchObject({ failed: 0, countsAgree: true });
});
