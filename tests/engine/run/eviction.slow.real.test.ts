import { describe, expect, onTestFinished, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { Recipe, RunStep } from '../../../shared/sweep/recipe.ts';
import { TooLittleMemory } from '../../../server/engine/probes/memory-guard.ts';
import { startSearch } from '../../../server/engine/search/search.ts';
import { startSweep } from '../../../server/engine/sweep/sweep.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { warningsInWords } from '../../support/reported.ts';
import { madeSearch, madeWorkload } from '../../support/made-points.ts';
import { begin, quick, slices } from './begin-run.ts';

const foreignKeys = 30_000;

/** A server of at most 60 MB that evicts, about two thirds full of keys of others. */
async function startCache() {
  const server = await startEmbedded();
  const redis = await openAdmin(server.target);
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  await redis.config('SET', 'maxmemory', '60mb');
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  /** So many further keys of 1 kB. */
  const add = (name: string, keys: number) =>
    redis.eval(
      `for i = 1, ARGV[2] do redis.call('SET', ARGV[1] .. i, string.rep('x', 1000)) end`,
      ...[0, name, keys],
    );
  await add('foreign:', foreignKeys);
  const evicted = async () => Number(/evicted_keys:(\d+)/.exec(await redis.info('stats'))?.[1]);
  return { target: server.target, redis, add, evicted };
}

type Cache = Awaited<ReturnType<typeof startCache>>;

async function expectUntouched({ redis, evicted }: Cache) {
  expect(await evicted()).toBe(0);
  expect(await redis.dbsize()).toBe(foreignKeys);
}

const large: PlanInput['workload'] = {
  ...quick,
  commands: ['get'],
  dataSize: 1_048_576,
  keyspace: 5,
  clients: 10,
  pipeline: 16,
};

describe('a server that evicts loses no key of others', () => {
  test.each(['pipeline', 'multi-key', 'wire'])(
    'to replies of %s: they are refused before the start',
    async (strategy) => {
      const cache = await startCache();
      const { run, events } = begin(cache.target, { lanes: [{ strategy }], workload: large });
      await expect(run.finished).rejects.toThrow(TooLittleMemory);
      expect(events).toEqual([]);
      await expectUntouched(cache);
    },
  );

  test('to the keys of the bystander', async () => {
    const cache = await startCache();
    const { run } = begin(cache.target, {
      lanes: [{ strategy: 'one-by-one' }],
      workload: { ...quick, dataSize: 100_000, keyspace: 1, clients: 1 },
      bystander: { rps: 10 },
    });
    await expect(run.finished).rejects.toThrow(TooLittleMemory);
    await expectUntouched(cache);
  });

  test('to a load that fits, its replies and its keys', async () => {
    const cache = await startCache();
    const { run } = begin(cache.target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'multi-key' }],
      workload: { ...large, dataSize: 100_000, pipeline: 8 },
      schedule: slices,
    });
    expect((await run.finished).state).toBe('completed');
    await expectUntouched(cache);
  });

  test('to settings that are changed in a run: those that do not fit are refused, and the run goes on', async () => {
    const cache = await startCache();
    const { run, seen } = begin(cache.target, {
      lanes: [{ strategy: 'pipeline' }],
      workload: { ...large, dataSize: 1000 },
      schedule: slices,
    });
    await seen('sample');
    expect(() => {
      run.tune({ pipeline: 10_000 });
    }).toThrow(/evicts keys .* 100,000 commands in flight/);
    expect(() => {
      run.tune({ dataSize: 1_048_576 });
    }).toThrow(TooLittleMemory);
    expect(await run.finished).toMatchObject({ state: 'completed', tunings: [] });
    await expectUntouched(cache);
  });

  test('to a search: it goes no deeper than there is room, and says so', async () => {
    const cache = await startCache();
    const workload = madeWorkload({ commands: ['get'], dataSize: 250_000, keyspace: 5, clients: 10 });
    const order = { target: 'embedded', ...madeSearch({ workload, deepest: 16 }), budgetMs: 8000 };
    const result = await startSearch({ order, target: cache.target }).finished;
    expect(Math.max(...result.points.map(({ batchSize }) => batchSize))).toBe(4);
    expect(result.warnings).toContainEqual({ code: 'no-room-for-larger', batchSize: 4 });
    expect(result.recommendation).not.toBeNull();
    await expectUntouched(cache);
  });

  test('to the last round of a search, which leaves out what no longer has room', async () => {
    const cache = await startCache();
    const workload = madeWorkload({ commands: ['get'], dataSize: 250_000, keyspace: 5, clients: 10 });
    const search = madeSearch({ workload, deepest: 4, strategies: ['pipeline'] });
    const { finished } = startSearch(
      { order: { target: 'embedded', ...search, budgetMs: 8000 }, target: cache.target },
      {
        onEvent: (event) => {
          if (event.type === 'stage-started' && event.stage === 'final') void cache.add('more:', 7000);
        },
      },
    );
    const result = await finished;
    const compared = result.points.filter(({ stage }) => stage === 'final');
    expect(compared.map(({ batchSize }) => batchSize)).toEqual([1, 2]);
    expect(result.warnings).toContainEqual({ code: 'no-room-for-larger', batchSize: 2 });
    expect(await cache.evicted()).toBe(0);
  });
});

