import { describe, expect, test } from 'vitest';
import { readForeign } from '../../../../server/cli/options/foreign/index.ts';

const shownOf = (line: string, tool = 'memtier_benchmark') =>
  readForeign(tool, line).line.shown.replace(/^npm run bench -- -u \S+ /, '');
const differencesOf = (line: string, tool = 'memtier_benchmark') =>
  readForeign(tool, line).line.differences.join('\n');

/** The differences that not every line has. */
const shortOf = (line: string) =>
  shownOf(`-c 5 -t 2 -n 10 --key-maximum 99 ${line}`)
    .replace('-c 10 --threads 2 ', '')
    .replace(/ -n 100\b/, '')
    .replace(/ -d 32\b/, '')
    .replace(' --resp 2', '');

describe('a line of memtier_benchmark', () => {
  test.each([
    ['--ratio=1:0', '-t set -r 100'],
    ['--ratio=0:1', '-t get -r 100'],
    ['--ratio 2:20', '-t set,get --ratio 1:10 -r 100'],
    ['', '-t set,get --ratio 1:10 -r 100'],
    ['--key-minimum 90 --ratio 1:0', '-t set -r 10'],
    ['--key-pattern G:S --ratio 1:0', '--key-pattern G -t set -r 100'],
    ['--key-pattern G:S --ratio 0:1', '--key-pattern S -t get -r 100'],
    ['--expiry-range=10-20 --ratio=1:0', '--ttl 15s -t setex -r 100'],
    ['--multi-key-get=10 --ratio=1:20', '-t set,mget --ratio 1:2 -r 100'],
    ['--multi-key-get=3 --ratio=0:6', "--command 'MGET __key__ __key__ __key__' -r 100"],
    [
      '--data-offset=7 --ratio=1:1',
      "--command 'SETRANGE __key__ 7 __data__' --weight 1 --command 'GETRANGE __key__ 7 -1' --weight 1 -r 100",
    ],
    [
      '--expiry-range=5-5 --multi-key-get=2 --ratio=1:2',
      "--ttl 5s -t setex,custom --command 'MGET __key__ __key__' --ratio 1:1 -r 100",
    ],
    ['-R --key-prefix user: --ratio=1:0', '--data random --key-prefix user: -t set -r 100'],
    ['--pipeline 4 --reconnect-interval=4 --ratio=1:0', '-P 4 -t set -r 100 --keepalive 0'],
    ['--rate-limiting=7 --ratio=1:0', '-t set -r 100 --rps 70'],
    ['--rate-limiting=0 --ratio=1:0', '-t set -r 100'],
    ['-x 3 --ratio=1:0', '--starts 3 -t set -r 100'],
    ['--data-size-list=10:5,200:1 --ratio=1:0', '-t set -r 100 --data-size-range 10-200'],
  ])('%s is %s', (line, shown) => {
    expect(shortOf(line)).toBe(shown);
  });

  test.each([
    [
      '--command="SET __key__ __data__" --command-ratio=1 --command="GET __key__" --command-ratio=9',
      "--command 'SET __key__ __data__' --weight 1 --command 'GET __key__' --weight 9 -r 100",
    ],
    [
      '--command="HSET __key__ f1 __data__" --command-ratio=10 --command="DEL __key__" --command-ratio=20 --command-key-pattern=G',
      "--key-pattern R --command 'HSET __key__ f1 __data__' --weight 1 --command 'DEL __key__' --weight 2 -r 100",
    ],
    ['--command="SET user:__key__:x __data__"', "--command 'SET __key__ __data__' -r 100"],
    ['--command="SET foo x__data__yz"', "--command 'SET __key__ __data__' -r 1 -d 35"],
    ['--command="ZADD board 1 m:__key__"', "--command 'ZADD __key__ 1 m:__rand_int__' -r 1 --members 100"],
    ['--command="MSET __key__ a __key__ b"', "--command 'MSET __key__ a __key__ b' -r 100"],
    [
      '--command="ZADD __key__ 1 __key__" --command-key-pattern=P',
      "--key-pattern S --command 'ZADD __key__ 1 __rand_int__' -r 100",
    ],
    [
      String.raw`--command='JSON.SET __key__ . "{\"a\": 1}"'`,
      String.raw`--command 'JSON.SET __key__ . "{\"a\": 1}"' -r 100`,
    ],
  ])('%s is %s', (line, shown) => {
    expect(shortOf(line)).toBe(shown);
  });

  test.each([
    ['-n allkeys --key-pattern P:P --ratio 1:0', '-n 100', '-n allkeys: each key once, as theirs'],
    [
      '-n allkeys --ratio 0:1',
      '-n 100 --key-pattern S',
      'their 10 connections each send as many commands as there are keys, 10 times as many in all',
    ],
  ])('%s sends each key once', (line, part, difference) => {
    const all = `-c 5 -t 2 --key-maximum 99 ${line}`;
    expect(shownOf(all)).toContain(part);
    expect(differencesOf(all)).toContain(difference);
  });

  test('without options it has what theirs has, of which reads get as many keys as can be written', () => {
    expect(shownOf('')).toBe(
      '-c 200 --threads 4 -t set,get --ratio 1:10 -r 5000000 -n 2000000 -d 32 --resp 2',
    );
    expect(differencesOf('')).toContain('their 10000001 keys are 5000000 here');
    expect(shownOf('--ratio 1:0')).toContain('-r 10000001');
  });

  test.each([
    ['--ratio 1:10', 'their --ratio goes in turn; here each command is drawn by its weight'],
    [
      '--ratio 1:1 --key-pattern S:R',
      'their --key-pattern has S for SET and R for GET; both have the first here',
    ],
    ['--key-pattern P:P', 'their P gives each connection a range of its own'],
    ['--data-import=F', '--data-import: keys and values of a file are not read here'],
    ['--data-import F --data-verify', '--data-verify: values are not verified after the run here'],
    ['--monitor-input=F', '--monitor-input: no --command takes lines of it'],
    [
      '--clients-start 1 --clients-step 1 --step-duration 9',
      '--clients-start: all connections send from the start',
    ],
    ['--rate-limiting=0', '--rate-limiting 0: no rate'],
    ['--rate-limiting=5', 'their --rate-limiting is for each of 200 connections'],
    ['--reconnect-interval=50', '--reconnect-interval 50: connections are kept here'],
    ['--expiry-range=10-20', '--expiry-range: all keys expire after 15 s here'],
    [
      '--data-size-list=1:1,9:1',
      '--data-size-list: sizes are drawn evenly from the least to the largest here',
    ],
    ['--wait-ratio=1:1', '--wait-ratio: there is no WAIT here'],
    ['--key-prefix "a b"', '--key-prefix: keys are the run’s own'],
    ['--hide-histogram -D --statsd-host h', 'depends on it: --hide-histogram, -D, --statsd-host'],
    ['--command "GET __key__"', 'GET finds what lines beside it write'],
    [
      '--command "INCR a" --command "GET __key__"',
      'their key "a" is __key__ here, a key of the run’s own, and drawn from the 10000001',
    ],
    ['--command "SET a 1" --key-maximum 5', '--key-maximum: no word of the command is drawn'],
    [
      '--command "GET __key__" --command-key-pattern=G --command "SET __key__ 1"',
      'their commands have the key patterns G, R; all have the first here',
    ],
    [
      '--command "SET __key__ __data__" --command "SET __key__ x__data__"',
      'their payloads have 32, 33 bytes; all have 32 here',
    ],
    ['--command "SET __key__ 1" --multi-key-get 5', '--multi-key-get: it is about SET and GET'],
  ])('%s differs: %s', (line, difference) => {
    expect(differencesOf(line)).toContain(difference);
  });

  test.each([
    ['--bogus', 'memtier_benchmark has no option --bogus'],
    ['get a', 'memtier_benchmark takes no word "get"'],
    ['-n 5 --test-time 5', '-n and --test-time do not go together, in their tool as well'],
    ['-n 0', '-n: must be a whole number from 1, not "0"'],
    ['--ratio 1', '--ratio must be SETs and GETs such as 1:10, not "1"'],
    ['--ratio 0:0', '--ratio must be SETs and GETs'],
    [
      '--ratio 1:1 --command "GET __key__"',
      '--ratio does not go with --command, in their tool as well: it has --command-ratio',
    ],
    ['--key-pattern R', '--key-pattern must be two of R, S, G, Z, P'],
    ['--command-ratio 5', '--command-ratio stands before any --command'],
    ['--command ""', '--command is empty'],
    ['-P memcache_text', '-P memcache_text: it is no protocol of Redis'],
    ['--key-minimum 9 --key-maximum 5', '--key-minimum is above --key-maximum'],
    ['--command __monitor_line@__', '__monitor_line@__ needs --monitor-input FILE'],
    [
      '--monitor-input F --command __monitor_line3__',
      'a log is taken as a whole, by __monitor_line@__ alone',
    ],
    ['--verify-only', '--verify-only: values are not verified here'],
    ['-u http://h', '-u: must be a URI such as redis://user:password@host:6379/0'],
  ])('%s is refused: %s', (line, why) => {
    expect(() => readForeign('memtier_benchmark', line)).toThrow(why);
  });

  test('a log of MONITOR takes the place of its commands', () => {
    expect(shownOf('--monitor-input=log.txt --command=__monitor_line@__ -n 1')).toContain(
      '--mix log.txt -n 200',
    );
  });

  test('a user, a password, a URI', () => {
    const urlOf = (line: string) => readForeign('memtier', line).line.words[0];
    expect(urlOf('-a me:pw -s h')).toBe('-uredis://me:pw@h:6379');
    expect(urlOf('-a pw --tls --cacert f')).toBe('-urediss://:pw@127.0.0.1:6379?ca=f');
    expect(urlOf('--uri redis://me:pw@h:7/3')).toBe('-uredis://me:pw@h:7/3');
    expect(urlOf('-S /tmp/r.sock')).toBe('-uunix:///tmp/r.sock');
  });
});

