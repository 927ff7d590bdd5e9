import * as fc from 'fast-check';
import { ownLines, splitWords } from '../../shared/commands/custom-words.ts';
import {
  inAddress,
  inPlan,
  saidByName,
  seenBy,
  type Became,
  type DrawnOption,
  type ToolWords,
} from './drawn-option.ts';

/** Each of them once, in any order. */
const someOf = (options: readonly fc.Arbitrary<DrawnOption>[], most = 6): fc.Arbitrary<DrawnOption[]> =>
  fc
    .shuffledSubarray([...options], { maxLength: Math.min(most, options.length) })
    .chain((chosen) => fc.tuple(...chosen));

/** Names of the commands that a plan sends, in capitals. */
export const sentNames = ({ workload }: Pick<Became, 'workload'>): string[] => {
  const own = [...ownLines(workload)];
  return workload.commands.map((id) =>
    (id === 'custom' ? (splitWords(own.shift() ?? '')[0] ?? '') : id).toUpperCase(),
  );
};

const sends =
  (...names: string[]) =>
  (became: Became): boolean =>
    sentNames(became).join() === names.join();

const isReset = ({ workload }: Became, value: number) => (workload.keepalive ? 1 : 0) === value;

/** The address of the load. The attack looks for its secret. */
const place = [inAddress('db.example', '-h', 'db.example'), inAddress(':6380', '-p', '6380')];

const ofRedis = [
  ...place,
  inAddress('ROUNDTRIP_URL', '-a', 'hunter2'),
  inAddress('/3', '--dbnum', '3'),
  inAddress('rediss', '--tls'),
  inPlan('-c', 'clients', { min: 1, max: 60 }),
  inPlan('-P', 'pipeline', { min: 1, max: 64 }),
  inPlan('--seed', 'seed', { min: 0, max: 1000 }),
  inPlan('--threads', 'threads', { min: 1, max: 60 }),
  seenBy(['-k', '0'], (became) => isReset(became, 0)),
  seenBy(['-k', '1'], (became) => isReset(became, 1)),
  seenBy(['-3'], ({ workload }) => workload.resp === 3),
  seenBy(['-q'], ({ shown }) => / -q( |$)/.test(shown)),
  seenBy(['--csv'], ({ shown }) => shown.includes('--csv=-')),
  saidByName('--precision', '2'),
  saidByName('-e'),
  saidByName('-l'),
  saidByName('--enable-tracking'),
  saidByName('--insecure'),
  saidByName('--sni', 'x'),
  saidByName('--cacertdir', 'd'),
  saidByName('--tls-ciphers', 'x'),
];
const counted = inPlan('-n', 'requests', { min: 1, max: 100_000 });
const sized = fc.integer({ min: 1, max: 4000 }).map((size): DrawnOption => ({
  words: ['-d', String(size)],
  isIn: ({ workload, shown }) => workload.dataSize === size || shown.includes('__data__'),
}));
/** Keys, members, or nothing, and then it is said. */
const ranged = fc.integer({ min: 1, max: 100_000 }).map((range): DrawnOption => ({
  words: ['-r', String(range)],
  isIn: ({ workload, differences }) =>
    workload.keyspace === range || workload.members === range || differences.includes(`-r ${range}:`),
}));

/** Tests of the tools by the command that they send. */
const tests: Readonly<Record<string, string>> = {
  ...{
    ping: 'PING',
    ping_inline: 'PING',
    ping_mbulk: 'PING',
    set: 'SET',
    get: 'GET',
    incr: 'INCR',
    mset: 'MSET',
  },
  ...{ lpush: 'LPUSH', rpush: 'RPUSH', lpop: 'LPOP', rpop: 'RPOP', sadd: 'SADD', hset: 'HSET', spop: 'SPOP' },
  ...{
    zadd: 'ZADD',
    zpopmin: 'ZPOPMIN',
    xadd: 'XADD',
    lrange: 'LRANGE',
    lrange_100: 'LRANGE',
    lrange_600: 'LRANGE',
  },
};
const aTest = fc
  .shuffledSubarray(Object.keys(tests), { minLength: 1, maxLength: 3 })
  .map((names): DrawnOption => ({
    words: ['-t', names.join(',')],
    isIn: (became) =>
      sends(tests[names[0] ?? ''] ?? '')(became) &&
      names
        .slice(1)
        .every((name) => became.differences.includes(name) || tests[name] === tests[names[0] ?? '']),
  }));

