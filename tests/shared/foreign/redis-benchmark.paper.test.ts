import { describe, expect, test } from 'vitest';
import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import type { ForeignRow, ReadForeign } from '../../../shared/foreign/reading.ts';

function read(...lines: string[]): ReadForeign {
  const found = readForeignResult(lines.join('\n'));
  if (found?.state !== 'read') throw new Error(JSON.stringify(found));
  return found;
}

/** Its figures and names that are known. */
const known = (row: ForeignRow): Partial<ForeignRow> =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && JSON.stringify(value) !== '{}'),
  );
const rowsOf = (...lines: string[]) => read(...lines).rows.map(known);

const csvHead =
  '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"';

/** Text as redis-benchmark 7.0 wrote it to a pipe. */
const block = [
  '       \r \rSET: rps=0.0 (overall: 0.0) avg_msec=-nan (overall: -nan)\r                              \r====== SET ======',
  '  3000 requests completed in 0.08 seconds',
  '  20 parallel clients',
  '  100 bytes payload',
  '  keep alive: 1',
  '  host configuration "save": 3600 1 300 100 60 10000',
  '  host configuration "appendonly": no',
  '  multi-thread: yes',
  '  threads: 2',
  '',
  'Latency by percentile distribution:',
  '0.000% <= 0.111 milliseconds (cumulative count 1)',
  '99.219% <= 5.103 milliseconds (cumulative count 2977)',
  '100.000% <= 5.543 milliseconds (cumulative count 3000)',
  '',
  'Cumulative distribution of latencies:',
  '99.233% <= 5.103 milliseconds (cumulative count 2977)',
  '',
  'Summary:',
  '  throughput summary: 38461.54 requests per second',
  '  latency summary (msec):',
  '          avg       min       p50       p95       p99       max',
  '        0.889     0.104     0.615     3.103     5.103     5.543',
];
const blockRow = {
  ...{ name: 'SET', command: 'set', perSecond: 38_461.54 },
  ...{ meanMs: 0.889, p50Ms: 0.615, p99Ms: 5.103, maxMs: 5.543 },
  conditions: { clients: 20, dataSize: 100, keepalive: true },
};

describe('text of redis-benchmark', () => {
  test('is read with what it says of the run', () => {
    expect(read(...block)).toMatchObject({ tool: 'redis-benchmark / valkey-benchmark', remarks: [] });
    expect(rowsOf(...block)).toEqual([blockRow]);
  });

  test('of valkey-benchmark has a table of rates, which is not that of latencies', () => {
    const at = block.indexOf('Latency by percentile distribution:');
    const rps = [
      'RPS Summary:',
      '  target RPS: 5000.00',
      '  RPS distribution (reqs/sec):',
      '          avg       min       p50       p95       p99       max',
      '     4999.103  4900.000  5000.000  5001.000  5002.000  5003.000',
    ];
    expect(rowsOf(...block.slice(0, at), ...rps, ...block.slice(at))).toEqual([blockRow]);
  });

  test('before 6.2 bounds the p99 alone', () => {
    const old = [
      '====== PING_INLINE ======',
      '  100000 requests completed in 0.95 seconds',
      '  50 parallel clients',
      '  3 bytes payload',
      '  keep alive: 0',
      '',
      '98.40% <= 1 milliseconds',
      '99.93% <= 2 milliseconds',
      '100.00% <= 3 milliseconds',
      '105152.48 requests per second',
    ];
    expect(rowsOf(...old, '', ...old)).toEqual(
      [1, 2].map((run) => ({
        ...{ name: 'PING_INLINE', command: 'ping', run, perSecond: 105_152.48, p99AtMostMs: 2 },
        conditions: { clients: 50, dataSize: 3, keepalive: false },
      })),
    );
  });

  test('without its beginning is a test without a name, unless the line above names one', () => {
    const summary = block.slice(-5);
    expect(rowsOf(...summary, ...summary)).toMatchObject([
      { name: '?', run: 1, perSecond: 38_461.54, p99Ms: 5.103 },
      { name: '?', run: 2 },
    ]);
    expect(rowsOf('redis-benchmark -a x -t get -n 1000 -c 20 -P 16', '\t...', ...summary)).toMatchObject([
      { name: 'GET', command: 'get', conditions: { clients: 20, pipeline: 16 } },
    ]);
  });

  test('with marks between thousands has no rate: part of a figure is none', () => {
    const { rows, remarks } = read('====== SET ======', '  throughput summary: 117,343 requests per second');
    expect(rows.map(known)).toEqual([{ name: 'SET', command: 'set' }]);
    expect(remarks).toEqual([{ code: 'unfinished', name: 'SET' }]);
  });

  test('with notes of its author behind its lines is read', () => {
    const noted = [
      '\t\t====== SET ======',
      '\t\t100000 requests completed in 1.93 seconds (100000个请求完成于 1.93 秒 )',
      '\t\t50 parallel clients (50个并发客户端)',
      '\t\t99.17% <= 1 milliseconds <----- here',
      '\t\t114293.71 requests per second(每秒 114293.71 次查询)',
    ];
    expect(rowsOf(...noted)).toEqual([
      {
        ...{ name: 'SET', command: 'set', perSecond: 114_293.71, p99AtMostMs: 1 },
        conditions: { clients: 50 },
      },
    ]);
  });

  test('of an old version without a heading is a test without a name', () => {
    expect(
      rowsOf('# ./redis-benchmark', '100.00% <= 0 milliseconds', '102564.10 requests per second'),
    ).toEqual([{ name: '?', perSecond: 102_564.1, p99AtMostMs: 0 }]);
    // The start of this figure may be cut off.
    expect(readForeignResult('2564.10 requests per second')).toBeNull();
  });
});

