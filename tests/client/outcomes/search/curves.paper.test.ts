import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { depthAxis, logAxis, ticksApart } from '../../../../client/src/charts/log-axis.ts';
import { contenderOf } from '../../../../client/src/outcomes/search/compare-answer.ts';
import { LiveRun } from '../../../../client/src/run/live-run.svelte.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { OwnPlan } from '../../../../client/src/plan/own-plan.svelte.ts';
import { PlanDraft } from '../../../../client/src/plan/plan-draft.svelte.ts';
import { curvesOf, forwardRuns, hasDepth } from '../../../../client/src/outcomes/search/curves.ts';
import { SearchDraft } from '../../../../client/src/rooms/search/search-draft.svelte.ts';
import { marksOf } from '../../../../shared/report/search.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { parseOrder } from '../../../../shared/search/order.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import { sampleOf } from '../../../support/fake-engine.ts';
import { madeCurve, madePoint, madeSearch, madeWorkload } from '../../../support/made-points.ts';
import { snapshotOf, tickOf } from '../../../support/snapshots.ts';

const far = madeCurve([1, 16, 64, 256], { tripMs: 5, ceiling: 300_000 });

const searchOf = (fields: Partial<SearchSnapshot> = {}): SearchSnapshot => ({
  id: 'search-1',
  state: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  order: { target: 'embedded', ...madeSearch(), budgetMs: 60_000 },
  elapsedMs: 0,
  stage: 'final',
  candidates: [],
  points: far,
  advice: null,
  error: null,
  ...fields,
});

test('A logarithmic axis holds its values with some room, between figures that can be read', () => {
  expect(logAxis([0.12, 4.2])).toEqual({ min: 0.1, max: 5, ticks: [0.1, 0.2, 0.5, 1, 2, 5] });
  expect(logAxis([12_000, 900_000])).toMatchObject({ min: 10_000, max: 1_000_000 });
  expect(logAxis([0.01, 9000]).ticks).toEqual([0.01, 0.1, 1, 10, 100, 1000, 10_000]);
  expect(logAxis([])).toMatchObject({ min: 0.5, max: 20 });
  expect(logAxis([0, NaN, 3])).toMatchObject({ min: 2, max: 5 });
});

test('An axis of batch sizes has those that were tried, as far as there is room', () => {
  expect(depthAxis([4, 16, 17, 64]).ticks).toEqual([1, 4, 16, 64]);
  expect(depthAxis([]).max).toBeGreaterThan(1);
});

test('A curve has a line for each way, the baseline first, and the final figure of a point wins', () => {
  const first = madePoint('pipeline', 64, 1, 1, { stage: 'survey' });
  const curves = curvesOf(searchOf({ points: [first, ...far] }), null);
  expect(curves.map(({ strategy, mark }) => [strategy, mark.colour])).toEqual([
    ['one-by-one', '--lane-1'],
    ['pipeline', '--lane-4'],
  ]);
  expect(curves[1]?.points.map(({ batchSize, stage }) => [batchSize, stage])).toEqual([
    [16, 'final'],
    [64, 'final'],
    [256, 'final'],
  ]);
});

test('What is being measured moves on the curve, once it is counted', () => {
  const candidates = [{ strategy: 'pipeline', batchSize: 32 }] as const;
  const run = new LiveRun(
    snapshotOf({ series: 'search' }, { lanes: [{ id: 'pipeline-32', strategy: 'pipeline' }] }),
  );
  const latency = { mean: 1, min: 1, p50: 1, p95: 1, p99: 7, p999: 8, max: 9 };
  const latencyMs = { command: latency, batch: null, response: null };
  const measured = () =>
    curvesOf(searchOf({ candidates: [...candidates] }), run)[1]?.points.find(
      ({ batchSize }) => batchSize === 32,
    );
  run.tick(tickOf({ samples: [sampleOf('pipeline-32', { phase: 'warmup', latencyMs })] }));
  expect(measured()).toBeUndefined();
  run.tick(
    tickOf({ samples: [sampleOf('pipeline-32', { throughput: 4321, atMs: 200, laneMs: 200, latencyMs })] }),
  );
  expect(measured()).toMatchObject({ stage: 'live', throughput: 4321, p99Ms: 7 });
});

test('A run that was started for itself is no part of a search', () => {
  const run = new LiveRun(snapshotOf({}, { lanes: [{ id: 'pipeline-32', strategy: 'pipeline' }] }));
  run.tick(tickOf({ samples: [sampleOf('pipeline-32')] }));
  expect(
    curvesOf(searchOf({ candidates: [{ strategy: 'pipeline', batchSize: 32 }] }), run)[1]?.points,
  ).toHaveLength(3);
});

test('The answer, the knee and the best are told; of several they are one', () => {
  const recommendation = recommend(madeSearch(), far);
  const { candidate, knee } = recommendation;
  const order = madeSearch();
  expect(marksOf(candidate, order, recommendation)).toContain('advised');
  expect(marksOf(knee, order, recommendation)).toContain('knee');
  const least = recommend(madeSearch({ p99BoundMs: 0.01 }), far);
  expect(marksOf(least.candidate, order, least)).toContain('leastP99');
  expect(marksOf(knee, order, { ...recommendation, stillClimbing: true })).not.toContain('knee');
  expect(marksOf(madePoint('pipeline', 2, 1000, 1), order, recommendation)).toEqual([]);
});

