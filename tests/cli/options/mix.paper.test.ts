import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mixOfCounts, putMix } from '../../../server/cli/options/mix.ts';
import { benchOptions } from '../../../server/cli/options/bench.ts';
import { planInputFrom } from '../../../server/cli/options/plan-input.ts';
import { countsIn, readCounts } from '../../../server/cli/options/server-counts.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();

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
    const calls = { get: 8_000_000_000, set: 2_000_000_000, hget: 3, publish: 900_000_000, 'config|get': 5 };
    expect(mixOfCounts(counted(calls), 'stats.txt')).toEqual({
      workload: { commands: ['get', 'set', 'hget'], ratio: [1000, 250, 1] },
      notes: ['--mix leaves out 8.3 % of the calls: publish (8.3 %), config|get (under 0.01 %).'],
    });
  });

  test('of one command there are no weights', () => {
    expect(mixOfCounts(counted({ incr: 7 }), 'a')).toEqual({ workload: { commands: ['incr'] }, notes: [] });
  });

  test('of other commands lines of one’s own, on keys with members', () => {
    const calls = { get: 500, hgetall: 200, exists: 100, zrange: 50, 'object|encoding': 5 };
    expect(mixOfCounts(counted(calls), 'a')).toEqual({
      workload: {
        commands: ['get', 'custom', 'custom', 'custom', 'custom'],
        ratio: [1000, 400, 200, 100, 10],
        customCommands: [
          'HGETALL __key__',
          'EXISTS __key__',
          'ZRANGE __key__ 0 9',
          'OBJECT ENCODING __key__',
        ],
        members: 10,
      },
      notes: ['--mix knows names alone: words of zrange are usual ones, which --dry-run shows.'],
    });
  });

  test('a single line of one’s own is customCommand, without members where its key is a string', () => {
    expect(mixOfCounts(counted({ get: 9, ttl: 1 }), 'a').workload).toEqual({
      commands: ['get', 'custom'],
      ratio: [1000, 111],
      customCommand: 'TTL __key__',
    });
  });

  test('of more commands than a plan has, the most frequent are taken', () => {
    const names =
      'get set incr lpush lpop sadd hset zadd del hgetall hmget exists ttl smembers zrange setnx sismember zscore zrank hexists llen strlen getex pfadd geoadd';
    const all = names.split(' ');
    const mix = mixOfCounts(counted(Object.fromEntries(all.map((name, at) => [name, 100 - at]))), 'a');
    expect(mix.workload.commands).toHaveLength(24);
    expect(mix.notes[0]).toMatch(/^--mix leaves out 3\.5 % of the calls: geoadd \(3\.5 %\)\.$/);
  });

  test('of transactions the commands are sent, and a name may have a colon', () => {
    const { workload, notes } = mixOfCounts(
      countsIn('cmdstat_set:calls=6\ncmdstat_multi:calls=2\ncmdstat_exec:calls=2\ncmdstat_host::calls=1'),
      'a',
    );
    expect(workload.commands).toEqual(['set']);
    expect(notes).toEqual([
      '--mix leaves out 45 % of the calls: multi (18 %), exec (18 %), host (9.1 %).',
      '--mix sends commands of transactions without MULTI and EXEC; --strategy multi has both.',
    ]);
  });

  test('lists of several servers are added up', () => {
    const { workload, notes } = mixOfCounts(
      countsIn(`${stats({ get: 5, set: 1 })}${stats({ get: 1, set: 5 })}`),
      'a',
    );
    expect(workload.ratio).toEqual([1000, 1000]);
    expect(notes).toEqual(['--mix adds up 2 lists of commandstats.']);
  });

  test.each([
    ['commented', '# cmdstat_get:calls=3,usec=1\n# cmdstat_set:calls=1,usec=1'],
    ['behind a container', 'redis-1  | cmdstat_get:calls=3,usec=1\nredis-1  | cmdstat_set:calls=1,usec=1'],
    ['behind a prompt, with blanks', '127.0.0.1:6379> cmdstat_get:calls=3, usec=1\n  cmdstat_set:calls=1'],
    ['of redis-py', "{'cmdstat_get': {'calls': 3, 'usec': 1}, 'cmdstat_set': {'calls': 1, 'usec': 1}}"],
    ['of redis-cli --json', '"# Commandstats\\r\\ncmdstat_get:calls=3,usec=1\\r\\ncmdstat_set:calls=1"'],
    [
      'of redis_exporter',
      '# TYPE redis_commands_total counter\nredis_commands_total{cmd="get"} 3e+00\nredis_commands_total{addr="a",cmd="set"} 1\nredis_commands_duration_seconds_total{cmd="get"} 9',
    ],
  ])('Counts are read %s', (_what, text) => {
    expect(mixOfCounts(countsIn(text), 'a').workload).toEqual({
      commands: ['get', 'set'],
      ratio: [1000, 333],
    });
  });

  test.each([
    [
      'OK',
      /no command of INFO commandstats, nor of MONITOR: redis-cli INFO commandstats > commandstats\.txt writes/,
    ],
    [stats({ publish: 4 }), /none of its commands can be sent \(publish\)/],
  ])('%j is refused', (text, reason) => {
    expect(() => mixOfCounts(countsIn(text), 'a')).toThrow(reason);
  });
});

