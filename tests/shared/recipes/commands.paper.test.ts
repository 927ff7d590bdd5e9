import { expect, test } from 'vitest';
import { recipe as commandsAtDepth } from '../../../shared/recipes/commands.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, tablesIn } from '../../support/recipe-in-english.ts';

const withGains = (set: number, lpush: number | readonly number[]) =>
  makeMeasured(commandsAtDepth, (_step, lane) => {
    if (!lane.endsWith('-10')) return { rate: 48_000, p50: 0.6, serverMicros: 8, clientCpu: 0.48 };
    const gain = lane.includes('-set-') ? set : lpush;
    return {
      rate: typeof gain === 'number' ? 48_000 * gain : gain.map((one) => 48_000 * one),
      p50: 1.7,
    };
  });

test.each([
  ['both gain what was published', 5.2, 5.1, 'holds'],
  ['one gains twice as much', 9, 5.1, 'holds'],
  ['one gains half', 5.2, 2.5, 'does not hold here'],
  ['one cannot be told', 5.2, [2, 9, 3, 8, 2.5, 7, 4, 6], 'cannot be seen here'],
])('five times the throughput: %s', (_what, set, lpush, judgement) => {
  const finding = judgedIn(commandsAtDepth, withGains(set, lpush))[0];
  expect(finding?.outcome).toBe(judgement);
  expect(finding?.because).toMatch(/SET at depth 10 against 1: × .*LPUSH at depth 10 against 1: × /);
});

test('the parts of a call are not told apart, but the CPU of both ends is said', () => {
  const finding = judgedIn(commandsAtDepth, withGains(5, 5))[1];
  expect(finding?.outcome).toBe('cannot be seen here');
  expect(finding?.because).toMatch(/10\.0 µs of client CPU and 8\.0 µs of server CPU/);
});

test('the server writes the published append-only file, and percentiles stand beside the published ones', () => {
  expect(commandsAtDepth.steps('full')[0]?.plan.server).toEqual({ persistence: 'aof-everysec' });
  const [, latencies, beside] = tablesIn(commandsAtDepth, withGains(5, 5));
  expect(latencies?.rows.find(([label]) => label === 'SET, depth 10')?.[3]).toBe(1.7);
  expect(beside?.rows).toContainEqual(['SET, depth 1', 'p50', 0.6, 0.671]);
  expect(beside?.rows).toContainEqual(['LPUSH, depth 10', 'p50', 1.7, 1.639]);
  expect(beside?.rows.map(([label, key]) => `${String(label)} ${String(key)}`)).toContain(
    'LPUSH, depth 1 max',
  );
});
