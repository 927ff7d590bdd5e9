import { expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { untilTold } from '../../support/until-told.ts';
import { briefOrder, searchBriefly } from './made-order.ts';

const embedded = useEmbedded();

test('over a round trip a survey and a final round end in a deep batch, and leave no key behind', async () => {
  // Over a trip the answer does not hang on how busy the machine is.
  const order = briefOrder({ network: { rttMs: 5, jitterMs: 0 }, deepest: 8, budgetMs: 9000 });
  const { events, advice } = await untilTold(
    () => searchBriefly(embedded().target, order),
    ({ advice }) => advice.recommendation?.worth !== 'inconclusive',
  );
  expect(events[0]?.type).toBe('search-started');
  expect(events.at(-1)).toEqual({ type: 'search-finished', result: advice });
  expect(events.filter((event) => event.type === 'stage-started').map(({ stage }) => stage)).toEqual([
    'survey',
    'final',
  ]);
  expect(advice.state).toBe('completed');
  const final = advice.points.filter(({ stage }) => stage === 'final');
  expect(final.map(({ strategy, batchSize }) => `${strategy} ${batchSize}`)).toContain('pipeline 8');
  expect(final[0]).toMatchObject({ strategy: 'one-by-one', batchSize: 1 });
  for (const { slices, p99Slices, effectiveBatch, batchSize } of final) {
    expect(slices.length).toBeGreaterThanOrEqual(4);
    expect(p99Slices).toHaveLength(slices.length);
    expect(effectiveBatch).toBeCloseTo(batchSize, 0);
  }
  expect(advice.recommendation).toMatchObject({
    worth: 'yes',
    advised: { strategy: 'pipeline', batchSize: 8 },
  });
  expect(advice.recommendation?.gain?.ratio).toBeGreaterThan(3);
  expect(advice.recommendation?.baseline.verdict.bound).toBe('round-trip');
  // As data: it is put into words where it is read.
  expect(advice).toMatchObject({
    schema: 2,
    recommendation: { candidate: { verdict: { code: 'round-trip' } } },
  });
  expect(advice).not.toHaveProperty('sentences');
  expect(advice.snippet).toContain("from 'ioredis'");
  const redis = await openAdmin(embedded().target);
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
});
