import { expect, test } from 'vitest';
import { acceptedValues } from '../../../../server/cli/activities/foreign-line.ts';
import { command } from '../../../../server/cli/commands/bench.ts';
import { readForeign } from '../../../../server/cli/options/foreign/index.ts';

/** Lines as they stand in READMEs, trackers and scripts of public repositories; addresses and folders are others. */
const lines: readonly [tool: string, line: string, said: string][] = [
  [
    'redis-benchmark',
    `redis-benchmark -n 300000 EVAL "\nfor k=1, 10 do\n redis.call('SET', KEYS[1], ARGV[1])\nend" 1 'aaa' 'bbb'`,
    `--command 'EVAL "`,
  ],
  ['redis-benchmark', `redis-benchmark -n 9 EVAL "redis.call('SET', 'abc', 'd')" 0`, 'reaches beyond KEYS'],
  [
    'redis-benchmark',
    'src/redis-benchmark -r 800 -n 97 eval "local r=KEYS[1];\\\n redis.call(\\"set\\",r,\\"01\\");" 1 __rand_int__ | grep x',
    '1 __key__',
  ],
  ['redis-benchmark', `redis-benchmark -n 100000 -q script load "return 1"`, `'EVAL "return 1" 0'`],
  [
    'redis-benchmark',
    'redis-benchmark -r 1000000 -n 2000000 -t get,set,lpush,lpop -q --csv > output',
    '-t get -d 3 -r 1000000',
  ],
  ['redis-benchmark', 'root@freebsd:~# redis-benchmark -h 10.0.0.30 -p 6379 -a password', '-t set -d 3 -r 1'],
  [
    'redis-benchmark',
    'docker exec my_redis redis-benchmark -n 1000 -c 10 2>&1 | tee -a "$LOG"',
    '-n 1000 -c 10',
  ],
  [
    'redis-benchmark',
    'kubectl -n a exec "$pod" -c redis -- redis-benchmark -q -t get -n 100000 -c 50 -r 0',
    '-t get -d 3 -r 1',
  ],
  [
    'redis-benchmark',
    '➜  ~ redis-benchmark -h 127.0.0.1 -c 100 -q -t SET,GET,INCR,SADD,HSET,ZADD',
    '-c 100 -q -n 100000 -t set',
  ],
  [
    'redis-benchmark',
    'redis-benchmark --cluster -c 3 -P 1 -q MSET key:0{tag} xxx key:1{tag} xxx',
    "'MSET __key__ xxx __key__ xxx' -r 2 --hash-tag lane",
  ],
  [
    'redis-benchmark',
    "redis-benchmark -r 10000 -n 10000 xadd mystream '*' __rand_int__ __rand_int__",
    '-r 1 --members 10000',
  ],
  [
    'redis-benchmark',
    'nohup redis-benchmark -h 10.56.239.116 -p 6379 -c 50 -n 10000 -t set,lpush -l > test.log &',
    '-c 50 -n 10000 -t set',
  ],
  ['redis-benchmark', 'time redis-benchmark -q -t SET,GET -P $((i*100)) -n 9', 'a shell works out $(…)'],
  [
    'redis-benchmark',
    String.raw`.\redis-cli\redis-benchmark -h x -a y -t SET -n 10 -d 1024`,
    '-n 10 -d 1024',
  ],
  ['valkey-benchmark', 'taskset -c 1-6 valkey-benchmark --csv -n 1000000 --threads 6', '--threads 6 -t set'],
  [
    'valkey-benchmark',
    'valkey-benchmark -h server -c 50 -r 1000 -t hset -d 100',
    '-t hset -r 1 --members 1000',
  ],
  [
    'valkey-benchmark',
    'valkey-benchmark -r 300 -n 300 --sequential -q -- set key__rand_1st__ val__rand_1st__',
    "'set __key__ val__rand_int__' -r 300",
  ],
  [
    'valkey-benchmark',
    'valkey-benchmark -t set -r 30 -n 100000000000',
    '-n, --requests: must be a number from 1',
  ],
  [
    'memtier_benchmark',
    'memtier_benchmark --random-data --command="pfadd key2 __data__" -n 10000 --hdr-file-prefix "a" >> stdout.log',
    "--data random -c 200 --threads 4 --command 'pfadd __key__ __data__' -r 1",
  ],
  [
    'memtier_benchmark',
    'memtier_benchmark --command="pfmerge all key1 key2 key3" -n 100',
    "'pfmerge __key__ __key__ __key__ __key__' -r 4",
  ],
  [
    'memtier_benchmark',
    'memtier_benchmark -n allkeys -d 100 --threads 1 --clients 1 --key-maximum 100 --hide-histogram --command "HSET __key__ field1 __value__ " --command-key-pattern P --pipeline 10',
    "'HSET __key__ field1 ..value..' -r 101 -n 101",
  ],
  [
    'memtier_benchmark',
    'sudo kubectl exec -it memtier -- bash -c "memtier_benchmark --server=redis --port=6379 --clients=50 --threads=1 --ratio=1:1 --test-time=30 --pipeline=1"',
    '-u redis://redis:6379 --duration 30s -P 1 -c 50 --threads 1 -t set,get',
  ],
  [
    'memtier_benchmark',
    'docker run --network host --rm memtier_benchmark -s 127.0.0.1 -n 100 -t 1 -d 200 -c 6 --ratio=1:10 --cluster-mode --key-pattern=S:S --key-minimum 25000 --debug 2> p1.log',
    '--key-pattern S -t set,get --ratio 1:10',
  ],
  [
    'memtier_benchmark',
    '$LG memtier_benchmark -P redis -t 1 -c 1 -n 1000 --ratio=1:0 --key-pattern=P:P --key-prefix="" --key-minimum=1 --key-maximum=1000 >/dev/null 2>&1',
    '-t set -r 1000 -n 1000',
  ],
  ['memtier_benchmark', '../x/memtier_benchmark -t 2 --ratio=100:0 -d 32 -c 1 -n 1000', '-t set -r 10000001'],
  [
    'memtier_benchmark',
    'memtier_benchmark -S /tmp/m.sock -P memcache_binary -n allkeys',
    'no protocol of Redis',
  ],
  ['memtier_benchmark', 'memtier_benchmark --command="EVALSHA abc 1 __key__ __data__"', '--lane'],
  ['memtier_benchmark', 'memtier_benchmark --homa -t 16 -c 512', 'memtier_benchmark has no option --homa'],
  [
    'redis-benchmark-go',
    './redis-benchmark-go -p 12000 -rueidis -r 1000000 -csc -cmd "SET __key__ __data__" -cmd-ratio 0.05 -cmd "GET __key__" -cmd-ratio 0.95',
    "--command 'SET __key__ __data__' --weight 1 --command 'GET __key__' --weight 19 -r 1000000",
  ],
];

const answerTo = (tool: string, line: string): string => {
  try {
    const foreign = readForeign(tool, line);
    acceptedValues(foreign, command);
    return foreign.line.shown;
  } catch (error) {
    return String(error);
  }
};

test.each(lines)('--from %s %j is %s', (tool, line, said) => {
  expect(answerTo(tool, line)).toContain(said);
});
