import { describe, expect, test } from 'vitest';
import { countsIn, mixOfCounts, putMix } from '../../../server/cli/options/mix.ts';

const stats = (calls: Record<string, number>) =>
  [
    '# Commandstats',
    ...Object.entries(calls).map(
      ([name, count]) => `cmdstat_${name}:calls=${count},usec=9,usec_per_call=0.1`,
    ),
    '',
  ].join('\r\n');

const counted = (calls: Record<string, number>) => countsIn(stats(calls));

describe('what a server has counted makes a mix', () => {
  test('with weights in proportion, whatever their size, and says what it leaves out', () => {
    const calls = { get: 8_000_000_000, set: 2_000_000_000, hget: 3, hgetall: 900_000_000, 'config|get': 5 };
    expect(mixOfCounts(counted(calls), 'stats.txt')).toEqual({
      commands: ['get', 'set', 'hget'],
      ratio: [1000, 250, 1],
      leftOut: '--mix leaves out 8.3 % of the calls: hgetall, config|get.',
    });
  });

  test('of one command there are no weights', () => {
    expect(mixOfCounts(counted({ incr: 7 }), 'a')).toEqual({ commands: ['incr'], leftOut: null });
  });

  test('of more commands than a plan has, the most frequent are taken', () => {
    const names = ['get', 'set', 'incr', 'lpush', 'lpop', 'sadd', 'hset', 'zadd', 'del'];
    const mix = mixOfCounts(
      counted(Object.fromEntries(names.map((name, place) => [name, 100 - place]))),
      'a',
    );
    expect(mix.commands).toEqual(names.slice(0, 8));
    expect(mix.leftOut).toContain('del');
  });

  test.each([
    [
      'OK',
      /no line of INFO commandstats, nor of MONITOR: redis-cli INFO commandstats > commandstats\.txt writes/,
    ],
    [stats({ evalsha: 4 }), /none of its commands can be sent \(evalsha\)/],
  ])('%j is refused', (text, reason) => {
    expect(() => mixOfCounts(countsIn(text), 'a')).toThrow(reason);
  });
});

describe('several --command', () => {
  const put = (options: Record<string, string[]>) => {
    const plan = { workload: { customCommand: options['command']?.at(-1) } };
    expect(putMix(new Map(Object.entries(options)), plan)).toBeNull();
    return plan.workload;
  };
  const [get, set] = ['GET __key__', 'SET __key__ __data__'];

  test('make a mix with their weights; one alone stays what it was', () => {
    expect(put({ command: [get, set], weight: ['9', '1'] })).toEqual({
      commands: ['custom', 'custom'],
      ratio: [9, 1],
      customCommands: [get, set],
    });
    expect(put({ command: [get] })).toEqual({ customCommand: get });
  });

  test('go with others of -t and --ratio', () => {
    expect(put({ command: [get, set], tests: ['custom,incr,custom'], ratio: ['1:2:3'] })).toEqual({
      customCommands: [get, set],
    });
  });

  test.each<[string, Record<string, string[]>, RegExp]>([
    ['a weight without one', { weight: ['1', '2'] }, /--weight says how often a --command is sent/],
    ['too few weights', { command: [get, set], weight: ['1'] }, /there are 2 and 1/],
    ['too many weights', { command: [get], weight: ['1', '2'] }, /there are 1 and 2/],
    ['none at all', { command: [get, set] }, /say with a --weight behind each/],
    ['a weight of 0', { command: [get, set], weight: ['1', '0'] }, /from 1 to 1000, not "0"/],
    ['a weight that is no number', { command: [get, set], weight: ['1', '1e2'] }, /not "1e2"/],
    ['a share', { command: [get, set], weight: ['0.5', '0.5'] }, /not "0.5"/],
    ['weights said twice', { command: [get, set], weight: ['1', '1'], ratio: ['1:1'] }, /two ways/],
    ['weights beside -t', { command: [get, set], weight: ['1', '1'], tests: ['get'] }, /two ways/],
    ['too many', { command: Array.from({ length: 9 }, () => get) }, /at most 8 commands, not 9/],
  ])('are refused with %s', (_what, options, reason) => {
    expect(() => put(options)).toThrow(reason);
  });
});
