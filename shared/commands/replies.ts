import { onlyReads } from './redis.ts';

/* What replies say, which no flag of Redis does. A command that none of these lists names has none of these traits. */

const listed = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The key loses what they answer with. */
const taking = listed(
  'GETDEL HGETDEL LPOP RPOP RPOPLPUSH LMOVE LMOVEM LMPOP SPOP ZPOPMIN ZPOPMAX ZMPOP BLPOP BRPOP BRPOPLPUSH BLMOVE BLMOVEM BLMPOP BZPOPMIN BZPOPMAX BZMPOP',
);

/** Writes that answer with a count or a sum, which may come as a text. */
const counting = listed(
  'INCR INCRBY INCRBYFLOAT INCREX DECR DECRBY HINCRBY HINCRBYFLOAT ZINCRBY APPEND SETRANGE LPUSH LPUSHX RPUSH RPUSHX LINSERT SDIFFSTORE SINTERSTORE SUNIONSTORE ZDIFFSTORE ZINTERSTORE ZUNIONSTORE ZRANGESTORE GEOSEARCHSTORE',
);

/** Each call answers with where the next one starts, or takes what is there until nothing is. */
const following = listed('SCAN SSCAN HSCAN ZSCAN XREAD XREADGROUP XAUTOCLAIM');

/** True where a reply is of what the command takes away. The name is in capitals, as in all of these. */
export const takesAway = (name: string): boolean => taking.has(name);

/** True where a write answers with a count or a sum, so its reply is no id. */
export const answersCount = (name: string): boolean => counting.has(name);

/** True where a reply says where the next call starts. */
export const followsReply = (name: string): boolean => following.has(name);

/** True where a reply depends on what the key holds, also of a command that writes it. */
export const answersContent = (name: string): boolean =>
  onlyReads(name) || takesAway(name) || /^(?:GETSET|H?GETEX)$/.test(name);
