import { describe, expect, test } from 'vitest';
import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import type { ReadForeign } from '../../../shared/foreign/reading.ts';

function read(text: string): ReadForeign {
  const found = readForeignResult(text);
  if (found?.state !== 'read') throw new Error(JSON.stringify(found));
  return found;
}

const figures = (perSecond: number, others: object = {}) => ({ 'Ops/sec': perSecond, ...others });
const json = (document: object) => JSON.stringify(document);

describe('JSON of memtier_benchmark', () => {
  test('is read also where it wrote -nan, without what it did not send', () => {
    const text = `{
      "configuration": { "server": "localhost", "clients": 50, "threads": 4, "pipeline": 16, "data_size": 32 },
      "run information": { "Threads count": 4 },
      "ALL STATS": {
        "Runtime": { "Total duration": 10000, "Interrupted": "false" },
        "Sets": { "Count": 10, "Ops/sec": 1000.5, "Hits/sec": 0, "Misses/sec": 0, "KB/sec": 77.25,
          "Average Latency": 0.42, "Max Latency": 9.1,
          "Percentile Latencies": { "p50.00": 0.4, "p99.00": 1.2, "p99.90": 3 } },
        "Gets": { "Count": 0, "Ops/sec": 0.00, "Hits/sec": 0, "Latency": -nan },
        "Hgetalls": { "Ops/sec": 5.5, "Hits/sec": 4, "Misses/sec": 1.5,
          "Percentile Latencies": { "p50.000": 0.5, "p99.000": 1.5 } },
        "Waits": { "Count": 0, "Ops/sec": 0.00, "Latency": -nan },
        "Totals": { "Ops/sec": 1006, "Latency": nan, "Connection Errors": 0 }
      }
    }`;
    const conditions = { clients: 200, dataSize: 32, pipeline: 16 };
    const unknown = { run: null, spread: null, p99AtMostMs: null, conditions };
    const noHits = { hitsPerSecond: null, missesPerSecond: null };
    expect(read(text)).toEqual({
      state: 'read',
      tool: 'memtier_benchmark',
      remarks: [],
      rows: [
        {
          ...{ name: 'Sets', command: 'set', perSecond: 1000.5, kbPerSecond: 77.25, ...noHits },
          ...{ meanMs: 0.42, p50Ms: 0.4, p99Ms: 1.2, maxMs: 9.1, ...unknown },
        },
        {
          ...{ name: 'Hgetalls', command: 'hgetall', perSecond: 5.5, kbPerSecond: null },
          ...{ hitsPerSecond: 4, missesPerSecond: 1.5 },
          ...{ meanMs: null, p50Ms: 0.5, p99Ms: 1.5, maxMs: null, ...unknown },
        },
        {
          ...{ name: 'Totals', command: null, perSecond: 1006, kbPerSecond: null, ...noHits },
          ...{ meanMs: null, p50Ms: null, p99Ms: null, maxMs: null, ...unknown },
        },
      ],
    });
  });

  test('of -x has the average of its runs, with the worst and the best', () => {
    const run = (perSecond: number) => ({ Sets: figures(perSecond), Totals: figures(perSecond) });
    const found = read(
      json({
        'RUN #1 RESULTS': run(900),
        'RUN #2 RESULTS': run(1100),
        'BEST RUN RESULTS': run(1100),
        'WORST RUN RESULTS': run(900),
        'AGGREGATED AVERAGE RESULTS (2 runs)': run(1000),
      }),
    );
    expect(found.remarks).toEqual([{ code: 'average', runs: 2 }]);
    expect(found.rows).toMatchObject([
      { name: 'Sets', run: null, perSecond: 1000, spread: [900, 1100] },
      { name: 'Totals', perSecond: 1000 },
    ]);
  });

  test('of a run that failed or was interrupted says so', () => {
    const stats = {
      Runtime: { Interrupted: 'true' },
      Totals: figures(99_000, { 'Connection Errors': 1234 }),
    };
    expect(read(json({ 'ALL STATS': stats })).remarks).toEqual([
      { code: 'interrupted' },
      { code: 'connection-errors', count: 1234 },
    ]);
  });

  test('of sizes that are drawn has no payload', () => {
    const text = json({
      configuration: { data_size: 32, data_size_range: '10:100' },
      'ALL STATS': { Totals: figures(1) },
    });
    expect(read(text).rows[0]?.conditions).toEqual({});
  });

  test('is read below the line of a shell', () => {
    const text = `$ cat out.json\n${json({ 'ALL STATS': { Totals: figures(7) } })}\n$ `;
    expect(read(text).rows).toMatchObject([{ name: 'Totals', perSecond: 7 }]);
  });

  test.each([
    ['cut-off', '{\n "configuration": {\n  "server": "localhost",'],
    [
      'memcached',
      json({ configuration: { protocol: 'memcache_text' }, 'ALL STATS': { Totals: figures(1) } }),
    ],
  ])('is named where it cannot be read: %s', (why, text) => {
    expect(readForeignResult(text)).toEqual({ state: 'refused', tool: 'memtier_benchmark', why });
  });
});

