import type { ProfileFinding } from '../contract/profile.ts';
import { onlyReads } from '../commands/redis.ts';

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
const overOf = ({
  command,
  options = false,
}: Pick<Coded, 'command' | 'options'>): [over: string, one: string, args: string] =>
  ofKeyAlone.has(command)
    ? ['keys', 'key', 'key']
    : command === 'SET' && !options
      ? ['entries', '[key, value]', 'key, value']
      : ['calls', 'args', '...args'];

type Coded = Pick<
  ProfileFinding,
  'command' | 'library' | 'others' | 'more' | 'tripsNeeded' | 'perUnit' | 'runs' | 'buffers' | 'options'
>;

/** Commands whose replies hold values: ioredis has a method of each that gives them as Buffers. */
const withValues = (command: string): boolean =>
  onlyReads(command) || /POP|^(?:GET|HGET|LMOVE|SPOP|EVAL|FCALL|X)/.test(command);

/** The same commands again and again, rather than lines one after another. */
const isLoop = ({ others, more = 0, perUnit, runs = 1 }: Coded): boolean =>
  perUnit > (others.length + 1 + more) * runs;

const methodOf = (command: string, { library, buffers }: Pick<Coded, 'library' | 'buffers'>): string =>
  library === 'ioredis'
    ? `${command.toLowerCase()}${buffers && withValues(command) ? 'Buffer' : ''}`
    : (camel[command] ?? command.toLowerCase());

const callOf = (command: string, coded: Coded): string => `${clientOf(coded)}.${methodOf(command, coded)}`;

const clientOf = ({ library, buffers }: Coded): string =>
  library === 'ioredis' ? 'redis' : buffers ? 'binary' : 'client';

/** node-redis gives Buffers by a client that says so. */
const binaryClient = 'const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });\n';

/** In the form of what was seen: a loop, or lines one after another. */
export function codeBefore(coded: Coded): string {
  const { command, others } = coded;
  const names = command.split('/');
  const [over, one, args] = overOf(coded);
  if (others.length === 0)
    return `const replies = [];\nfor (const ${one} of ${over}) replies.push(await ${callOf(names[0] ?? '', coded)}(${args}));`;
  const calls = names.map((name) => `await ${callOf(name, coded)}(/* … */);`);
  return isLoop(coded) ? `for (const item of items) {\n  ${calls.join('\n  ')}\n}` : calls.join('\n');
}

/** The same commands in one round trip, for the library that the program uses. */
export function codeFor(coded: Coded): string {
  const { command, library, others, tripsNeeded, buffers = false } = coded;
  const prepared = library !== 'ioredis' && buffers ? binaryClient : '';
  if (others.length > 0 && isLoop(coded) && tripsNeeded === 1) return prepared + codeForLoop(coded);
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
  const [over, one, args] = overOf(coded);
  const multi = multiOf(coded);
  if (library === 'ioredis')
    return [
      ...(multi === null ? [] : [multi, '// or, for any command:']),
      'const pipeline = redis.pipeline();',
      `for (const ${one} of ${over}) pipeline.${methodOf(command, coded)}(${args});`,
      unwrapped,
    ].join('\n');
  return (
    prepared +
    [
      ...(multi === null
        ? []
        : [multi, '// or, for any command (one write, as they are issued in one turn):']),
      `const replies = await Promise.all(${over}.map((${one}) => ${callOf(command, coded)}(${args})));`,
    ].join('\n')
  );
}

const unwrapped =
  'const replies = (await pipeline.exec()).map(([error, reply]) => { if (error) throw error; return reply; });';

/** The code for a loop with several commands. */
function codeForLoop(coded: Coded): string {
  const names = coded.command.split('/');
  if (coded.library === 'ioredis')
    return [
      'const pipeline = redis.pipeline();',
      'for (const item of items) {',
      ...names.map((name) => `  pipeline.${methodOf(name, coded)}(/* … */);`),
      '}',
      unwrapped,
    ].join('\n');
  const calls = names.map((name) => `${callOf(name, coded)}(/* … */)`);
  return `const replies = await Promise.all(items.flatMap((item) => [\n  ${calls.join(',\n  ')},\n]));`;
}

/** The form for several keys or fields, with replies as they were. */
function multiOf(coded: Coded): string | null {
  const multi = several[coded.command];
  // MSET knows no NX, no expiry and no earlier value.
  if (!multi || coded.options) return null;
  if (coded.library !== 'ioredis')
    return coded.buffers ? multi.redis.replace('client.', 'binary.') : multi.redis;
  return coded.buffers ? multi.ioredis.replace(/\b(mget|hmget)\(/, '$1Buffer(') : multi.ioredis;
}