test('Where batching is not worth it, there still is something to compare with', () => {
  const flat = [madePoint('one-by-one', 1, 50_000, 1), madePoint('pipeline', 16, 50_100, 4)];
  const recommendation = recommend(madeSearch(), flat);
  expect(recommendation.worth).toBe('no');
  expect(contenderOf(recommendation)).toMatchObject({ strategy: 'pipeline', batchSize: 16 });
  expect(contenderOf(recommend(madeSearch(), far))).toMatchObject({ strategy: 'pipeline' });
});

test('Where nothing keeps the bound, the batch nearest to it is compared, not the one with the most throughput', () => {
  const slow = [
    madePoint('one-by-one', 1, 50_000, 1),
    madePoint('pipeline', 16, 90_000, 4),
    madePoint('multi-key', 64, 200_000, 60),
  ];
  const recommendation = recommend(madeSearch({ p99BoundMs: 0.5 }), slow);
  expect(recommendation.worth).toBe('bound out of reach');
  expect(contenderOf(recommendation)).toMatchObject({ strategy: 'pipeline', batchSize: 16 });
});

test('At a fixed rate only those that gather have a batch size', () => {
  const order = { ...searchOf().order, workload: madeWorkload({ rps: 100 }) };
  expect(hasDepth({ strategy: 'auto-pipeline', batchSize: 1 }, searchOf({ order }))).toBe(false);
  expect(hasDepth({ strategy: 'pipeline', batchSize: 4 }, searchOf({ order }))).toBe(true);
});

test('A line of the curve never goes back, and a first look joins nothing that is judged', () => {
  const dot = (x: number, isFinal = true) => ({ x, isFinal });
  const xs = (dots: { x: number; isFinal: boolean }[]) =>
    forwardRuns(dots).map((run) => run.map(({ x }) => x));
  expect(xs([dot(1), dot(2), dot(3)])).toEqual([[1, 2, 3]]);
  expect(xs([dot(37), dot(41), dot(91), dot(72), dot(34)])).toEqual([[37, 41, 91], [72], [34]]);
  expect(xs([dot(1), dot(2, false), dot(3)])).toEqual([[1, 3], [2]]);
  expect(xs([dot(5, false), dot(4, false)])).toEqual([[5], [4]]);
});

test('An order is made of the draft of the Compare room, and the server takes it', () => {
  const draft = new PlanDraft(en);
  draft.setValue('clients', 3);
  draft.setValue('rttMs', 5);
  const order = new SearchDraft({ draft });
  expect(order.strategies).toEqual(['auto-pipeline', 'pipeline', 'multi-key']);
  order.choose('multi-key', false);
  order.boundText = '7.5';
  order.deepestText = '64';
  const parsed = parseOrder(order.toInput());
  expect(parsed).toMatchObject({
    strategies: ['auto-pipeline', 'pipeline'],
    p99BoundMs: 7.5,
    deepest: 64,
    network: { rttMs: 5 },
    workload: { clients: 3, commands: ['set'] },
    budgetMs: 60_000,
  });
});

test('A run of somebody else does not change what a reader searches for', () => {
  const draft = new PlanDraft(en);
  const own = new OwnPlan(draft);
  const order = new SearchDraft(own);
  draft.setValue('clients', 50);
  draft.setValue('rttMs', 1.5);
  own.adopt(parsePlan({ workload: { clients: 70 }, lanes: [{ strategy: 'pipeline' }] }));
  expect(draft.value('clients')).toBe(70);
  expect(order.toInput()).toMatchObject({ workload: { clients: 50 }, network: { rttMs: 1.5 } });
});

test.each([
  ['-1', 'deepest'],
  ['1', 'deepest'],
  ['2.5', 'deepest'],
  ['many', 'bound'],
  ['0', 'bound'],
])('%s is no %s', (text, field) => {
  const order = new SearchDraft({ draft: new PlanDraft(en) });
  expect(order.faulty).toBe(false);
  if (field === 'bound') order.boundText = text;
  else order.deepestText = text;
  expect(order.faulty).toBe(true);
});

test('A shorter search costs less than the usual one, and a search of no way cannot be started', () => {
  const order = new SearchDraft({ draft: new PlanDraft(en) });
  expect(order.budgetMs('short')).toBeLessThan(order.budgetMs('usual'));
  expect(order.budgetMs('usual')).toBeLessThan(order.budgetMs('long'));
  for (const strategy of order.strategies) order.choose(strategy, false);
  expect(order.faulty).toBe(true);
});

test('On a narrow axis figures that would touch are left out, on a wide one none', () => {
  const axis = depthAxis([4, 16, 64, 128, 256, 512, 1024]);
  expect(ticksApart(axis, 900, String)).toEqual([1, 4, 16, 64, 128, 256, 512, 1024]);
  expect(ticksApart(axis, 260, String)).toEqual([1, 4, 16, 64, 256, 1024]);
});

test('Where the batch size is uncertain, none is advised, and no knee is told', () => {
  const told = recommend(madeSearch(), far);
  const unsure = { ...told, gain: told.gain && { ...told.gain, ci95: [1.2, 30] as [number, number] } };
  expect(marksOf(told.candidate, madeSearch(), unsure)).toEqual(['bestSoFar']);
  expect(marksOf(told.knee, madeSearch(), unsure)).not.toContain('knee');
});