const rule = (sign: string) => sign.repeat(70);
const head = [
  'Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec ',
  rule('-'),
];
const line = (name: string, rate: string) =>
  `${name.padEnd(8)} ${rate}      2249.10         0.00        22.94561        21.63100        47.87100       109.05500       307.00 `;
const sets =
  'Sets         2249.10          ---          ---        22.94219        21.63100        47.87100       109.56700       317.98 ';
const waits =
  'Waits           0.00          ---          ---             ---             ---             ---             ---          --- ';
const table = (title: string, rate = '2249.10') =>
  [
    '',
    title,
    rule('='),
    ...head,
    sets.replace('2249.10', rate),
    line('Gets', rate),
    waits,
    line('Totals', rate),
  ].join('\n');
const setRow = {
  ...{ name: 'Sets', command: 'set', perSecond: 2249.1, hitsPerSecond: null, kbPerSecond: 317.98 },
  ...{ meanMs: 22.94219, p50Ms: 21.631, p99Ms: 47.871, maxMs: null },
};

describe('the table of memtier_benchmark', () => {
  const progress = (secs: number) =>
    `[RUN #1 ${secs * 10}%,   ${secs} secs]  4 threads:       80000 ops,   79848 (avg:   79996) ops/sec, 3.1MB/sec (avg: 3.1MB/sec),  2.50 (avg:  2.49) msec latency`;
  const info = '\n4         Threads\n50        Connections per thread\n10        Seconds\n';

  test.each([
    ['by itself', table('ALL STATS')],
    ['below its progress', `${progress(1)}\r${progress(2)}\r\n\n${info}\n${table('ALL STATS')}`],
    ['below progress in a copy', `${progress(1)}${progress(2)}\n${info}${table('ALL STATS')}`],
    ['in colours', table('ALL STATS').replace('Sets', '\u001b[1mSets\u001b[0m')],
    ['with CRLF', table('ALL STATS').replaceAll('\n', '\r\n')],
    ['with single blanks', table('ALL STATS').replaceAll(/ +/g, ' ')],
    [
      'above its histogram',
      `${table('ALL STATS')}\n\nRequest Latency Distribution\nType     <= msec         Percent\n${rule('-')}\nSET       0.479        0.000\n---\n`,
    ],
  ])('is read %s', (_how, text) => {
    const { rows, remarks } = read(text);
    expect(rows).toMatchObject([
      setRow,
      { name: 'Gets', command: 'get', hitsPerSecond: 2249.1, missesPerSecond: 0 },
      { name: 'Totals', command: null },
    ]);
    expect(remarks).toEqual([]);
  });

  test('of commands that have a latency and no rate has them with 0', () => {
    const zeros = [
      'Type         Ops/sec     Hits/sec   Misses/sec      Latency       KB/sec ',
      'Sets            0.00          ---          ---     19.71200         0.00 ',
      'Waits           0.00          ---          ---      0.00000          --- ',
      'Totals          0.00         0.00         0.00     19.72300         0.00',
    ].join('\n');
    expect(read(zeros).rows).toMatchObject([
      { name: 'Sets', perSecond: 0, meanMs: 19.712 },
      { name: 'Totals' },
    ]);
  });

  test('of memcached is named, and left out beside one of Redis', () => {
    const command = (protocol: string) =>
      `$ docker run redislabs/memtier_benchmark:latest -p 1 -P ${protocol}`;
    const memcached = `${command('memcache_text')}\n${table('ALL STATS')}`;
    expect(readForeignResult(memcached)).toMatchObject({ state: 'refused', why: 'memcached' });
    const both = `${memcached}\n${command('redis')}\n${table('ALL STATS', '7.00')}`;
    expect(read(both).rows.map(({ perSecond }) => perSecond)).toEqual([7, 7, 7]);
  });

  test('has its connections above it, and of the command line what stands there', () => {
    const text = `$ memtier_benchmark -s host --pipeline=8 -d 100\n${info}${table('ALL STATS')}`;
    expect(read(text).rows[0]?.conditions).toEqual({ clients: 200, dataSize: 100, pipeline: 8 });
  });

  test('of -x has the average, with the worst and the best', () => {
    const text = ['BEST RUN RESULTS', 'WORST RUN RESULTS', 'AGGREGATED AVERAGE RESULTS (3 runs)']
      .map((title, at) => table(title, ['3000.00', '1000.00', '2000.00'][at]))
      .join('\n');
    const { rows, remarks } = read(text);
    expect(rows).toMatchObject([
      { name: 'Sets', perSecond: 2000, spread: [1000, 3000] },
      { name: 'Gets', spread: [1000, 3000] },
      { name: 'Totals', spread: [1000, 3000] },
    ]);
    expect(remarks).toEqual([{ code: 'average', runs: 3 }]);
  });

  test('of 1.2 and before has one latency', () => {
    const old = [
      'Type        Ops/sec     Hits/sec   Misses/sec      Latency       KB/sec ',
      'Sets            0.00          ---          ---      0.00000         0.00 ',
      'Gets       119253.73     54302.92     64950.81      8.78800      5542.64 ',
      'Totals     119253.73     54302.92     64950.81      8.78800      5542.64 ',
    ].join('\n');
    expect(read(old).rows).toMatchObject([
      { name: 'Gets', perSecond: 119_253.73, missesPerSecond: 64_950.81, meanMs: 8.788, p50Ms: null },
      { name: 'Totals' },
    ]);
  });

  test('that is cut off gives no part of a figure, and says so', () => {
    const whole = table('ALL STATS');
    const { rows, remarks } = read(whole.slice(0, whole.indexOf('Totals') + 15));
    expect(rows.map(({ name }) => name)).toEqual(['Sets', 'Gets']);
    expect(remarks).toEqual([{ code: 'unfinished', name: 'ALL STATS' }]);
  });

  test('of a run with errors has them, and how often', () => {
    const errors = [
      progress(1).replace(': ', ' 50 conns 17 conn errors: '),
      '[RUN #1] Interrupted by user (Ctrl+C) after 3.2 secs, stopping threads...',
      'connection dropped.',
      'connection dropped.',
    ].join('\n');
    expect(read(`${errors}\n${table('ALL STATS')}`).remarks).toEqual([
      { code: 'interrupted' },
      { code: 'connection-errors', count: 17 },
      { code: 'error-line', line: 'connection dropped.', times: 2 },
    ]);
    const overwritten = [
      'connection dropped.s]  4 threads:      375000 ops,   12606 (avg:   14290) ops/sec, 5.00 (avg: 4.00) msec latency',
      'Connection error: Connection timed out157472084 ops,  670237 (avg:  524905) ops/sec',
    ].join('\n');
    expect(read(overwritten).remarks).toEqual([
      { code: 'unfinished', name: 'ALL STATS' },
      { code: 'error-line', line: 'connection dropped.', times: 1 },
      { code: 'error-line', line: 'Connection error: Connection timed out', times: 1 },
    ]);
    expect(read(progress(1))).toMatchObject({
      rows: [],
      remarks: [{ code: 'unfinished', name: 'ALL STATS' }],
    });
  });
});
