import { expect, test } from 'vitest';
import { recipe as reconnect } from '../../../shared/recipes/reconnect.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn } from '../../support/recipe-in-english.ts';

const withShares = (shares: Record<string, number>) =>
  makeMeasured(reconnect, (_step, lane) => {
    const kind = lane.replace(/-(kept|fresh)$/, '');
    return lane.endsWith('-fresh') ? 50_000 * (shares[kind] ?? 1) : 50_000;
  });

test.each([
  ['holds when both lose', { wire: 0.2, 'one-by-one': 0.05 }, 'holds'],
  ['does not hold when one of them loses nothing', { wire: 0.2, 'one-by-one': 0.95 }, 'does not hold here'],
])('a connection for each call costs throughput: %s', (_what, shares: Record<string, number>, judgement) => {
  const finding = judgedIn(reconnect, withShares(shares))[0];
  expect(finding?.outcome).toBe(judgement);
  expect(finding?.because).toMatch(/raw socket: × 0\.20 .*ioredis: × 0\./);
});

test('the same lanes run with kept and with new connections, near and far', () => {
  for (const { plan } of reconnect.steps('quick')) {
    const kept = plan.lanes.filter(({ workload }) => workload?.['keepalive'] === true);
    const fresh = plan.lanes.filter(({ workload }) => workload?.['keepalive'] === false);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.map(({ strategy }) => strategy)).toEqual(fresh.map(({ strategy }) => strategy));
  }
  expect(reconnect.steps('quick').map(({ plan }) => plan.network?.rttMs)).toEqual([undefined, 5]);
});

test('the answer is the share of throughput that is left', () => {
  expect(reconnect.prediction.answer(withShares({ 'one-by-one': 0.05 }))).toBeCloseTo(5, 3);
});
