import { describe, expect, test } from 'vitest';
import { readForeign } from '../../../../server/cli/options/foreign/index.ts';

const shownOf = (line: string, tool = 'redis-benchmark') =>
  readForeign(tool, line).line.shown.replace(/^npm run bench -- -u \S+ /, '');
const differencesOf = (line: string, tool = 'redis-benchmark') => readForeign(tool, line).line.differences;

describe('a test of redis-benchmark', () => {
  test.each([
    ['-t set -r 1000 -d 64', '-d 64 -c 50 -n 100000 -t set -r 1000 --resp 2'],
    ['-t get', '-c 50 -n 100000 -t get -d 3 -r 1 --resp 2'],
    ['-t ping', '-c 50 -n 100000 -t ping -d 3 -r 1 --resp 2'],
    ['-t mset -r 9', '-c 50 -n 100000 -t mset -d 3 -r 9 --resp 2'],
    ['-t zadd -r 1000', '-c 50 -n 100000 -t zadd -d 3 -r 1 --members 1000 --resp 2'],
    ['-t sadd -r 1000', '-c 50 -n 100000 -t sadd -d 3 -r 1 --members 1000 --resp 2'],
    ['-t lpush -r 1000', '-c 50 -n 100000 -t lpush -d 3 -r 1 --members 1000 --resp 2'],
    ['-t rpush -r 1000', '-c 50 -n 100000 -t rpush -d 3 -r 1 --members 1000 --resp 2'],
    ['-t lpop -n 500', '-n 500 -c 50 -t lpop -d 3 -r 1 --members 500 --resp 2'],
    ['-t rpop -n 500', "-n 500 -c 50 --command 'RPOP __key__' -d 3 -r 1 --members 500 --resp 2"],
    ['-t hset -r 1000', '-c 50 -n 100000 -t hset -d 3 -r 1 --members 1000 --resp 2'],
    ['-t spop -r 99', "-c 50 -n 100000 --command 'SPOP __key__' -d 3 -r 1 --members 99 --resp 2"],
    ['-t zpopmin -r 99', "-c 50 -n 100000 --command 'ZPOPMIN __key__' -d 3 -r 1 --members 99 --resp 2"],
    [
      '-t lrange_600 -n 900',
      "-n 900 -c 50 --command 'LRANGE __key__ 0 599' -d 3 -r 1 --members 900 --resp 2",
    ],
    ['-t xadd -r 9', '-c 50 -n 100000 -t xadd -d 3 -r 1 --resp 2'],
    ['-t zadd', '-c 50 -n 100000 -t zadd -d 3 -r 1 --resp 2'],
  ])('%s is %s', (line, shown) => {
    expect(shownOf(line)).toBe(shown);
  });

  test.each([
    [
      '-t set,GET',
      'their -t runs its tests one after the other; this line is for set: run it once more for get',
    ],
    ['-t sadd,smembers', '-t smembers: redis-benchmark has no such test'],
    ['-q', 'without -t they run all tests one after the other; this line is for set'],
    ['-t zadd -r 9', '-r 9: of their single key it draws members; ours holds as many before the run'],
    ['-t lpush -r 9', '-r 9: it draws nothing in this test, in their tool as well; our list holds as many'],
    [
      '-t lpop -n 9',
      'their list has what their LPUSH has pushed, 9 elements; ours holds as many before the run',
    ],
    ['-t lpop -r 9', '-r 9: it draws nothing in this test, in their tool as well'],
    ['-t get -r 6000000', '-r 6000000: at most 5000000 keys are written before reads'],
    ['-t sadd -r 6000000', 'ours holds 5000000, the most, before the run'],
    ['-t lpush --cluster', 'their key has a tag for each node; here it is one key, on one node'],
    ['-n 100k -t set', '-n: the tool reads "100k" as 100'],
    ['-t set --threads 90', '--threads 90: more than the 50 connections have no work'],
    ['-t set -l', '-l: theirs never ends; give --duration'],
    ['-t set -e', '-e: theirs has no effect'],
    [
      '-t set --enable-tracking',
      '--enable-tracking: client tracking is not switched on; lane cached does so',
    ],
    ['-t set -x', '-x: it has no effect without a command'],
  ])('%s differs: %s', (line, difference) => {
    expect(differencesOf(line).join('\n')).toContain(difference);
  });

  test.each([
    ['-t hget', '-t hget: redis-benchmark has no such test'],
    [String.raw`.\x\redis-bench -a secret`, '".xredis-bench" is no command of Redis'],
    ['-t fcall', '-t fcall: the tool loads functions of its own for it'],
    ['-I', '-I: it opens idle connections and sends nothing'],
    ['--help', '--help: it sends nothing'],
    ['memtier_benchmark -t 2', 'the line is one of memtier_benchmark: --from memtier_benchmark takes it'],
    ['-p 0', '-p: must be a whole number from 1, not "0"'],
    ['-n', '-n of redis-benchmark needs a value'],
  ])('%s is refused: %s', (line, why) => {
    expect(() => readForeign('redis-benchmark', line)).toThrow(why);
  });

  test('-k, -3, --dbnum, -u, a user and its password', () => {
    expect(shownOf('-k 0 -3 -t set -p 7')).toContain('--keepalive 0 --resp 3 -c 50');
    const { line } = readForeign('redis-benchmark', '-u rediss://me:p%40ss@h:7/2 -t set');
    expect(line.words[0]).toBe('-urediss://me:p%40ss@h:7/2');
    expect(line.shown).toMatch(/^ROUNDTRIP_URL='rediss:\/\/me:PASSWORD@h:7\/2' npm/);
    expect(readForeign('redis-benchmark', '-u redis://alone@h -t set').line.words[0]).toBe(
      '-uredis://:alone@h:6379',
    );
    expect(readForeign('valkey-benchmark', '-u valkeys://h -t set').line.words[0]).toBe('-urediss://h:6379');
  });
});