const commands = [
  'get key:__rand_int__',
  'set key:__rand_int__ value',
  'lpush mylist __rand_int__',
  'sadd s element:__rand_int__',
  'zadd board __rand_int__ member:__rand_int__',
  'hset user:__rand_int__ field:__rand_int__ v',
  'hget user:1 name',
  'setbit bits:__rand_int__ 5 1',
  'lrange list:__rand_int__ 0 9',
  'zrange z 0 -1 withscores',
  'rename a b',
  'xadd events * f v',
  'expire key:__rand_int__ 60',
  'incrby counter 5',
  'zunion 2 a:__rand_int__ b:__rand_int__',
  'fcall limit 1 key:__rand_int__ 10',
];
const scripts = [
  ['eval', "return redis.call('INCR', KEYS[1])", '1', 'k:__rand_int__'],
  ['eval', 'return 1', '0'],
];
const aCommand = fc.constantFrom(...commands.map((line) => line.split(' ')), ...scripts);

interface Sent {
  options: DrawnOption[];
  command: string[];
}

/** `-t`, or a command, which has to be what is sent. */
const redisSends: fc.Arbitrary<Sent> = fc.oneof(
  aTest.map((option) => ({ options: [option], command: [] })),
  aCommand.map((command) => ({
    options: [{ words: [], isIn: sends((command[0] ?? '').toUpperCase()) }],
    command,
  })),
);

const lineOf =
  (tool: string) =>
  ([options, amounts, { options: sent, command }]: [DrawnOption[], DrawnOption[], Sent]): ToolWords => ({
    tool,
    // The first of two that exclude each other.
    options: [...withoutTwins([...options, ...amounts]), ...sent],
    command,
  });

const withoutTwins = (options: readonly DrawnOption[]) =>
  options.filter(({ words: [name] }, at) => options.findIndex(({ words }) => words[0] === name) === at);

export const redisLines: fc.Arbitrary<ToolWords> = fc
  .tuple(someOf(ofRedis), someOf([counted, sized, ranged]), redisSends)
  .map(lineOf('redis-benchmark'));

const seconds = seenBy(['--duration', '7'], ({ workload }) => workload.durationMs === 7000);
const ofValkey = [
  ...ofRedis,
  seenBy(['--warmup', '3'], ({ workload }) => workload.warmupMs === 3000),
  inPlan('--rps', 'rps', { min: 1, max: 100_000 }),
  seenBy(['--sequential'], ({ workload }) => workload.keyPattern === 'S'),
  saidByName('--mptcp'),
  saidByName('--num-functions', '3'),
];
const aSequence: fc.Arbitrary<Sent> = fc.constant<Sent>({
  options: [{ words: [], isIn: sends('GET', 'SET') }],
  command: ['9', 'get', 'key:__rand_int__', ';', 'set', 'key:__rand_int__', '__data__'],
});

export const valkeyLines: fc.Arbitrary<ToolWords> = fc
  .tuple(
    someOf(ofValkey),
    fc.oneof(someOf([counted, sized, ranged]), someOf([seconds, sized, ranged])),
    redisSends,
  )
  .map(lineOf('valkey-benchmark'));

/** A sequence counts as one for `-P`, so it stands without. */
export const valkeySequences: fc.Arbitrary<ToolWords> = fc
  .tuple(someOf([counted, ...place]), someOf([ranged]), aSequence)
  .map(lineOf('valkey-benchmark'));

const ofMemtier = [
  inAddress('db.example', '-s', 'db.example'),
  inAddress(':6380', '--port=6380'),
  inAddress('ROUNDTRIP_URL', '-a', 'me:hunter2'),
  inAddress('/4', '--select-db', '4'),
  inAddress('rediss', '--tls'),
  seenBy(['-P', 'resp3'], ({ workload }) => workload.resp === 3),
  seenBy(['--pipeline=9'], ({ workload }) => workload.pipeline === 9),
  seenBy(['-R'], ({ workload }) => workload.data === 'random'),
  seenBy(['--data-size=77'], ({ workload }) => workload.dataSize === 77),
  seenBy(['-x', '3'], ({ schedule }) => schedule.starts === 3),
  seenBy(['--key-prefix=user:'], ({ workload }) => workload.keyPrefix === 'user:'),
  saidByName('--rate-limiting', '0'),
  saidByName('--hide-histogram'),
  saidByName('--json-out-file', 'f'),
  saidByName('--data-import', 'f'),
  saidByName('--clients-start', '1'),
  saidByName('--tls-skip-verify'),
  saidByName('--wait-ratio', '1:1'),
  saidByName('--statsd-host', 'h'),
  saidByName('--distinct-client-seed'),
  saidByName('-D'),
  saidByName('--print-percentiles', '50,99'),
];
const connections = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 500 }))
  .map(([clients, threads, requests]): DrawnOption => ({
    words: ['-c', String(clients), '-t', String(threads), '-n', String(requests)],
    isIn: ({ workload }) =>
      workload.clients === clients * threads &&
      workload.threads === threads &&
      workload.requests === clients * threads * requests,
  }));
