import * as fc from 'fast-check';

/** A line of another tool that is run, and what it has to send. */
export interface ForeignLoad {
  tool: string;
  words: string[];
  /** Commands by their weights, in capitals. */
  commands: Readonly<Record<string, number>>;
  /** The least number of them together. */
  count: number;
  /** The largest number of keys of a type, and of members where those are drawn. */
  keys: number;
  members?: number;
}

const few = fc.integer({ min: 1, max: 40 });
/** One alone is filled by a command that looks as those of the lane. */
const several = fc.integer({ min: 2, max: 40 });
const range = ['-r'] as const;

const redis = (words: string[], load: Pick<ForeignLoad, 'commands' | 'keys' | 'members'>): ForeignLoad => ({
  tool: 'redis-benchmark',
  words: ['-c', '3', '-n', '300', '-P', '5', ...words],
  count: 300,
  ...load,
});

/** Commands that the tool sends to a single key. */
const ofMembers = fc
  .tuple(fc.constantFrom('zadd', 'sadd', 'hset', 'spop', 'zpopmin'), several)
  .map(([test, members]) =>
    redis([...range, String(members), '-t', test], {
      commands: { [test.toUpperCase()]: 1 },
      ...{ keys: 1, members },
    }),
  );

const ofLists = fc
  .constantFrom('lpush', 'rpush', 'lpop', 'rpop', 'lrange_100', 'xadd')
  .map((test) => redis(['-t', test], { commands: { [test.replace(/_.*/, '').toUpperCase()]: 1 }, keys: 1 }));

const ofKeys = fc
  .tuple(fc.constantFrom('set', 'get', 'incr', 'mset'), few)
  .map(([test, keys]) =>
    redis([...range, String(keys), '-t', test], { commands: { [test.toUpperCase()]: 1 }, keys }),
  );

/** `members`: whether -r is of the words that are no keys. */
const lines: readonly [line: string, isOfKeys: boolean, members: boolean][] = [
  ['lpush mylist __rand_int__', false, true],
  ['sadd s element:__rand_int__', false, true],
  ['zadd board __rand_int__ member:__rand_int__', false, true],
  ['hset user:__rand_int__ name v', true, false],
  ['hset users field:__rand_int__ v', false, true],
  ['incr counter:__rand_int__', true, false],
  ['set fixed value', false, false],
  ['append log:__rand_int__ x', true, false],
  ['pfadd visitors v:__rand_int__', false, true],
];
const ofOwnLines = fc
  .tuple(fc.constantFrom(...lines), several)
  .map(([[line, isOfKeys, isOfMembers], drawn]) => {
    const words = line.split(' ');
    return redis([...range, String(drawn), ...words], {
      commands: { [(words[0] ?? '').toUpperCase()]: 1 },
      keys: isOfKeys ? drawn : 1,
      ...(isOfMembers ? { members: drawn } : {}),
    });
  });

const ofScripts = few.map((keys) =>
  redis([...range, String(keys), 'eval', "return redis.call('INCR', KEYS[1])", '1', 'k:__rand_int__'], {
    commands: { EVALSHA: 1 },
    keys,
  }),
);

const memtier = (
  words: string[],
  load: Pick<ForeignLoad, 'commands' | 'keys' | 'members' | 'count'>,
): ForeignLoad => ({
  tool: 'memtier_benchmark',
  words: ['-t', '1', '-c', '3', '--pipeline', '4', ...words],
  ...load,
});

const arbitrary: readonly [name: string, line: string][] = [
  ['HSET', 'HSET __key__ f __data__'],
  ['INCR', 'INCR __key__'],
  ['RPUSH', 'RPUSH __key__ __data__'],
  ['SADD', 'SADD __key__ __data__'],
  ['APPEND', 'APPEND __key__ x'],
];
const weight = fc.integer({ min: 1, max: 9 });
const ofCommands = fc
  .tuple(
    fc.shuffledSubarray([...arbitrary], { minLength: 2, maxLength: 3 }),
    fc.tuple(weight, weight, weight),
    few,
  )
  .map(([chosen, weights, keys]) =>
    memtier(
      [
        ...['-n', '200', `--key-maximum=${keys}`, '--key-minimum=1'],
        ...chosen.flatMap(([, line], at) => [`--command=${line}`, `--command-ratio=${weights[at] ?? 1}`]),
      ],
      {
        commands: Object.fromEntries(chosen.map(([name], at) => [name, weights[at] ?? 1])),
        ...{ count: 600, keys },
      },
    ),
  );
const ofOneRatio = few.map((keys) =>
  memtier(['-n', '100', '--ratio=1:0', `--key-maximum=${keys}`, '--key-minimum=1'], {
    commands: { SET: 1 },
    ...{ count: 300, keys },
  }),
);
const ofAllKeys = few.map((keys) =>
  memtier(['-n', 'allkeys', '--ratio=1:0', '--key-pattern=P:P', `--key-maximum=${keys}`, '--key-minimum=1'], {
    commands: { SET: 1 },
    ...{ count: keys, keys },
  }),
);
const ofOneBoard = several.map((members) =>
  memtier(['-n', '100', '--command=ZADD board 1 m:__key__', `--key-maximum=${members}`, '--key-minimum=1'], {
    commands: { ZADD: 1 },
    ...{ count: 300, keys: 1, members },
  }),
);

const ofValkey = few.map((keys): ForeignLoad => ({
  tool: 'valkey-benchmark',
  words: [
    ...range,
    String(keys),
    '-n',
    '600',
    '4',
    'hset',
    'h:__rand_int__',
    'f',
    '__data__',
    ';',
    'incr',
    'n:__rand_int__',
  ],
  commands: { HSET: 4, INCR: 1 },
  ...{ count: 600, keys },
}));
const ofGo = few.map((keys): ForeignLoad => ({
  tool: 'redis-benchmark-go',
  words: [
    ...range,
    String(keys),
    '-n',
    '600',
    '-c',
    '3',
    ...['-cmd', 'HSET __key__ f __data__', '-cmd-ratio', '0.75'],
    ...['-cmd', 'INCR __key__', '-cmd-ratio', '0.25'],
  ],
  commands: { HSET: 3, INCR: 1 },
  ...{ count: 600, keys },
}));

export const loads: fc.Arbitrary<ForeignLoad> = fc.oneof(
  ...[ofMembers, ofLists, ofKeys, ofOwnLines, ofOwnLines, ofScripts],
  ...[ofCommands, ofCommands, ofOneRatio, ofAllKeys, ofOneBoard, ofValkey, ofGo],
);
