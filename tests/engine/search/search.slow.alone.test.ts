import { expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { untilTold } from '../../support/until-told.ts';
import { briefOrder, searchBriefly } from './made-order.ts';

const embedded = useEmbedded();

test('a survey and a final round end in a recommendation, and leave no key behind', async () => {
  // Over a trip the answer does not hang on how busy the machine is.
  const { events, advice } = await searchBriefly(
    embedded().target,
    briefOrder({ network: { rttMs: 10, jitterMs: 0 } }),
  );
  expect(events[0]?.type).toBe('search-started');
  expect(events.at(-1)).toEqual({ type: 'search-finished', result: advice });
  expect(events.filter((event) => event.type === 'stage-started').map(({ stage }) => stage)).toEqual([
    'survey',
    'final',
  ]);
  expect(advice.state).toBe('completed');
  const final = advice.points.filter(({ stage }) => stage === 'final');
  expect(final.map(({ strategy, batchSize }) => `${strategy} ${batchSize}`)).toContain('pipeline 2');
  expect(final[0]).toMatchObject({ strategy: 'one-by-one', batchSize: 1 });
  for (const { slices, p99Slices, effectiveBatch, batchSize } of final) {
    expect(slices.length).toBeGreaterThanOrEqual(4);
    expect(p99Slices).toHaveLength(slices.length);
    expect(effectiveBatch).toBeCloseTo(batchSize, 0);
  }
  expect(advice.recommendation?.candidate.throughput).toBeGreaterThan(0);
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

test('over a round trip of 5 ms the answer is a deep batch, for the round trip binds', async () => {
  const order = briefOrder({ network: { rttMs: 5, jitterMs: 0 }, deepest: 8, budgetMs: 9000 });
  const { advice } = await untilTold(
    () => searchBriefly(embedded().target, order),
    ({ advice }) => advice.recommendation?.worth !== 'inconclusive',
  );
  expect(advice.recommendation).toMatchObject({
    worth: 'yes',
    advised: { strategy: 'pipeline', batchSize: 8 },
  });
  expect(advice.recommendation?.gain?.ratio).toBeGreaterThan(3);
  expect(advice.recommendation?.baseline.verdict.bound).toBe('round-trip');
});
