import { onlyReads } from './redis.ts';

/* What replies say, which no flag of Redis does. A command that none of these lists names has none of these traits. */

const listed = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The key loses what they answer with. */
const taking = listed(
  'GETDEL HGETDEL LPOP RPOP RPOPLPUSH LMOVE LMOVEM LMPOP SPOP ZPOPMIN ZPOPMAX ZMPOP BLPOP BRPOP BRPOPLPUSH BLMOVE BLMOVEM BLMPOP BZPOPMIN BZPOPMAX BZMPOP',
);

/**
 * Null, 0 or an empty array is the answer where there is nothing, and only there. GETRANGE, TYPE, TTL and ZSCORE have an
 * empty text, `none` and -2 for it, which would count as found, and a score may be 0. EXPIRE answers 0 for NX as well.
 */
const finding = listed(
  'GET MGET EXISTS HGET HMGET HGETALL HKEYS HVALS HLEN HEXISTS LINDEX LRANGE LLEN SMEMBERS SRANDMEMBER SCARD SISMEMBER ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGEBYLEX ZCARD ZCOUNT ZRANDMEMBER XRANGE XREVRANGE XLEN PFCOUNT GEOSEARCH GEOPOS DEL UNLINK',
);

/** Writes that answer with a count or a sum, which may come as a text. */
const counting = listed(
  'INCR INCRBY INCRBYFLOAT INCREX DECR DECRBY HINCRBY HINCRBYFLOAT ZINCRBY APPEND SETRANGE LPUSH LPUSHX RPUSH RPUSHX LINSERT SDIFFSTORE SINTERSTORE SUNIONSTORE ZDIFFSTORE ZINTERSTORE ZUNIONSTORE ZRANGESTORE GEOSEARCHSTORE',
);

/** Each call answers with where the next one starts, or takes what is there until nothing is. */
const following = listed('SCAN SSCAN HSCAN ZSCAN XREAD XREADGROUP XAUTOCLAIM');

/** True where a reply is of what the command takes away. The name is in capitals, as in all of these. */
export const takesAway = (name: string): boolean => taking.has(name);

/** True where a reply says whether something was found. HGETDEL has a value for each field. */
export const answersFound = (name: string): boolean =>
  finding.has(name) || (takesAway(name) && name !== 'HGETDEL');

/** True where a write answers with a count or a sum, so its reply is no id. */
export const answersCount = (name: string): boolean => counting.has(name);

/** True where a reply says where the next call starts. */
export const followsReply = (name: string): boolean => following.has(name);

/** True where a reply depends on what the key holds, also of a command that writes it. */
export const answersContent = (name: string): boolean =>
  onlyReads(name) || takesAway(name) || /^(?:GETSET|H?GETEX)$/.test(name);
