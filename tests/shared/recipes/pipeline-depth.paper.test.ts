import { describe, expect, test } from 'vitest';
import { recipe as pipelineDepth } from '../../../shared/recipes/pipeline-depth.ts';
import { makeMeasured, type Making } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

/** Times the throughput of depth 1, by size and depth; 1 where nothing is said. */
type Gains = Record<string, Record<number, number>>;

const measure = (gains: Gains, making: Making = {}) =>
  makeMeasured(
    pipelineDepth,
    (step, lane) => {
      const gain = gains[step]?.[Number(lane.replace('depth-', ''))];
      return { rate: 50_000 * (gain ?? 1), bytesAWrite: 1490, serverMicros: 1 };
    },
    making,
  );
const judgements = (gains: Gains, making?: Making) => judgedIn(pipelineDepth, measure(gains, making));

test.each([
  ['the fastest depth gains 10.7', { 8: 9, 10: 10.7, 40: 9.3 }, 'holds', 'Depth 10 against 1'],
  ['the fastest depth gains 3', { 8: 2, 40: 3 }, 'does not hold here', 'Depth 40 against 1'],
])('an order of magnitude: %s', (_what, gains, judgement, evidence) => {
  const [finding] = judgements({ 'wire-100': gains });
  expect(finding?.outcome).toBe(judgement);
  expect(finding?.because).toContain(evidence);
});

describe('filling the packets of the link', () => {
  const cliff = { 'wire-100': { 10: 10.7, 11: 6 } };

  test('cannot be seen on one machine, even where there is a cliff', () => {
    const [, finding] = judgements(cliff);
    expect(finding?.outcome).toBe('cannot be seen here');
    expect(finding?.because).toMatch(/no packets of 1500 bytes.*Depth 11 against 10.*1490 bytes a write/);
  });

  test.each([
    ['holds with a cliff', cliff, 'holds'],
    ['does not without', { 'wire-100': { 10: 10.7, 11: 11 } }, 'does not hold here'],
  ])('elsewhere it %s', (_what, gains, judgement) => {
    for (const where of [{ isOneMachine: false }, { byKernel: true }])
      expect(judgements(gains, where)[1]?.outcome).toBe(judgement);
  });
});

describe('a pipeline of large commands', () => {
  test.each([
    ['holds where the link is full', { 'wire-3000': { 8: 4 }, 'link-3000': { 8: 1.05 } }, 'holds'],
    ['does not where it gains', { 'wire-3000': { 8: 4 }, 'link-3000': { 8: 2 } }, 'does not hold here'],
  ])('%s, and says what it gains without the link', (_what, gains: Gains, judgement) => {
    const finding = judgements(gains)[2];
    expect(finding?.outcome).toBe(judgement);
    expect(finding?.because).toContain('With nothing in between: × 4.00');
  });

  test('elsewhere, the way itself is judged', () => {
    const [, , finding] = judgements({ 'wire-3000': { 8: 4 } }, { isOneMachine: false });
    expect(finding?.outcome).toBe('does not hold here');
  });
});

test('the fastest depth is the answer, and the reading names those that are as fast within the interval', () => {
  const measured = measure({ 'wire-100': { 10: 10, 15: 10 } });
  expect(pipelineDepth.prediction.answer(measured)).toBe('10');
  expect(readIn(pipelineDepth, measured)[0]).toMatch(
    /^100 bytes: depth 10 is the fastest.*as fast within the interval: 15\.$/,
  );
});

test('the full form adds the sweep with ioredis, by the published counts', () => {
  const steps = pipelineDepth.steps('full');
  expect(steps.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['wire-100', 'pipeline-100', 'pipeline-3000']),
  );
  const deepest = steps[0]?.plan.lanes.find(({ id }) => id === 'depth-40');
  expect(deepest?.workload?.['requests']).toBe(5_000_000);
});