describe('-q', () => {
  test('is read, with tests of one’s own by their words', () => {
    expect(
      rowsOf(
        'PING_INLINE: 81699.35 requests per second',
        'LRANGE_100 (first 100 elements): 18072.29 requests per second, p50=1.151 msec',
        'set key:__rand_int__ a: b, "c": 43478.26 requests per second, p50=0.599 msec',
        'SET: inf requests per second, p50=-nan msec',
        'GET: 1333333.25 requests per second, p50=1.199 msec, p99=2.303 msec, p99.9=4.607 msec',
      ),
    ).toEqual([
      { name: 'PING_INLINE', command: 'ping', perSecond: 81_699.35 },
      { name: 'LRANGE_100 (first 100 elements)', command: 'lrange', perSecond: 18_072.29, p50Ms: 1.151 },
      { name: 'set key:__rand_int__ a: b, "c"', command: 'set', perSecond: 43_478.26, p50Ms: 0.599 },
      { name: 'SET', command: 'set' },
      { name: 'GET', command: 'get', perSecond: 1_333_333.25, p50Ms: 1.199, p99Ms: 2.303 },
    ]);
  });

  const last = 'SET: 81967.21 requests per second, p50=0.271 msec';
  const row = { name: 'SET', command: 'set', perSecond: 81_967.21, p50Ms: 0.271 };
  test.each([
    [
      'by carriage returns',
      `SET: rps=80000.0 (overall: 79000.0) avg_msec=0.3 (overall: 0.31)\r     \r${last}`,
    ],
    [
      'in a copy of a terminal',
      `SET: rps=80000.0 (overall: 79000.0) avg_msec=0.3 (overall: 0.31)      ${last}`,
    ],
    ['in a copy of a narrow terminal', `SET: rps=0.0 (overall: nan) avg_msec=nan        ${last}`],
    [
      'in a copy of a narrow terminal, again and again',
      `SET: rps=0.0 (overall: 93.6) avg_msec=-nan (overa      SET: rps=0.0 (overall: 9.2) avg_msec=-nan (overall: 0.01)\n${last}`,
    ],
    ['before 6.0', `SET: 0.00\rSET: 79000.12\r${last}`],
    ['before 6.0, in a copy', `SET: nan${last}`],
    ['in colours', `\u001b[32mSET\u001b[0m: 81967.21 requests per second, p50=0.271 msec\u001b[K`],
    ['in a log of docker compose', `bench-1  | ${last}`],
    ['in a log with times', `2025-03-01T10:00:00.123456Z ${last}`],
    ['in mail', `> > ${last}`],
  ])('overwrites its progress %s', (_how, text) => {
    expect(rowsOf(text)).toEqual([row]);
  });

  test('that was stopped has the progress alone, and says so', () => {
    const text = [
      'PING_INLINE: rps=1.0 (overall: 2.0) avg_msec=0.4 (overall: -nan)',
      'PING_INLINE: 50000.25 requests per second, p50=0.5 msec',
      'SET: rps=80000.0 (overall: 79000.5) avg_msec=0.300 (overall: 0.310)',
    ].join('\r');
    expect(read(text).remarks).toEqual([{ code: 'unfinished', name: 'SET' }]);
    expect(rowsOf(text)).toEqual([
      { name: 'PING_INLINE', command: 'ping', perSecond: 50_000.25, p50Ms: 0.5 },
      { name: 'SET', command: 'set', perSecond: 79_000.5, meanMs: 0.31 },
    ]);
  });
});

