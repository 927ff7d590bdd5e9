import { beforeAll, expect, test, vi } from 'vitest';
import { cardOf } from '../../../client/src/share/cards.ts';
import { hasPrivate, withoutPrivate } from '../../../client/src/share/private.ts';
import { resultWithoutPrivate } from '../../../client/src/share/private-result.ts';
import type { Shared } from '../../../client/src/share/shared.ts';
import { en } from '../../../client/src/messages/en.ts';
import { lacksTexts } from '../../../shared/plan/left-out.ts';
import { resultSchema, type Result } from '../../../shared/contract/result.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { recommend } from '../../../shared/search/recommendation.ts';
import { madeAdvice } from '../../support/made-history.ts';
import { madeCurve, madeSearch } from '../../support/made-points.ts';
import { laneOf, sampleResult } from '../../support/sample-result.ts';

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
});

/** A result that names everything that a result can name. */
const named: Result = {
  ...sampleResult,
  environment: {
    ...sampleResult.environment,
    agents: [
      {
        ...{ name: 'secret-agent', host: 'secret-agent-host', node: '20', cpuModel: 'x', cores: 2 },
        ...{ load: 0, pingMs: 1, controlMs: 1, clockAheadMs: 0 },
      },
    ],
  },
  plan: {
    ...sampleResult.plan,
    target: 'secret-shop',
    prefix: 'secret-root:',
    written: {
      name: 'secret-unit',
      setup: [{ command: 'SET secret-setup 1' }],
      units: [{ name: 'secret-name', stages: [{ commands: [{ command: 'GET secret-item', as: 'item' }] }] }],
    },
    lanes: [
      ...sampleResult.plan.lanes,
      {
        ...{ id: 'multi-secret-target', strategy: 'function', label: 'MULTI (secret-target)' },
        ...{ target: 'secret-target', file: 'secret-file.mjs', workload: sampleResult.plan.workload },
      },
    ],
    workload: {
      ...sampleResult.plan.workload,
      commands: ['custom'],
      customCommand: 'GET __key__ secret-text',
      customCommands: ['GET __key__ secret-text', 'GET __key__ secret-line'],
      keyPrefix: 'secret-prefix:',
    },
  },
  lanes: [
    ...sampleResult.lanes,
    laneOf('multi', 1000, {
      id: 'multi-secret-target',
      label: 'MULTI (secret-target)',
      errors: { ERR: 'secret-error' },
      state: 'failed',
      error: { name: 'Error', code: 'ECONNREFUSED', message: 'secret-host:6379', stack: 'at secret-file.ts' },
      target: {
        ...{ id: 'secret-target', name: 'redis', version: '7', mode: null, allocator: null },
        ...{ ioThreads: null, persistence: null, sharedMachine: null, pingMs: null },
      },
    }),
  ],
  slotsMoved: [{ atMs: 1, tookMs: 1, from: 'secret-from:1', to: 'secret-to:2', slots: [0, 1], keys: 1 }],
};

const said = { text: 'MULTI (secret-target): × 2', more: '' };
const shared = (result: Result): Shared => ({ kind: 'run', id: 'run-1', result, said });

test('What is private is left out of a run, of its headline and of the ids of its lanes', () => {
  const reduced = withoutPrivate(shared(named));
  expect(JSON.stringify(reduced)).not.toContain('secret');
  const result = resultWithoutPrivate(named);
  expect(resultSchema.safeParse(result).error).toBeUndefined();
  expect(result.lanes.at(-1)).toMatchObject({ id: `lane-${result.plan.lanes.length}`, label: 'MULTI (…)' });
  expect([lacksTexts(named.plan), lacksTexts(result.plan)]).toEqual([false, true]);
  expect(hasPrivate(shared(named))).toBe(true);
});

test('Its picture says that it was a command of one’s own, and no more', () => {
  const { workload } = sampleResult.plan;
  const result = {
    ...sampleResult,
    plan: {
      ...sampleResult.plan,
      workload: { ...workload, commands: ['custom' as const], customCommand: 'GET __key__ secret' },
      lanes: sampleResult.plan.lanes.map((lane) => ({
        ...lane,
        workload: { ...workload, commands: ['custom' as const], customCommand: 'GET __key__ secret' },
      })),
    },
  };
  const tools = {
    session: { batches: () => true, nameOfMeasured: ({ id }: { id: string }) => id, targets: [] },
    messages: en,
    colours: String,
  };
  expect(cardOf(shared(result), tools).facts[0]).toContain('GET __key__ secret');
  expect(cardOf(withoutPrivate(shared(result)), tools).facts[0]).toMatch(/^own command · /);
});

test('A search keeps the name of its server and its command to itself as well', () => {
  const order = {
    ...{ ...madeAdvice.order, ...madeSearch(), target: 'secret-shop' },
    workload: {
      ...madeSearch().workload,
      commands: ['custom' as const],
      customCommand: 'GET __key__ secret',
    },
  };
  const points = madeCurve([1, 16, 64], { tripMs: 5, ceiling: 300_000 });
  const recommendation = recommend(order, points);
  const search: Shared = {
    ...{ kind: 'search', id: 'search-1', words, answer: describeAnswer(order, recommendation, words) },
    shown: {
      ...{ id: 'search-1', state: 'completed', startedAt: madeAdvice.startedAt, order, points },
      ...{
        elapsedMs: 0,
        stage: null,
        candidates: [],
        error: null,
        advice: { ...madeAdvice, recommendation },
      },
    },
  };
  expect(JSON.stringify(withoutPrivate(search))).not.toContain('secret');
  expect(hasPrivate(search)).toBe(true);
});

test('Where nothing is private, nothing is left out', () => {
  expect(
    hasPrivate(shared({ ...sampleResult, lanes: sampleResult.lanes.filter(({ error }) => !error) })),
  ).toBe(false);
});
