import { redisCommand, type KeyContent } from './redis.ts';

/**
 * Words after the key, by the commands that usually have them. Members have the names under which keys are filled,
 * scores and places are below ten.
 */
const wordsOf: Readonly<Record<string, string>> = {
  '': 'hrandfield object|encoding object|idletime object|refcount memory|usage',
  __data__: 'append getset lpush lpushx rpush rpushx setnx lpos',
  __key__: 'lcs pfmerge rpoplpush sdiff sdiffstore sinter sinterstore sunion sunionstore',
  'element:__rand_int__':
    'geohash geopos pfadd sadd sismember smismember srem zmscore zrank zrem zrevrank zscore',
  'element:__rand_int__ element:__rand_int__': 'geodist',
  '__key__ element:__rand_int__': 'smove',
  '__rand_int__ element:__rand_int__': 'zadd',
  '1 element:__rand_int__': 'zincrby',
  '13.361389 38.115556 element:__rand_int__': 'geoadd',
  'FROMLONLAT 13.361389 38.115556 BYRADIUS 10 km': 'geosearch',
  '13.361389 38.115556 10 km': 'georadius_ro',
  'element:__rand_int__ 10 km': 'georadiusbymember_ro',
  'field:__rand_int__': 'hdel hexists hget hstrlen',
  'field:__rand_int__ field:__rand_int__ field:__rand_int__': 'hmget',
  'field:__rand_int__ __data__': 'hmset hset hsetnx',
  'FIELDS 1 field:__rand_int__': 'hexpiretime hgetdel hgetex hpersist hpexpiretime hpttl httl',
  'FIELDS 1 field:__rand_int__ __data__': 'hsetex',
  '3600 FIELDS 1 field:__rand_int__': 'hexpire',
  '3600000 FIELDS 1 field:__rand_int__': 'hpexpire',
  // Fields that are filled hold payloads, which are no numbers.
  'count 1': 'hincrby',
  'sum 0.5': 'hincrbyfloat',
  '0': 'hscan sscan zscan',
  __rand_int__: 'getbit lindex',
  '__rand_int__ 1': 'setbit',
  '0 0': 'zremrangebyrank zremrangebyscore',
  '0 9': 'getrange lrange ltrim substr zcount zrange zrangebyscore zrevrange',
  '9 0': 'zrevrangebyscore',
  '- +': 'zlexcount zrangebylex',
  '+ -': 'zrevrangebylex',
  '__key__ 0 9': 'zrangestore',
  '- + COUNT 10': 'xrange',
  '+ - COUNT 10': 'xrevrange',
  'MAXLEN ~ 1000': 'xtrim',
  '* field __data__': 'xadd',
  '0 __data__': 'lrem lset setrange',
  'BEFORE __data__ __data__': 'linsert',
  '__key__ LEFT RIGHT': 'lmove',
  '__data__ __key__ __data__': 'msetnx',
  '1': 'bitpos decrby incrby',
  '0.5': 'incrbyfloat',
  'GET u8 0': 'bitfield bitfield_ro',
  'EX 3600': 'getex',
  '3600': 'expire',
  '3600000': 'pexpire',
  '4102444800': 'expireat',
  '4102444800000': 'pexpireat',
  '3600 __data__': 'setex',
  '3600000 __data__': 'psetex',
};

/** The same of commands whose first word is no key. */
const wholeWordsOf: Readonly<Record<string, string>> = {
  '1 __key__ LEFT': 'lmpop',
  '1 __key__ MIN': 'zmpop',
  '2 __key__ __key__': 'sintercard zdiff zinter zintercard zunion',
  'AND __key__ __key__': 'bitop',
};

const byName = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([words, names]) =>
      names.split(' ').map((name): [string, string] => [name, words]),
    ),
  );
const afterKey = byName(wordsOf);
const whole = byName(wholeWordsOf);

/** Types of key of which nothing is written before a run. */
const unfilled: ReadonlySet<KeyContent> = new Set(['vector', 'array', 'none']);

/** A line of one's own that sends a command as it is usually sent, by its name in lower case. `null`: there is none. */
export function usualLine(name: string): string | null {
  const words = whole.get(name);
  if (words !== undefined) return `${name.toUpperCase()} ${words}`;
  const row = redisCommand(name);
  if (!row || row.refused !== null || row.keys.at(-1) === 0 || unfilled.has(row.holds)) return null;
  const after = afterKey.get(name) ?? (row.ofKeyAlone ? '' : null);
  return after === null ? null : `${name.replace('|', ' ').toUpperCase()} __key__ ${after}`.trimEnd();
}