const keys = fc.integer({ min: 1, max: 100_000 }).map((most): DrawnOption => ({
  words: [`--key-maximum=${most}`, '--key-minimum', '1'],
  isIn: ({ workload, differences }) =>
    workload.keyspace === most || workload.members === most || differences.includes('--key-maximum'),
}));
const divisorOf = (one: number, other: number): number => (other === 0 ? one : divisorOf(other, one % other));
const ratio = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
  .map(([sets, gets]): DrawnOption => ({
    words: ['--ratio', `${sets}:${gets === 0 && sets === 0 ? 1 : gets}`],
    isIn: (became) => {
      if (sets === 0) return sends('GET')(became);
      if (gets === 0) return sends('SET')(became);
      const divisor = divisorOf(sets, gets);
      return (
        sends('SET', 'GET')(became) &&
        became.workload.ratio?.join() === [sets / divisor, gets / divisor].join()
      );
    },
  }));
const patterns = fc.constantFrom('R', 'S', 'G', 'Z').map((letter): DrawnOption => ({
  words: ['--key-pattern', `${letter}:${letter}`],
  isIn: ({ workload }) => workload.keyPattern === letter,
}));
const arbitrary = [
  'SET __key__ __data__',
  'GET __key__',
  'HSET __key__ f1 __data__ f2 x',
  'ZADD __key__ 1 member',
  'MSET __key__ __data__ __key__ __data__',
  'LPUSH list __data__',
  'INCR __key__',
];
const aMix = fc
  .array(fc.tuple(fc.constantFrom(...arbitrary), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((mix): DrawnOption => ({
    words: mix.flatMap(([line, weight]) => [`--command=${line}`, `--command-ratio=${weight}`]),
    isIn: (became) => {
      const divisor = mix.map(([, weight]) => weight).reduce(divisorOf, 0);
      const weights = mix.map(([, weight]) => weight / divisor);
      return (
        sends(...mix.map(([line]) => line.split(' ')[0] ?? ''))(became) &&
        (mix.length === 1 || became.workload.ratio?.join() === weights.join())
      );
    },
  }));

export const memtierLines: fc.Arbitrary<ToolWords> = fc
  .tuple(
    someOf(ofMemtier),
    fc.tuple(connections, keys),
    fc.oneof(
      fc.tuple(ratio, patterns).map((options) => ({ options, command: [] })),
      aMix.map((option) => ({ options: [option], command: [] })),
    ),
  )
  .map(lineOf('memtier_benchmark'));

const ofGo = [
  ...place,
  inAddress('ROUNDTRIP_URL', '-a', 'hunter2'),
  inPlan('-c', 'clients', { min: 1, max: 100 }),
  inPlan('-n', 'requests', { min: 1, max: 100_000 }),
  inPlan('-P', 'pipeline', { min: 1, max: 64 }),
  inPlan('-rps', 'rps', { min: 1, max: 100_000 }),
  inPlan('-random-seed', 'seed', { min: 0, max: 1000 }),
  seenBy(['-resp', '3'], ({ workload }) => workload.resp === 3),
  saidByName('-multi'),
  saidByName('-csc'),
  saidByName('-wait-replicas', '1'),
  saidByName('-debug', '1'),
  saidByName('-json-out-file', 'f'),
  saidByName('-l'),
];
const goMix = fc.constantFrom(0.1, 0.25, 0.5).map((share): DrawnOption => ({
  words: [
    '-cmd',
    'SET __key__ __data__',
    '-cmd-ratio',
    String(share),
    '-cmd',
    'GET __key__',
    '-cmd-ratio',
    String(1 - share),
  ],
  isIn: (became) => {
    const [sets = 0, gets = 1] = became.workload.ratio ?? [];
    return sends('SET', 'GET')(became) && Math.abs(sets / (sets + gets) - share) < 0.01;
  },
}));

export const goLines: fc.Arbitrary<ToolWords> = fc
  .tuple(
    someOf(ofGo),
    someOf([ranged]),
    goMix.map((option) => ({ options: [option], command: [] })),
  )
  .map(lineOf('redis-benchmark-go'));
