import type { ProfileFinding } from '../contract/profile.ts';

/** Commands with a form for several keys, or several fields of one key. */
const several: Readonly<Record<string, { ioredis: string; redis: string }>> = {
  GET: {
    ioredis: 'const values = await redis.mget(keys);',
    redis: 'const values = await client.mGet(keys);',
  },
  SET: {
    ioredis: 'await redis.mset(new Map(entries)); // without an expiry',
    redis: 'await client.mSet(entries); // without an expiry',
  },
  HGET: {
    ioredis: 'const values = await redis.hmget(key, ...fields); // of one hash',
    redis: 'const values = await client.hmGet(key, fields); // of one hash',
  },
  DEL: { ioredis: 'await redis.del(keys);', redis: 'await client.del(keys);' },
  UNLINK: { ioredis: 'await redis.unlink(keys);', redis: 'await client.unlink(keys);' },
  SADD: {
    ioredis: 'await redis.sadd(key, ...members); // to one set',
    redis: 'await client.sAdd(key, members); // to one set',
  },
  RPUSH: {
    ioredis: 'await redis.rpush(key, ...items); // to one list',
    redis: 'await client.rPush(key, items); // to one list',
  },
  LPUSH: {
    ioredis: 'await redis.lpush(key, ...items); // to one list',
    redis: 'await client.lPush(key, items); // to one list',
  },
};

/** node-redis writes commands in camel case: HGETALL is hGetAll. */
const camel: Readonly<Record<string, string>> = {
  HGET: 'hGet',
  HGETALL: 'hGetAll',
  HSET: 'hSet',
  HMGET: 'hmGet',
  SADD: 'sAdd',
  SREM: 'sRem',
  SMEMBERS: 'sMembers',
  SISMEMBER: 'sIsMember',
  ZADD: 'zAdd',
  ZSCORE: 'zScore',
  ZRANGE: 'zRange',
  LPUSH: 'lPush',
  RPUSH: 'rPush',
  LPOP: 'lPop',
  LRANGE: 'lRange',
  LLEN: 'lLen',
  HINCRBY: 'hIncrBy',
  ZINCRBY: 'zIncrBy',
  INCRBY: 'incrBy',
  PTTL: 'pTTL',
  XADD: 'xAdd',
};

/** Commands of which a key says all. */
const ofKeyAlone = new Set(
  'GET HGETALL HKEYS HVALS HLEN SMEMBERS SCARD ZCARD LLEN STRLEN TYPE TTL PTTL EXISTS DEL UNLINK GETDEL PERSIST INCR DECR LPOP RPOP SPOP'.split(
    ' ',
  ),
);

/** What a loop goes over, a name for one of it, and how a command takes that. */
const overOf = (command: string): [over: string, one: string, args: string] =>
  ofKeyAlone.has(command)
    ? ['keys', 'key', 'key']
    : command === 'SET'
      ? ['entries', '[key, value]', 'key, value']
      : ['calls', 'args', '...args'];

type Coded = Pick<ProfileFinding, 'command' | 'library' | 'others' | 'tripsNeeded'>;

const callOf = (command: string, library: string): string =>
  library === 'ioredis'
    ? `redis.${command.toLowerCase()}`
    : `client.${camel[command] ?? command.toLowerCase()}`;

/** In the form of what was seen: a loop, or lines one after another. */
export function codeBefore({ command, library, others }: Coded): string {
  const names = command.split('/');
  const [over, one, args] = overOf(command);
  if (others.length === 0)
    return `const replies = [];\nfor (const ${one} of ${over}) replies.push(await ${callOf(names[0] ?? '', library)}(${args}));`;
  return names.map((name) => `await ${callOf(name, library)}(/* … */);`).join('\n');
}

/** The same commands in one round trip, for the library that the program uses. */
export function codeFor({ command, library, others, tripsNeeded }: Coded): string {
  const multi = others.length === 0 ? several[command] : undefined;
  if (others.length > 0 && tripsNeeded > 1)
    return library === 'ioredis'
      ? `// ${tripsNeeded} stages: what a stage needs comes from the one before
const first = await Promise.all([ /* what needs no reply */ ]);
const second = await Promise.all([ /* what needs those */ ]);
// With new Redis({ enableAutoPipelining: true }) each stage is one write.`
      : `// ${tripsNeeded} stages: what a stage needs comes from the one before. Each is sent in one write.
const first = await Promise.all([ /* what needs no reply */ ]);
const second = await Promise.all([ /* what needs those */ ]);`;
  if (others.length > 0)
    return `// Nothing here needs the reply of another: send them side by side.
const [one, other] = await Promise.all([ /* the calls, without await */ ]);${library === 'ioredis' ? '\n// With new Redis({ enableAutoPipelining: true }) they are one write.' : ''}`;
  const [over, one, args] = overOf(command);
  if (library === 'ioredis')
    return [
      ...(multi ? [multi.ioredis, '// or, for any command:'] : []),
      'const pipeline = redis.pipeline();',
      `for (const ${one} of ${over}) pipeline.${command.toLowerCase()}(${args});`,
      'const replies = (await pipeline.exec()).map(([error, reply]) => { if (error) throw error; return reply; });',
    ].join('\n');
  return [
    ...(multi ? [multi.redis, '// or, for any command (one write, as they are issued in one turn):'] : []),
    `const replies = await Promise.all(${over}.map((${one}) => ${callOf(command, library)}(${args})));`,
  ].join('\n');
}
