import { onlyReads } from './redis.ts';

/* What replies say, which no flag of Redis does. Names are in capitals. */

const listed = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Commands by what their replies say. */
export const replies = {
  /** The key loses the answer. */
  takes: listed(
    'GETDEL HGETDEL LPOP RPOP RPOPLPUSH LMOVE LMOVEM LMPOP SPOP ZPOPMIN ZPOPMAX ZMPOP BLPOP BRPOP BRPOPLPUSH BLMOVE BLMOVEM BLMPOP BZPOPMIN BZPOPMAX BZMPOP',
  ),
  /**
   * Null, 0 or an empty array is the answer where there is nothing, and only there. GETRANGE, TYPE, TTL and ZSCORE have an
   * empty text, `none` and -2 for it, which would count as found, and a score may be 0. EXPIRE answers 0 for NX as well.
   */
  finds: listed(
    'GET GETEX MGET EXISTS STRLEN HGET HMGET HGETALL HKEYS HVALS HLEN HSTRLEN HEXISTS HRANDFIELD HDEL LINDEX LRANGE LLEN SMEMBERS SRANDMEMBER SCARD SISMEMBER SUNION SREM ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGEBYLEX ZREVRANGEBYLEX ZCARD ZCOUNT ZLEXCOUNT ZRANDMEMBER ZREM XRANGE XREVRANGE XLEN PFCOUNT GEOSEARCH GEOPOS DEL UNLINK',
  ),
  /** Writes that answer with a count or a sum, which may come as a text. */
  counts: listed(
    'INCR INCRBY INCRBYFLOAT INCREX DECR DECRBY HINCRBY HINCRBYFLOAT ZINCRBY APPEND SETRANGE LPUSH LPUSHX RPUSH RPUSHX LINSERT SDIFFSTORE SINTERSTORE SUNIONSTORE ZDIFFSTORE ZINTERSTORE ZUNIONSTORE ZRANGESTORE GEOSEARCHSTORE',
  ),
  /** A call answers with where the next one starts, or takes what is there until nothing is. */
  follows: listed('SCAN SSCAN HSCAN ZSCAN XREAD XREADGROUP XAUTOCLAIM'),
};

/** True where the key loses what a command answers with. */
export const takesAway = (name: string): boolean => replies.takes.has(name);

/** True where a reply says whether something was found. HGETDEL has a value for each field. */
export const answersFound = (name: string): boolean =>
  replies.finds.has(name) || (takesAway(name) && name !== 'HGETDEL');

/** True where a write answers with a count or a sum, so its reply is no id. */
export const answersCount = (name: string): boolean => replies.counts.has(name);

/** True where a reply says where the next call starts. */
export const followsReply = (name: string): boolean => replies.follows.has(name);

/** True where a reply depends on what the key holds, also of a command that writes it. */
export const answersContent = (name: string): boolean =>
  onlyReads(name) || takesAway(name) || /^(?:GETSET|H?GETEX)$/.test(name);
