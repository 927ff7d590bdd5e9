import { describe, expect, test } from 'vitest';
import { fillingsOf, onlyFindsKeys, usesMembers } from '../../../shared/plan/fillings.ts';
import { mixFields, type MixPart } from '../../../client/src/plan/draft-mix.ts';

/** A workload of named commands and of lines, which have a blank in them. */
const sending = (members: number | undefined, ...sent: string[]) => {
  const mix = sent.map((one): MixPart =>
    one.includes(' ') ? { command: 'custom', weight: 1, line: one } : { command: one as 'get', weight: 1 },
  );
  const { commands = [], customCommand, customCommands } = mixFields(mix);
  return {
    commands,
    ...(customCommand === undefined ? {} : { customCommand }),
    ...(customCommands === undefined ? {} : { customCommands }),
    ...(members === undefined ? {} : { members }),
  };
};
/** Each filling as `verb type × members name, changed`. */
const filled = (members: number | undefined, ...sent: string[]) =>
  fillingsOf(sending(members, ...sent)).map(
    (one) =>
      `${one.verb} ${one.type} × ${one.members} ${one.before}#${one.after}${one.changes ? ', changed' : ''}`,
  );

describe('without a number of members, keys hold what named commands read', () => {
  test.each([
    [['set'], []],
    [['get', 'mget'], ['SET string × 1 field:#']],
    [['lrange'], ['RPUSH list × 10 field:#']],
    [['lpop'], ['RPUSH list × 10 field:#, changed']],
    [['lrange', 'lpush'], ['RPUSH list × 10 field:#, changed']],
    [
      ['hget', 'del'],
      ['HSET hash × 1 field:#', 'SET string × 1 field:#, changed'],
    ],
    [['zadd', 'sadd'], []],
    [['HGETALL __key__'], []],
  ])('%j: %j', (sent, fillings) => {
    expect(filled(undefined, ...sent)).toEqual(fillings);
  });
});

describe('with a number of members, keys hold them by the names that commands draw', () => {
  test.each([
    [['zadd'], ['ZADD zset × 50 element:#']],
    [['sadd'], ['SADD set × 50 element:#']],
    [['hset', 'hget'], ['HSET hash × 50 field:#']],
    [['lpush'], ['RPUSH list × 50 element:#, changed']],
    [['xadd'], ['XADD stream × 50 element:#, changed']],
    [['ZADD __key__ __rand_int__ m:__rand_int__:x'], ['ZADD zset × 50 m:#:x']],
    [['ZSCORE __key__ u__rand_int__'], ['ZADD zset × 50 u#']],
    [['ZRANGE __key__ __rand_int__ 9'], ['ZADD zset × 50 element:#']],
    [['zrangebyscore __key__ __rand_int__ +inf'], ['ZADD zset × 50 element:#']],
    [['ZPOPMIN __key__'], ['ZADD zset × 50 element:#, changed']],
    [['HMGET __key__ (f:__rand_int__)*3'], ['HSET hash × 50 f:#']],
    [['HSET __key__ f:__rand_int__ v__rand_int__'], ['HSET hash × 50 f:#']],
    [['HDEL __key__ f:__rand_int__'], ['HSET hash × 50 f:#, changed']],
    [['SISMEMBER __key__ a', 'SPOP __key__'], ['SADD set × 50 element:#, changed']],
    [['XRANGE __key__ - + COUNT 5'], ['XADD stream × 50 element:#']],
    [['PFADD __key__ a__rand_int__', 'PFCOUNT __key__'], ['PFADD null × 50 a#']],
    [['GEOSEARCH __key__ FROMMEMBER element:1 BYRADIUS 1 km'], ['GEOADD zset × 50 element:#']],
    // Strings are one value each, written for commands that read them.
    [
      ['HGETALL __key__', 'TTL __key__'],
      ['HSET hash × 50 field:#', 'SET string × 1 element:#'],
    ],
    [['HGETALL __key__', 'set', 'INCR __key__'], ['HSET hash × 50 field:#']],
    [
      ['HGETALL __key__', 'expire'],
      ['HSET hash × 50 field:#', 'SET string × 1 element:#, changed'],
    ],
    [['EVAL "return 1" 1 __key__', 'JSON.GET __key__', 'SMEMBERS __key__'], ['SADD set × 50 element:#']],
  ])('%j: %j', (sent, fillings) => {
    expect(filled(50, ...sent)).toEqual(fillings);
  });
});

test.each([
  [undefined, ['get', 'hget'], true],
  [undefined, ['lpop'], false],
  [undefined, ['GET __key__'], false],
  [10, ['HGETALL __key__', 'get'], true],
  [10, ['HDEL __key__ f__rand_int__'], false],
  [10, ['zadd'], false],
])('of %s members, %j only finds keys: %s', (members, sent, does) => {
  expect(onlyFindsKeys(sending(members, ...sent))).toBe(does);
});

test.each([
  [['set', 'GET __key__'], false],
  [['INCR __key__', 'PFCOUNT __key__'], true],
  [['xadd'], true],
  [['VADD __key__ VALUES 1 0.1 a'], false],
])('%j uses members: %s', (sent, does) => {
  expect(usesMembers(sending(5, ...sent))).toBe(does);
});