describe('a line of redis-benchmark-go', () => {
  const go = 'redis-benchmark-go';
  test.each([
    [
      '-cmd "SET __key__ __value__" -cmd-ratio 1',
      "-c 50 -n 10000000 --command 'SET __key__ ..value..' -r 1000000 --resp 2",
    ],
    [
      '-cmd="SET __key__ __data__" -cmd-ratio=0.8 -cmd="GET __key__"  -cmd-ratio=0.2 -r 100 --rps 10 -P 2',
      "-P 2 -c 50 -n 10000000 --rps 10 --command 'SET __key__ __data__' --weight 4 --command 'GET __key__' --weight 1 -r 100 -d 3 --resp 2",
    ],
    [
      '-r 1000 -n 100000 -resp 3 hset __key__ f1 __data__',
      "-n 100000 --resp 3 -c 50 --command 'hset __key__ f1 __data__' -r 1000 -d 3",
    ],
  ])('%s is %s', (line, shown) => {
    expect(shownOf(line, go)).toBe(shown);
  });

  test('whose port is 12000', () => {
    expect(readForeign(go, 'get __key__').line.words[0]).toBe('-uredis://127.0.0.1:12000');
    expect(readForeign(go, '-p 1 get __key__').line.words[0]).toBe('-uredis://127.0.0.1:1');
  });

  test.each([
    ['', 'it names no command'],
    ['-cmd "GET __key__" -cmd-ratio 0.5', 'the -cmd-ratio of all -cmd are 1 together, not 0.5'],
    ['-cmd "GET __key__" -cmd-ratio 0.5 -cmd-ratio 0.5', 'each -cmd has one -cmd-ratio'],
    ['-bogus', 'redis-benchmark-go has no option -bogus'],
  ])('%j is refused: %s', (line, why) => {
    expect(() => readForeign(go, line)).toThrow(why);
  });

  test('whose MULTI, cache and WAIT are named', () => {
    const all = differencesOf('-multi -csc -wait-replicas 1 -debug 1 -rueidis get __key__', go);
    expect(all).toMatch(/-multi: .*\n(.*\n)*-csc: .*\n(.*\n)*-wait-replicas: .*\n(.*\n)*-rueidis: /);
    expect(all).toContain('depends on it: -debug');
  });
});