test('where that is allowed, a full cache is measured, with the keys that each lane cost', async () => {
  const cache = await startCache();
  await cache.add('more:', 30_000);
  const { run } = begin(cache.target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, commands: ['set'], dataSize: 1000, keyspace: 100_000 },
    schedule: slices,
    allowEviction: true,
  });
  const { state, lanes, comparisons } = await run.finished;
  expect(state).toBe('completed');
  const [slow, fast] = lanes.map(({ server }) => server.evictedKeys ?? 0);
  expect(fast).toBeGreaterThan(slow ?? Infinity);
  expect(comparisons).toHaveLength(1);
  // Of the run's own, none is left.
  expect(await cache.redis.keys('roundtrip:*')).toEqual([]);
});

test('lanes whose filled keys were evicted are not compared', async () => {
  const cache = await startCache();
  // Room for one key in twenty, where one in ten is enough to be compared.
  await cache.redis.config('SET', 'maxmemory', '30mb');
  const { run } = begin(cache.target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, commands: ['get'], dataSize: 10_000, keyspace: 60_000 },
    schedule: slices,
    allowEviction: true,
  });
  const { lanes, comparisons } = await run.finished;
  expect(comparisons).toEqual([]);
  expect(lanes.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toContain('keys-gone');
});

test('a load that stores nothing is not refused for want of memory', async () => {
  const cache = await startCache();
  await cache.redis.config('SET', 'maxmemory', String(40 * 1024 * 1024));
  const { run } = begin(cache.target, {
    lanes: [{ strategy: 'one-by-one' }],
    workload: { ...quick, commands: ['ping'] },
    schedule: slices,
  });
  expect((await run.finished).lanes[0]?.commands).toBeGreaterThan(0);
});

describe('the first key that is evicted, by whatever load, ends', () => {
  const endless: PlanInput = {
    lanes: [{ strategy: 'one-by-one' }],
    workload: { ...quick, durationMs: 60_000 },
    schedule: slices,
  };

  test('a run within its slice, with how many', async () => {
    const cache = await startCache();
    const { run, seen, events } = begin(cache.target, endless);
    await seen('sample');
    await cache.add('more:', 30_000);
    const before = events.filter(({ type }) => type === 'slice-started').length;
    const result = await run.finished;
    expect(result.state).toBe('stopped');
    expect(warningsInWords(result).join()).toMatch(/^stopped: \d+ keys? evicted during this run/);
    // The slice in which they were, and one that may have begun as they came.
    expect(events.filter(({ type }) => type === 'slice-started').length).toBeLessThanOrEqual(before + 1);
  });

  test('a search, which measures no other step', async () => {
    const cache = await startCache();
    const order = { target: 'embedded', ...madeSearch({ deepest: 64 }), budgetMs: 30_000 };
    const stages: string[] = [];
    const { finished } = startSearch(
      { order, target: cache.target },
      {
        onEvent: (event) => {
          if (event.type === 'stage-started') stages.push(event.stage);
          if (event.type === 'run-event' && event.event.type === 'run-started')
            void cache.add('more:', 30_000);
        },
      },
    );
    const result = await finished;
    expect(stages).toEqual(['survey']);
    expect(result).toMatchObject({ state: 'stopped', recommendation: null });
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'keys-evicted' }));
  });

  test('a recipe, which carries out no other step', async () => {
    const cache = await startCache();
    const step = (id: string): RunStep => ({ type: 'run', id, label: id, plan: endless });
    const recipe: Recipe = {
      id: 'made',
      order: 1,
      topic: 'why',
      prediction: { type: 'number', unit: '×', answer: () => null },
      steps: () => [step('a'), step('b')],
      claims: {},
      tables: () => [],
      read: () => [],
    };
    const { finished } = startSweep(
      { recipe, form: 'quick', open: () => Promise.resolve(alreadyThere(cache.target)) },
      {
        onEvent: (event) => {
          if (event.type === 'run-event' && event.event.type === 'sample') void cache.add('more:', 30_000);
        },
      },
    );
    const result = await finished;
    expect(result.state).toBe('stopped');
    expect(result.steps.map((one) => one.step)).toEqual(['a']);
  });
});