describe('a command of redis-benchmark', () => {
  const commandOf = (line: string, tool?: string) =>
    shownOf(line, tool)
      .replace(/^(-\w+ \d+ )*-c 50 (-n 100000 )?/, '')
      .replace(' --resp 2', '');

  test.each([
    ['-r 10000 lpush mylist __rand_int__', "--command 'lpush __key__ __rand_int__' -r 1 --members 10000"],
    ['-r 100 get key:__rand_int__', "--command 'get __key__' -r 100"],
    [
      '-r 100 hset user:__rand_int__ field:__rand_int__ v',
      "--command 'hset __key__ field:__rand_int__ v' -r 100",
    ],
    [
      '-r 10 zadd board __rand_int__ member:__rand_int__',
      "--command 'zadd __key__ __rand_int__ member:__rand_int__' -r 1 --members 10",
    ],
    ['-r 9000000 sadd s __rand_int__', "--command 'sadd __key__ __rand_int__' -r 1 --members 5000000"],
    ['set foo bar', "--command 'set __key__ bar' -r 1"],
    ['set foo __data__', "--command 'set __key__ __data__' -r 1 -d 8"],
    ['-x -d 100 set foo', "--command 'set __key__ __data__' -r 1"],
    ['-r 5 mset a:__rand_int__ 1 b:__rand_int__ 2', "--command 'mset __key__ 1 __key__ 2' -r 5"],
    ['-r 5 object encoding a:__rand_int__', "--command 'object encoding __key__' -r 5"],
    ['-r 5 setbit bits __rand_int__ 1', "--command 'setbit __key__ __rand_int__ 1' -r 1"],
    ['set foo "two words"', `--command 'set __key__ "two words"' -r 1`],
    ['set foo ""', `--command 'set __key__ ""' -r 1`],
    ['ping', '-t ping -d 3 -r 1'],
    ['rename a b', "--command 'rename __key__ __key__' -r 2"],
    ['-r 5 JSON.SET doc:__rand_int__ . 1', "--command 'JSON.SET __key__ . 1' -r 5"],
    ['-r 5 zadd z __rand_int__ m', "--command 'zadd __key__ __rand_int__ m' -r 1 --members 5"],
    ['zadd z __rand_int__ m', "--command 'zadd __key__ ..rand_int.. m' -r 1"],
    ["eval 'return 1' 0", `--command 'eval "return 1" 0' -r 1`],
    [
      String.raw`-r 7 eval "return redis.call('get', KEYS[1])" 1 k:__rand_int__ a`,
      String.raw`--command 'eval "return redis.call('\''get'\'', KEYS[1])" 1 __key__ a' -r 7`,
    ],
    ['fcall f 2 a b c', "--command 'fcall f 2 __key__ __key__ c' -r 2"],
    ["script load 'return 1'", `--command 'EVAL "return 1" 0' -r 1`],
    ["script load 'return KEYS[1]'", `--command 'EVAL "return KEYS[1]" 1 __key__' -r 1`],
    [String.raw`set foo "it's \"x\""`, String.raw`--command 'set __key__ "it'\''s \"x\""' -r 1`],
  ])('%s is %s', (line, shown) => {
    expect(commandOf(line)).toBe(shown);
  });

  test.each([
    ['lpush mylist a', 'their key "mylist" is __key__ here, a key of the run’s own'],
    ['-r 9 lpush mylist __rand_int__', 'their 9 numbers are members of one key, which holds as many'],
    ['-r 9 set foo bar', '-r 9: no word of the command is drawn, in their tool as well'],
    [
      '-r 9 set foo __rand_int__',
      'each number of set is below the count of keys here, 1, as its key holds no members',
    ],
    ['-r 9 get key:__rand_int__', 'get finds what lines beside it write'],
    ['rename a b', 'their 2 keys a, b are of the run’s own here, and each __key__ is drawn from them'],
    ['-t get set foo bar', '-t: a command stands behind it'],
    ['set foo __data__', 'redis-benchmark sends __data__ as it is, 8 bytes'],
    ['set foo __value__', 'redis-benchmark sends __value__ as it is; here it is ..value..'],
    ['-x set foo', 'here it is a payload of -d bytes'],
    ['script load "return 1"', 'their SCRIPT LOAD loads the script each time'],
  ])('%s differs: %s', (line, difference) => {
    expect(differencesOf(line).join('\n')).toContain(difference);
  });

  test.each([
    ['EVALSHA abc 0', 'EVALSHA names a script by its hash, and its text is not in the line'],
    ['eval "return 1" two', 'eval says how many keys follow, and this line does not'],
    ['docker set a b', 'docker starts a command'],
    ['nonsense a b', '"nonsense" is no command of Redis and no option of redis-benchmark'],
    ['-r 5 set a __rand_int__:__rand_int__', '"__rand_int__:__rand_int__" has several parts that are drawn'],
  ])('%s is refused: %s', (line, why) => {
    expect(() => readForeign('redis-benchmark', line)).toThrow(why);
  });

  test('valkey-benchmark sends several, some of them more than once, and fills __data__', () => {
    expect(
      commandOf(
        "-r 10 -d 64 -P 2 -- 9 get k:__rand_int__ ';' set k:__rand_1st__ __data__",
        'valkey-benchmark',
      ),
    ).toBe("--command 'get __key__' --weight 9 --command 'set __key__ __data__' --weight 1 -r 10");
    const transaction = "multi ';' set a __data__ ';' incr b ';' exec";
    expect(commandOf(transaction, 'valkey-benchmark')).toContain(
      "--command 'set __key__ __data__' --weight 1",
    );
    expect(differencesOf(transaction, 'valkey-benchmark').join('\n')).toContain(
      'lane multi sends each batch so',
    );
  });

  test('valkey-benchmark has a time, a warm-up, a rate and keys in turn', () => {
    expect(shownOf('--duration 5 --warmup 2 --rps 100 --sequential -t set -r 9', 'valkey-benchmark')).toBe(
      '--duration 5s --warmup 2s --key-pattern S -c 50 --rps 100 -t set -d 3 -r 9 --resp 2',
    );
    expect(() => readForeign('valkey-benchmark', '-n 5 --duration 5')).toThrow('-n and --duration do not go');
  });
});
