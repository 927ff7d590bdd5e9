import { expect, test } from 'vitest';
import { commandIds, commands } from '../../../shared/commands/workload.ts';
import { redisCommands } from '../../../shared/commands/redis.ts';
import { usualLine } from '../../../shared/commands/usual-lines.ts';
import { customCommandFault } from '../../../shared/plan/check/custom-command.ts';

const lines = [...redisCommands.keys()].flatMap((name) => usualLine(name) ?? []);

test('Each usual line is one that a plan may hold', () => {
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => customCommandFault(line) !== null)).toEqual([]);
});

test.each([
  ['hgetall', 'HGETALL __key__'],
  ['hmget', 'HMGET __key__ field:__rand_int__ field:__rand_int__ field:__rand_int__'],
  ['exists', 'EXISTS __key__'],
  ['ttl', 'TTL __key__'],
  ['smembers', 'SMEMBERS __key__'],
  ['zrange', 'ZRANGE __key__ 0 9'],
  ['setnx', 'SETNX __key__ __data__'],
  ['sismember', 'SISMEMBER __key__ element:__rand_int__'],
  ['zscore', 'ZSCORE __key__ element:__rand_int__'],
  ['zrank', 'ZRANK __key__ element:__rand_int__'],
  ['hexists', 'HEXISTS __key__ field:__rand_int__'],
  ['llen', 'LLEN __key__'],
  ['strlen', 'STRLEN __key__'],
  ['getex', 'GETEX __key__ EX 3600'],
  ['pfadd', 'PFADD __key__ element:__rand_int__'],
  ['geoadd', 'GEOADD __key__ 13.361389 38.115556 element:__rand_int__'],
  ['pexpire', 'PEXPIRE __key__ 3600000'],
  ['zunion', 'ZUNION 2 __key__ __key__'],
  ['lmpop', 'LMPOP 1 __key__ LEFT'],
  ['object|encoding', 'OBJECT ENCODING __key__'],
])('%s has the line %s', (name, line) => {
  expect(usualLine(name)).toBe(line);
});

test.each([
  'eval',
  'blpop',
  'publish',
  'select',
  'config',
  'keys',
  'client|setname',
  'xreadgroup',
  'vcard',
  'json.get',
])('%s has none', (name) => {
  expect(usualLine(name)).toBeNull();
});

test('Of commands on one key, those without a line are rare ones', () => {
  const without = [...redisCommands].flatMap(([name, { refused, keys, holds }]) =>
    refused === null &&
    keys.at(-1) === 1 &&
    !/^(?:vector|array|none)$/.test(holds) &&
    usualLine(name) === null
      ? [name]
      : [],
  );
  const named = new Set<string>(commandIds.map((id) => commands[id].name.toLowerCase()));
  expect(without.filter((name) => !named.has(name))).toEqual(
    'move restore restore-asking copy rename renamenx object|freq increx hexpireat hpexpireat himport|set lmovem xack xackdel xautoclaim xcfgset xclaim xdel xdelex xidmprecord xnack xsetid xgroup|create xgroup|createconsumer xgroup|delconsumer xgroup|destroy xgroup|setid xpending xinfo|consumers xinfo|groups xinfo|stream delex zremrangebylex geosearchstore zrandmember'.split(
      ' ',
    ),
  );
});
