import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasMeasured, type SweepStep } from '../../../shared/sweep/recipe.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { startSweep } from '../../../server/engine/sweep/sweep.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { findServer } from '../../../server/redis/private/find-server.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { recipeOf, step, story, sweep } from './made-recipe.ts';

const embedded = useEmbedded();

test('tells its story in order, with the events of each run between the steps', async () => {
  const { finished, events } = sweep(embedded().target, recipeOf(step('a'), step('b')));
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
    const { finished, events } = sweep(embedded().target, recipeOf(pair, step('a')));
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
  await expect(finished).rejects.toThrow('multi-key can only send set, get, setex, del');
  expect(opened).toEqual([]);
});

test('stopped, it keeps what was measured and begins no further step', async () => {
  const stopping = new AbortController();
  const long = step('a', { workload: { durationMs: 60_000, warmupMs: 0 } });
  const { finished, events } = sweep(
    embedded().target,
    recipeOf(long, step('b')),
    stopping.signal,
    (event) => {
      if (event.type === 'run-event' && event.event.type === 'standing') stopping.abort();
    },
  );
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