describe('counts of a server with scripts', () => {
  const bullmq = counted({ evalsha: 40_000, hset: 40_000, incr: 20_000 });

  test('are refused where scripts may have called much of it, and taken with --yes', () => {
    expect(() => mixOfCounts(bullmq, 'stats.txt')).toThrow(
      '--mix stats.txt: 40 % of the calls are evalsha, and commandstats counts what scripts call as well, so other counts may be theirs. redis-cli MONITOR > monitor.log tells them apart for --mix; --yes takes these counts as they are',
    );
    const { workload, notes } = mixOfCounts(bullmq, 'stats.txt', true);
    expect(workload.commands).toEqual(['hset', 'incr']);
    expect(notes[0]).toMatch(/^--mix: 40 % of the calls are evalsha, .* may be theirs\.$/);
    expect(notes[1]).toMatch(/leaves out 40 % of the calls: evalsha \(40 %\)\.$/);
  });

  test('have a doubt where scripts are few', () => {
    expect(mixOfCounts(counted({ get: 990, eval: 9, fcall: 1 }), 'a').notes[0]).toMatch(
      /^--mix: 1 % of the calls are eval, fcall, and commandstats/,
    );
  });
});

describe('a log of MONITOR makes a mix', () => {
  const at = (client: string, name: string) => `1700000000.000001 [0 ${client}] "${name}" "k"`;
  const write = (lines: readonly string[]) => {
    const file = join(folder(), 'monitor.log');
    writeFileSync(file, lines.join('\n'));
    return file;
  };

  test('of a whole file, however many lines stand before, without what scripts call', () => {
    const file = write([
      ...Array.from({ length: 500 }, () => 'a line of a shell'),
      ...['GET', 'GET', 'EVALSHA', 'HGETALL', 'secret-word'].map((name) => at('127.0.0.1:1', name)),
      at('lua', 'incr'),
    ]);
    const { workload, notes } = mixOfCounts(readCounts(file), file);
    expect(workload).toEqual({
      commands: ['get', 'custom'],
      ratio: [1000, 500],
      customCommand: 'HGETALL __key__',
      members: 10,
    });
    expect(notes).toEqual([
      '--mix leaves out 1 command that scripts called on the server.',
      '--mix leaves out 40 % of the calls: evalsha (20 %), others, not named (20 %).',
    ]);
  });

  test('as PowerShell writes it, in UTF-16', () => {
    const file = write([]);
    writeFileSync(file, `\ufeffOK\r\n${at('127.0.0.1:1', 'GET')}\r\n`, 'utf16le');
    expect(readCounts(file)).toMatchObject({ from: 'monitor', counted: [{ name: 'get', calls: 1 }] });
    expect(readFileSync(file)[0]).toBe(0xff);
  });
});

describe('several --command', () => {
  const put = (options: Record<string, string[]>) => {
    const values = new Map(Object.entries(options));
    const plan = planInputFrom(values, benchOptions);
    expect(putMix(values, plan)).toEqual([]);
    return plan['workload'];
  };
  const [get, set] = ['GET __key__', 'SET __key__ __data__'];

  test('make a mix with their weights; one alone stays what it was', () => {
    expect(put({ command: [get, set], weight: ['9', '1'] })).toEqual({
      commands: ['custom', 'custom'],
      ratio: [9, 1],
      customCommands: [get, set],
    });
    expect(put({ command: [get] })).toEqual({ commands: ['custom'], customCommand: get });
  });

  test.each<[string, Record<string, string[]>, string[]]>([
    [
      'where "custom" stands in -t',
      { tests: ['custom,incr,custom'], ratio: ['1:2:3'] },
      ['custom', 'incr', 'custom'],
    ],
    ['behind those of -t', { tests: ['incr'], ratio: ['1:2:3'] }, ['incr', 'custom', 'custom']],
    [
      'behind those of -t, by weights',
      { tests: ['incr'], weight: ['1', '2', '3'] },
      ['incr', 'custom', 'custom'],
    ],
  ])('go with others, %s', (_where, options, commands) => {
    expect(put({ command: [get, set], ...options })).toEqual({
      commands,
      ratio: [1, 2, 3],
      customCommands: [get, set],
    });
  });

  test('one line beside others is customCommand', () => {
    expect(put({ command: [get], tests: ['set,incr'], ratio: ['1:2:3'] })).toEqual({
      commands: ['set', 'incr', 'custom'],
      ratio: [1, 2, 3],
      customCommand: get,
    });
  });

  test.each<[string, Record<string, string[]>, RegExp]>([
    ['a weight without one', { weight: ['1', '2'] }, /--weight says how often a --command is sent/],
    [
      'too few weights',
      { command: [get, set], weight: ['1'] },
      /--command, --command are 2 .* 1 weights \(1\)/,
    ],
    ['too many weights', { command: [get], weight: ['1', '2'] }, /--command are 1 .* 2 weights \(1:2\)/],
    ['none at all', { command: [get, set] }, /say with a --weight behind each/],
    [
      'none beside -t',
      { command: [get], tests: ['set,incr'] },
      /^set, incr, --command are 3 commands: say with --ratio 1:1:1 how they are mixed, in this order, or with 3 × --weight$/,
    ],
    ['a ratio of -t alone', { command: [get], tests: ['set,incr'], ratio: ['1:1'] }, /2 weights \(1:1\)/],
    [
      'another number of "custom"',
      { command: [get, set], tests: ['custom,incr'], ratio: ['1:1'] },
      /-t has 1 × "custom"/,
    ],
    ['a weight of 0', { command: [get, set], weight: ['1', '0'] }, /from 1 to 1000, not "0"/],
    ['a weight that is no number', { command: [get, set], weight: ['1', '1e2'] }, /not "1e2"/],
    ['a share', { command: [get, set], weight: ['0.5', '0.5'] }, /not "0.5"/],
    ['weights said twice', { command: [get, set], weight: ['1', '1'], ratio: ['1:1'] }, /two ways/],
    ['too many', { command: Array.from({ length: 25 }, () => get) }, /at most 24 commands, not 25/],
  ])('are refused with %s', (_what, options, reason) => {
    expect(() => put(options)).toThrow(reason);
  });
});
