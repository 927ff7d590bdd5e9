import { redisCommands, type KeyContent } from '../../commands/redis.ts';
import { answersContent } from '../../commands/replies.ts';

/** What a key holds: a letter that its name begins with, so that one recorded key may hold different types. */
export type HeldType = 's' | 'n' | 'h' | 'l' | 'e' | 'z' | 'x' | 'b' | 'p';

/** What is known of one command’s sizes. */
interface Shape {
  /** Arguments beside the key, and the bytes of each. */
  args: number;
  bytes: number;
  /** Values of the reply, and the bytes of each. */
  got: number;
  gotBytes: number;
}

/** How a command of one name is written. */
export interface CommandForm {
  /** `any`: whatever the key holds. */
  type: HeldType | 'any';
  /** Whether its reply depends on what the key holds. */
  reads: boolean;
  /** Each of its arguments is a key, or a key and its value. */
  many: 'keys' | 'pairs' | null;
  /** What follows the key. */
  rest: (shape: Shape) => string[];
}

/** Members and fields that a key of a kind has at most. */
export const mostElements = 32;

const data = ({ bytes }: Shape) => `\${data(${Math.max(1, Math.min(bytes, 1_048_576))})}`;
const list = (length: number, of: (at: number) => string[]): string[] =>
  Array.from({ length: Math.max(1, length) }, (_, at) => of(at)).flat();
const last = ({ got }: Shape) => String(Math.max(0, got - 1));
const most = ({ got }: Shape) => String(Math.max(1, got));
const within = (shape: Shape) => ['100', 'km', 'COUNT', most(shape)];
const member = () => 'm${random(1000)}';
const nothing = () => [];
const words =
  (...fixed: string[]) =>
  () =>
    fixed;

/** Letters of the types that a replay can write, and `any`. */
const letters: Partial<Record<KeyContent, CommandForm['type']>> = {
  ...{ string: 's', counter: 'n', hash: 'h', list: 'l', set: 'e', zset: 'z', stream: 'x', bitmap: 'b' },
  ...{ hyperloglog: 'p', any: 'any' },
};

/** What follows the keys, for commands that take more. */
const rests: Readonly<Record<string, CommandForm['rest']>> = {
  MGET: nothing,
  GETEX: nothing,
  GETRANGE: words('0', '-1'),
  SET: (shape) => [data(shape), ...(shape.args >= 3 ? ['EX', '3600'] : [])],
  SETEX: (shape) => ['3600', data(shape)],
  PSETEX: (shape) => ['3600000', data(shape)],
  SETNX: (shape) => [data(shape)],
  GETSET: (shape) => [data(shape)],
  MSET: (shape) => [data(shape)],
  INCRBY: words('1'),
  DECRBY: words('1'),
  INCRBYFLOAT: words('1'),
  EXPIRE: words('3600'),
  PEXPIRE: words('3600000'),
  EXPIREAT: words('4102444800'),
  PEXPIREAT: words('4102444800000'),
  HGET: words('f0'),
  HMGET: ({ args }) => list(args, (at) => [`f${at}`]),
  HEXISTS: words('f0'),
  HSTRLEN: words('f0'),
  HSCAN: words('0'),
  HSET: (shape) => list(shape.args / 2, (at) => [`f${at}`, data(shape)]),
  HMSET: (shape) => list(shape.args / 2, (at) => [`f${at}`, data(shape)]),
  HSETNX: (shape) => ['f0', data(shape)],
  HINCRBY: words('count', '1'),
  HINCRBYFLOAT: words('count', '1'),
  HDEL: words('gone'),
  LPUSH: (shape) => list(shape.args, () => [data(shape)]),
  RPUSH: (shape) => list(shape.args, () => [data(shape)]),
  LINDEX: words('0'),
  LRANGE: (shape) => ['0', last(shape)],
  LTRIM: words('0', '999'),
  LREM: words('1', 'gone'),
  SADD: ({ args }) => list(args, () => [member()]),
  SREM: ({ args }) => list(args, () => [member()]),
  SISMEMBER: () => [member()],
  SMISMEMBER: ({ args }) => list(args, () => [member()]),
  SSCAN: words('0'),
  ZADD: ({ args }) => list(args / 2, () => ['${random(1000)}', member()]),
  ZREM: ({ args }) => list(args, () => [member()]),
  ZINCRBY: () => ['1', member()],
  ZSCORE: () => [member()],
  ZMSCORE: ({ args }) => list(args, () => [member()]),
  ZRANK: () => [member()],
  ZREVRANK: () => [member()],
  ZCOUNT: words('-inf', '+inf'),
  ZRANGE: (shape) => ['0', last(shape)],
  ZREVRANGE: (shape) => ['0', last(shape)],
  ZRANGEBYSCORE: ({ got }) => ['-inf', '+inf', 'LIMIT', '0', String(Math.max(1, got))],
  ZREVRANGEBYSCORE: ({ got }) => ['+inf', '-inf', 'LIMIT', '0', String(Math.max(1, got))],
  // Members that are there lie where a geohash is 0, in a corner of the map.
  GEOPOS: ({ args }) => list(args, (at) => [`m${at}`]),
  GEOHASH: ({ args }) => list(args, (at) => [`m${at}`]),
  GEODIST: words('m0', 'm1'),
  GEOSEARCH: (shape) => ['FROMLONLAT', '-180', '-85', 'BYRADIUS', ...within(shape)],
  GEORADIUS: (shape) => ['-180', '-85', ...within(shape)],
  GEORADIUS_RO: (shape) => ['-180', '-85', ...within(shape)],
  SORT: (shape) => ['LIMIT', '0', most(shape), 'ALPHA'],
  SORT_RO: (shape) => ['LIMIT', '0', most(shape), 'ALPHA'],
  ZREMRANGEBYSCORE: words('-2', '-1'),
  ZREMRANGEBYRANK: words('1000', '-1'),
  ZSCAN: words('0'),
  XADD: (shape) => [
    ...['MAXLEN', '~', '1000', '*'],
    ...list((shape.args - 1) / 2, (at) => [`f${at}`, data(shape)]),
  ],
  XRANGE: ({ got }) => ['-', '+', 'COUNT', String(Math.max(1, got))],
  XREVRANGE: ({ got }) => ['+', '-', 'COUNT', String(Math.max(1, got))],
  SETBIT: words('0', '1'),
  GETBIT: words('0'),
  PFADD: () => [member()],
};

