import { expect, test } from 'vitest';
import { startSweep } from '../../../server/engine/sweep/sweep.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { recipeOf, step, story, sweep } from './made-recipe.ts';

const embedded = useEmbedded();

test('a step that fails is told, and the others go on', async () => {
  const impossible = step('impossible', { workload: { dataSize: 1_000_000, keyspace: 10_000_000 } });
  const { finished } = sweep(embedded().target, recipeOf(impossible, step('a')));
  const result = await finished;
  expect(result.state).toBe('failed');
  expect(result.steps[0]).toMatchObject({ step: 'impossible', state: 'failed', result: null });
  expect(result.steps[0]?.error?.message).toContain('would take');
  expect(result.steps[1]).toMatchObject({ step: 'a', state: 'completed' });
  expect(result.claims[0]?.outcome).toBe('holds');
});

test('a lane most of whose commands fail is a failure of its step, unless the step is about that', async () => {
  const refused = step('a', {
    workload: { durationMs: 200, warmupMs: 0, commands: ['custom'], customCommand: 'SETEX __key__ 0 x' },
    lanes: [{ strategy: 'pipeline' }],
  });
  const { finished } = sweep(embedded().target, recipeOf(refused, { ...refused, id: 'b', mayFail: true }));
  const [failed, answered] = (await finished).steps;
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'MOSTLY_FAILED' } });
  expect(answered).toMatchObject({ state: 'completed', error: null });
  expect(answered?.result?.lanes[0]).toMatchObject({ state: 'failed', commands: 0 });
});

test('a step can watch memory, and another be an experiment about atomicity', async () => {
  const lanes = [{ strategy: 'pipeline' }];
  const workload = { durationMs: 200, warmupMs: 0, pipeline: 500, clients: 1, keyspace: 300 };
  const { finished, events } = sweep(
    embedded().target,
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
