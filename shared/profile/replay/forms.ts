/** What a key holds: a letter that its name begins with, so that one recorded key may hold different types. */
export type HeldType = 's' | 'n' | 'h' | 'l' | 'e' | 'z' | 'x' | 'b' | 'p';

/** What is known of one command’s sizes. */
export interface Shape {
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
  many?: 'keys' | 'pairs';
  /** What follows the key. */
  rest: (shape: Shape) => string[];
}

/** Members and fields that a key of a kind has at most. */
export const mostElements = 32;

const data = ({ bytes }: Shape) => `\${data(${Math.max(1, Math.min(bytes, 1_048_576))})}`;
const list = (length: number, of: (at: number) => string[]): string[] =>
  Array.from({ length: Math.max(1, length) }, (_, at) => of(at)).flat();
const last = ({ got }: Shape) => String(Math.max(0, got - 1));
const member = () => 'm${random(1000)}';
const nothing = () => [];
const words =
  (...fixed: string[]) =>
  () =>
    fixed;

const reading = (type: CommandForm['type'], rest: CommandForm['rest'] = nothing): CommandForm => ({
  type,
  reads: true,
  rest,
});
const writing = (type: CommandForm['type'], rest: CommandForm['rest'] = nothing): CommandForm => ({
  type,
  reads: false,
  rest,
});

/** Commands that a replay can write by their shape alone. */
export const forms: Readonly<Record<string, CommandForm>> = {
  GET: reading('s'),
  GETEX: reading('s'),
  GETDEL: reading('s'),
  STRLEN: reading('s'),
  GETRANGE: reading('s', words('0', '-1')),
  MGET: { ...reading('s'), many: 'keys' },
  SET: writing('s', (shape) => [data(shape), ...(shape.args >= 3 ? ['EX', '3600'] : [])]),
  SETEX: writing('s', (shape) => ['3600', data(shape)]),
  PSETEX: writing('s', (shape) => ['3600000', data(shape)]),
  SETNX: writing('s', (shape) => [data(shape)]),
  GETSET: writing('s', (shape) => [data(shape)]),
  MSET: { ...writing('s', (shape) => [data(shape)]), many: 'pairs' },
  INCR: writing('n'),
  DECR: writing('n'),
  INCRBY: writing('n', words('1')),
  DECRBY: writing('n', words('1')),
  INCRBYFLOAT: writing('n', words('1')),
  DEL: { ...writing('any'), many: 'keys' },
  UNLINK: { ...writing('any'), many: 'keys' },
  EXISTS: { ...reading('any'), many: 'keys' },
  TOUCH: { ...reading('any'), many: 'keys' },
  TYPE: reading('any'),
  TTL: reading('any'),
  PTTL: reading('any'),
  PERSIST: writing('any'),
  EXPIRE: writing('any', words('3600')),
  PEXPIRE: writing('any', words('3600000')),
  EXPIREAT: writing('any', words('4102444800')),
  PEXPIREAT: writing('any', words('4102444800000')),
  HGET: reading('h', words('f0')),
  HMGET: reading('h', ({ args }) => list(args, (at) => [`f${at}`])),
  HGETALL: reading('h'),
  HKEYS: reading('h'),
  HVALS: reading('h'),
  HLEN: reading('h'),
  HEXISTS: reading('h', words('f0')),
  HSTRLEN: reading('h', words('f0')),
  HSCAN: reading('h', words('0')),
  HSET: writing('h', (shape) => list(shape.args / 2, (at) => [`f${at}`, data(shape)])),
  HMSET: writing('h', (shape) => list(shape.args / 2, (at) => [`f${at}`, data(shape)])),
  HSETNX: writing('h', (shape) => ['f0', data(shape)]),
  HINCRBY: writing('h', words('count', '1')),
  HINCRBYFLOAT: writing('h', words('count', '1')),
  HDEL: writing('h', words('gone')),
  LPUSH: writing('l', (shape) => list(shape.args, () => [data(shape)])),
  RPUSH: writing('l', (shape) => list(shape.args, () => [data(shape)])),
  LPOP: reading('l'),
  RPOP: reading('l'),
  LLEN: reading('l'),
  LINDEX: reading('l', words('0')),
  LRANGE: reading('l', (shape) => ['0', last(shape)]),
  LTRIM: writing('l', words('0', '999')),
  LREM: writing('l', words('1', 'gone')),
  SADD: writing('e', ({ args }) => list(args, () => [member()])),
  SREM: writing('e', ({ args }) => list(args, () => [member()])),
  SISMEMBER: reading('e', () => [member()]),
  SMISMEMBER: reading('e', ({ args }) => list(args, () => [member()])),
  SMEMBERS: reading('e'),
  SCARD: reading('e'),
  SPOP: reading('e'),
  SRANDMEMBER: reading('e'),
  SSCAN: reading('e', words('0')),
  ZADD: writing('z', ({ args }) => list(args / 2, () => ['${random(1000)}', member()])),
  ZREM: writing('z', ({ args }) => list(args, () => [member()])),
  ZINCRBY: writing('z', () => ['1', member()]),
  ZSCORE: reading('z', () => [member()]),
  ZMSCORE: reading('z', ({ args }) => list(args, () => [member()])),
  ZRANK: reading('z', () => [member()]),
  ZREVRANK: reading('z', () => [member()]),
  ZCARD: reading('z'),
  ZCOUNT: reading('z', words('-inf', '+inf')),
  ZRANGE: reading('z', (shape) => ['0', last(shape)]),
  ZREVRANGE: reading('z', (shape) => ['0', last(shape)]),
  ZRANGEBYSCORE: reading('z', ({ got }) => ['-inf', '+inf', 'LIMIT', '0', String(Math.max(1, got))]),
  ZREVRANGEBYSCORE: reading('z', ({ got }) => ['+inf', '-inf', 'LIMIT', '0', String(Math.max(1, got))]),
  ZREMRANGEBYSCORE: writing('z', words('-2', '-1')),
  ZREMRANGEBYRANK: writing('z', words('1000', '-1')),
  ZPOPMIN: reading('z'),
  ZPOPMAX: reading('z'),
  ZSCAN: reading('z', words('0')),
  XADD: writing('x', (shape) => [
    ...['MAXLEN', '~', '1000', '*'],
    ...list((shape.args - 1) / 2, (at) => [`f${at}`, data(shape)]),
  ]),
  XLEN: reading('x'),
  XRANGE: reading('x', ({ got }) => ['-', '+', 'COUNT', String(Math.max(1, got))]),
  XREVRANGE: reading('x', ({ got }) => ['+', '-', 'COUNT', String(Math.max(1, got))]),
  SETBIT: writing('b', words('0', '1')),
  GETBIT: reading('b', words('0')),
  BITCOUNT: reading('b'),
  PFADD: writing('p', () => [member()]),
  PFCOUNT: reading('p'),
};

/** The form of a command by its name, which a trace from elsewhere chose. */
export const formOf = (name: string): CommandForm | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined;

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