/** Commands that store what they find where STORE and a key are among their words, and the words that they have at least. */
const mayStore: ReadonlyMap<string, number> = new Map([
  ['GEORADIUS', 4],
  ['SORT', 0],
]);

/** True where a command may have stored what it found: it had room for STORE and a key, and its reply may be a count. */
export const mayHaveStored = (name: string, { args, got }: Pick<Shape, 'args' | 'got'>): boolean =>
  args >= (mayStore.get(name) ?? Infinity) + 2 && got <= 1;

/** Commands that a replay can write by their shape alone. */
const forms: ReadonlyMap<string, CommandForm> = new Map(
  [...redisCommands].flatMap(([lower, { holds, keys, ofKeyAlone }]) => {
    const name = lower.toUpperCase();
    const rest = rests[name] ?? (ofKeyAlone ? nothing : undefined);
    // SORT sorts lists, sets and sorted sets.
    const type = name.startsWith('SORT') ? 'l' : letters[holds];
    const [, last, step] = keys;
    const many = last === -1 ? (step === 2 ? 'pairs' : 'keys') : null;
    return type && rest
      ? [[name, { type, reads: answersContent(name) || mayStore.has(name), many, rest }]]
      : [];
  }),
);

/** Their names, in capitals. */
export const replayedCommands: readonly string[] = [...forms.keys()];

/** The form of a command by its name, which a trace from elsewhere chose. */
export const formOf = (name: string): CommandForm | undefined => forms.get(name);

/** Of how many elements, and how many bytes each, the keys of one name are: both are powers of two. */
export interface Filled {
  type: HeldType;
  elements: number;
  bytes: number;
}

/** Writes what units read, a key for each `${n}`. `null`: nothing needs to be there. */
export function fillLine({ type, elements, bytes }: Filled, name: string): string | null {
  const value = `\${data(${bytes})}`;
  const written = (command: string, of: (at: number) => string[]) =>
    `${command} ${name}\${n} ${list(elements, of).join(' ')}`;
  switch (type) {
    case 's':
      return `SET ${name}\${n} ${value}`;
    case 'n':
      return `SET ${name}\${n} 0`;
    case 'h':
      return written('HSET', (at) => [`f${at}`, value]);
    case 'l':
      return written('RPUSH', () => [value]);
    case 'e':
      return written('SADD', (at) => [`m${at}${value}`]);
    case 'z':
      return written('ZADD', (at) => [String(at), `m${at}${value}`]);
    case 'x':
      return `XADD ${name}\${n} * f0 ${value}`;
    case 'b':
    case 'p':
      return null;
  }
}
