import { describe, expect, test } from 'vitest';
import { mixOfCounts } from '../../../server/cli/options/mix.ts';

const stats = (calls: Record<string, number>) =>
  [
    '# Commandstats',
    ...Object.entries(calls).map(
      ([name, count]) => `cmdstat_${name}:calls=${count},usec=9,usec_per_call=0.1`,
    ),
    '',
  ].join('\r\n');

describe('what a server has counted makes a mix', () => {
  test('with weights in proportion, whatever their size, and says what it leaves out', () => {
    const calls = { get: 8_000_000_000, set: 2_000_000_000, hget: 3, hgetall: 900_000_000, 'config|get': 5 };
    expect(mixOfCounts(stats(calls), 'stats.txt')).toEqual({
      commands: ['get', 'set', 'hget'],
      ratio: [1000, 250, 1],
      leftOut: '--mix leaves out 8.3 % of the calls: hgetall, config|get.',
    });
  });

  test('of one command there are no weights', () => {
    expect(mixOfCounts(stats({ incr: 7 }), 'a')).toEqual({ commands: ['incr'], leftOut: null });
  });

  test('of more commands than a plan has, the most frequent are taken', () => {
    const names = ['get', 'set', 'incr', 'lpush', 'lpop', 'sadd', 'hset', 'zadd', 'del'];
    const mix = mixOfCounts(stats(Object.fromEntries(names.map((name, place) => [name, 100 - place]))), 'a');
    expect(mix.commands).toEqual(names.slice(0, 8));
    expect(mix.leftOut).toContain('del');
  });

  test.each([
    ['OK', /no line of INFO commandstats: redis-cli INFO commandstats > a/],
    [stats({ evalsha: 4 }), /none of its commands can be sent \(evalsha\)/],
  ])('%j is refused', (text, reason) => {
    expect(() => mixOfCounts(text, 'a')).toThrow(reason);
  });
});
