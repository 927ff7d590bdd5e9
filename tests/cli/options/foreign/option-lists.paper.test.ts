import { describe, expect, test } from 'vitest';
import { foreignTools } from '../../../../server/cli/options/foreign/index.ts';
import { memtier } from '../../../../server/cli/options/foreign/memtier.ts';
import { redisBenchmarkGo } from '../../../../server/cli/options/foreign/redis-benchmark-go.ts';
import { valkeyBenchmark } from '../../../../server/cli/options/foreign/redis-benchmark.ts';
import { givenOptionsIn, type ForeignTool } from '../../../../server/cli/options/foreign/foreign-tool.ts';

const split = (text: string) => text.trim().split(/\s+/);

/** The long options of memtier_benchmark 2.3.1, with `=` where a value follows, and its letters. */
const ofMemtier = `
  server= host= port= unix-socket= ipv4 ipv6 protocol= tls cert= key= cacert= tls-skip-verify sni= tls-protocols=
  out-file= hdr-file-prefix= client-stats= run-count= debug show-config hide-histogram print-percentiles=
  print-all-runs distinct-client-seed randomize requests= clients= threads= test-time= ratio= pipeline= data-size=
  data-offset= random-data data-size-range= data-size-list= data-size-pattern= expiry-range= data-import= data-verify
  verify-only generate-keys key-prefix= key-minimum= key-maximum= key-pattern= key-stddev= key-median= key-zipf-exp=
  reconnect-interval= reconnect-on-error max-reconnect-attempts= reconnect-backoff-factor= connection-timeout=
  thread-conn-start-min-jitter-micros= thread-conn-start-max-jitter-micros= multi-key-get= authenticate= select-db=
  no-expiry wait-ratio= num-slaves= wait-timeout= json-out-file= cluster-mode help version command=
  command-key-pattern= command-ratio= monitor-input= monitor-pattern= command-stats-breakdown= rate-limiting= uri=
  statsd-host= statsd-port= statsd-prefix= statsd-run-label= graphite-port= scan-incremental-iteration
  scan-incremental-max-iterations= clients-start= clients-step= step-duration=`;
const lettersOfMemtier = 'v s= S= p= P= o= x= D R n= c= t= d= a= h= 4 6 u=';

/** The flags of redis-benchmark-go 1.0.3. */
const ofGo = `
  h= p= rps= rps-burst= u= a= tls insecure tls-ciphers= tls-ciphersuites= json-out-file= random-seed= c= r= d= n=
  debug= multi wait-replicas= wait-replicas-timeout-ms= oss-cluster l between-clients-duration= v verbose rueidis csc
  csc-use-multi-exec csc-ttl= client-keepalive= csc-per-client-bytes= continue-on-error resp= nameserver= P= cmd=
  cmd-ratio=`;

/** Options of valkey-benchmark 9 beside those of redis-benchmark. */
const ofValkey = `
  --duration= --warmup= --rps= --sequential --rfr= --mptcp --rdma --num-functions= --num-keys-in-fcall= --dataset=
  --maxdocs= --fuzz --fuzz-mode= --fuzz-loglevel=`;

const unknownTo = ({ options }: ForeignTool, names: readonly string[]): string[] =>
  names.filter((text) => {
    const name = text.replace(/=$/, '');
    return !options.some(
      (option) => option.names.includes(name) && (option.takes ?? false) === text.endsWith('='),
    );
  });

describe('all options of a tool are known, with those that take a value', () => {
  test.each([
    ['memtier_benchmark', memtier, split(ofMemtier).map((name) => `--${name}`)],
    ['the letters of memtier_benchmark', memtier, split(lettersOfMemtier).map((name) => `-${name}`)],
    ['redis-benchmark-go', redisBenchmarkGo, split(ofGo).map((name) => `-${name}`)],
    ['valkey-benchmark', valkeyBenchmark, split(ofValkey)],
  ] as const)('%s', (_name, tool, names) => {
    expect(unknownTo(tool, names)).toEqual([]);
  });

  test('none of them twice', () => {
    for (const { name, options } of foreignTools) {
      const names = options.flatMap((option) => option.names);
      expect(new Set(names).size, name).toBe(names.length);
    }
  });
});

describe('a value follows its option as the tool reads it', () => {
  const read = (tool: ForeignTool, word: string) =>
    givenOptionsIn(tool, word).map(({ option, attached }) => [option.names[0], attached]);

  test.each([
    ['--data-size=100', [['--data-size', '100']]],
    ['--data-size', [['--data-size', undefined]]],
    ['-d100', [['--data-size', '100']]],
    [
      '-DRd100',
      [
        ['--hide-histogram', undefined],
        ['--random-data', undefined],
        ['--data-size', '100'],
      ],
    ],
    ['--command=SET a=b c', [['--command', 'SET a=b c']]],
    ['--cluster', [['--cluster-mode', undefined]]],
  ])('memtier_benchmark reads %s as getopt does', (word, options) => {
    expect(read(memtier, word)).toEqual(options);
  });

  test.each([
    ['-cmd=SET a b', [['-cmd', 'SET a b']]],
    ['--cmd', [['-cmd', undefined]]],
    ['-l=true', [['-l', 'true']]],
  ])('redis-benchmark-go reads %s as a flag of Go', (word, options) => {
    expect(read(redisBenchmarkGo, word)).toEqual(options);
  });

  test.each([
    [valkeyBenchmark, '-n100', 'valkey-benchmark has no option -n100: it takes -n 100'],
    [valkeyBenchmark, '--rps=5', 'valkey-benchmark has no option --rps: it takes --rps 5'],
    [valkeyBenchmark, '--bogus', 'valkey-benchmark has no option --bogus'],
    [memtier, '--data', 'memtier_benchmark has no option --data'],
    [memtier, '--tls=1', 'memtier_benchmark has no option --tls'],
    [redisBenchmarkGo, '-cmds', 'redis-benchmark-go has no option -cmds'],
  ])('%s: a word that is no option is refused by name', (tool, word, says) => {
    expect(() => givenOptionsIn(tool, word)).toThrow(says);
  });
});