describe('--csv', () => {
  test('is read with and without quotes', () => {
    const csv = [
      csvHead,
      '"SET","180831.83","0.147","0.048","0.143","0.199","0.255","0.535"',
      '"set k "a, b"","30000.00","0.9","0.1","0.8","1.2","1.9","3.5"',
    ];
    const rows = [
      {
        ...{ name: 'SET', command: 'set', perSecond: 180_831.83 },
        ...{ meanMs: 0.147, p50Ms: 0.143, p99Ms: 0.255, maxMs: 0.535 },
      },
      {
        ...{ name: 'set k "a, b"', command: 'set', perSecond: 30_000 },
        ...{ meanMs: 0.9, p50Ms: 0.8, p99Ms: 1.9, maxMs: 3.5 },
      },
    ];
    expect(rowsOf(csv.join('\r\n'))).toEqual(rows);
    expect(rowsOf(...csv.slice(0, 2).map((line) => line.replaceAll('"', '')))).toEqual([rows[0]]);
  });

  test('with columns of another program has the figures under their names', () => {
    const [first] = rowsOf(
      `"test","rps","p99_latency_ms","status"`,
      '"SET","5.00","1.167","SUCCESS"',
      '"SPOP","","","UNSUPPORTED"',
    );
    expect(first).toEqual({ name: 'SET', command: 'set', perSecond: 5, p99Ms: 1.167 });
  });

  test('before 6.2 has two cells', () => {
    expect(rowsOf('"PING_INLINE","99009.90"', '"SET","98039.21"')).toEqual([
      { name: 'PING_INLINE', command: 'ping', perSecond: 99_009.9 },
      { name: 'SET', command: 'set', perSecond: 98_039.21 },
    ]);
  });

  test.each(['# redis-benchmark', '$ valkey-benchmark', 'root@host:~# ./src/redis-benchmark'])(
    'stands below a line of a shell: %s',
    (shell) => {
      expect(
        rowsOf(
          `${shell} -P 16 -d 1024 -k 0 -t set -c 200 --csv`,
          csvHead,
          '"SET","1.50","1","1","1","1","1","1"',
        ),
      ).toMatchObject([
        { perSecond: 1.5, conditions: { clients: 200, dataSize: 1024, pipeline: 16, keepalive: false } },
      ]);
    },
  );

  test('of several runs, appended to one file, counts them', () => {
    const line = (rate: string) => `"SET","${rate}","1","1","1","1","1","1"`;
    expect(rowsOf(csvHead, line('5.00'), csvHead, line('6.00'))).toMatchObject([
      { name: 'SET', run: 1, perSecond: 5 },
      { name: 'SET', run: 2, perSecond: 6 },
    ]);
  });

  test('that is cut off gives no part of a figure', () => {
    const { rows, remarks } = read(csvHead, '"GET","7.00","1","1","1","1","1","1"', '"SET","98039.21","0.1');
    expect(rows.map(({ name }) => name)).toEqual(['GET']);
    expect(remarks).toEqual([{ code: 'unfinished', name: 'SET' }]);
  });
});

test.each([
  ['Could not connect to Redis at 127.0.0.1:6379: Connection refused'],
  ['Error from server: ERR value is not an integer or out of range', csvHead],
  ['Error: Server closed the connection', ' \rSET: rps=0.0 (overall: 0.0) avg_msec=-nan (overall: -nan)'],
])('the error of a failed run is its result: %s', (line, ...others) => {
  expect(read(...others, line).remarks).toContainEqual({ code: 'error-line', line, times: 1 });
});

test('a server without CONFIG makes no figure doubtful', () => {
  const { remarks } = read(
    'ERROR: failed to fetch CONFIG from 127.0.0.1:6000',
    'WARN: could not fetch server CONFIG',
    ...block,
  );
  expect(remarks).toEqual([]);
});

test('a last line that ends within it names its test', () => {
  const { rows, remarks } = read(
    'SET: 4019.94 requests per second, p50=2125.823 msec',
    'GET: 7231.70 requests per secon',
  );
  expect(rows.map(({ name }) => name)).toEqual(['SET']);
  expect(remarks).toEqual([{ code: 'unfinished', name: 'GET' }]);
});

test('a text that ends before the figures of a test names it', () => {
  const { rows, remarks } = read(...block.slice(0, 14));
  expect(rows.map(known)).toEqual([
    { name: 'SET', command: 'set', conditions: { clients: 20, dataSize: 100, keepalive: true } },
  ]);
  expect(remarks).toEqual([{ code: 'unfinished', name: 'SET' }]);
});
