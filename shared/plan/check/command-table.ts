/**
 * Generated from @ioredis/commands. To write it again, with a newer version of that package:
 * `npx vitest run tests/shared/plan/check/command-table.paper.test.ts -u`.
 */

/** Commands that are never sent as a custom command, by the flag of Redis that says why. */
export const refusedCommands = {
  admin:
    'bgrewriteaof bgsave debug failover monitor pfdebug pfselftest psync replconf replicaof save shutdown slaveof sync',
  blocking:
    'blmove blmovem blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin wait waitaof xread xreadgroup',
  pubsub: 'psubscribe publish punsubscribe spublish ssubscribe subscribe sunsubscribe unsubscribe',
  noscript:
    'auth discard eval eval_ro evalsha evalsha_ro exec fcall fcall_ro hello multi quit reset role unwatch watch',
  movablekeys:
    'georadius georadiusbymember lmpop migrate msetex sdiffcard sintercard sort sort_ro sunioncard zdiff zdiffstore zinter zintercard zinterstore zmpop zunion zunionstore',
} as const;

/** All others, by the positions of their keys: first, last and step; `object|encoding` is a subcommand whose keys are elsewhere. */
export const keyPositions = {
  '0 0 0':
    'acl asking backup bless client cluster command config dbsize echo flushall flushdb function himport hotkeys info keys lastsave latency lolwut memory module object ping pubsub randomkey readonly readwrite scan script select slowlog swapdb time trimslots xgroup xinfo',
  '1 1 1':
    'append arcount ardel ardelrange arget argetrange argrep arinfo arinsert arlastitems arlen armget armset arnext arop arring arscan arseek arset bitcount bitfield bitfield_ro bitpos decr decrby delex digest dump expire expireat expiretime geoadd geodist geohash geopos georadius_ro georadiusbymember_ro geosearch get getbit getdel getex getrange getset hdel hexists hexpire hexpireat hexpiretime hget hgetall hgetdel hgetex hincrby hincrbyfloat hkeys hlen hmget hmset hpersist hpexpire hpexpireat hpexpiretime hpttl hrandfield hscan hset hsetex hsetnx hstrlen httl hvals incr incrby incrbyfloat increx lindex linsert llen lpop lpos lpush lpushx lrange lrem lset ltrim move persist pexpire pexpireat pexpiretime pfadd psetex pttl restore restore-asking rpop rpush rpushx sadd scard set setbit setex setnx setrange sismember smembers smismember spop srandmember srem sscan strlen substr ttl type vadd vcard vdim vemb vgetattr vinfo vismember vlinks vrandmember vrange vrem vsetattr vsim xack xackdel xadd xautoclaim xcfgset xclaim xdel xdelex xidmprecord xlen xnack xpending xrange xrevrange xsetid xtrim zadd zcard zcount zincrby zlexcount zmscore zpopmax zpopmin zrandmember zrange zrangebylex zrangebyscore zrank zrem zremrangebylex zremrangebyrank zremrangebyscore zrevrange zrevrangebylex zrevrangebyscore zrevrank zscan zscore',
  '2 -1 1': 'bitop',
  '2 2 1':
    'bless|clear bless|get bless|set himport|set memory|usage object|encoding object|freq object|idletime object|refcount xgroup|create xgroup|createconsumer xgroup|delconsumer xgroup|destroy xgroup|setid xinfo|consumers xinfo|groups xinfo|stream',
  '1 2 1': 'copy geosearchstore lcs lmove lmovem rename renamenx rpoplpush smove zrangestore',
  '1 -1 1':
    'del exists mget pfcount pfmerge sdiff sdiffstore sinter sinterstore sunion sunionstore touch unlink',
  '1 -1 2': 'mset msetnx',
} as const;

/** Commands that change nothing, by the flag of Redis. */
export const readCommands =
  'arcount arget argetrange argrep arinfo arlastitems arlen armget arnext arop arscan bitcount bitfield_ro bitpos dbsize digest dump eval_ro evalsha_ro exists expiretime fcall_ro geodist geohash geopos georadius_ro georadiusbymember_ro geosearch get getbit getrange hexists hexpiretime hget hgetall hkeys hlen hmget hpexpiretime hpttl hrandfield hscan hstrlen httl hvals keys lcs lindex llen lolwut lpos lrange mget pexpiretime pfcount pttl randomkey scan scard sdiff sdiffcard sinter sintercard sismember smembers smismember sort_ro srandmember sscan strlen substr sunion sunioncard touch ttl type vcard vdim vemb vgetattr vinfo vismember vlinks vrandmember vrange vsim xlen xpending xrange xread xrevrange zcard zcount zdiff zinter zintercard zlexcount zmscore zrandmember zrange zrangebylex zrangebyscore zrank zrevrange zrevrangebylex zrevrangebyscore zrevrank zscan zscore zunion';
