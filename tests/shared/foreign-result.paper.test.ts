import { describe, expect, test } from 'vitest';
import { readForeignResult } from '../../shared/foreign/foreign-result.ts';

describe('the result of another tool is read:', () => {
  test('of redis-benchmark and valkey-benchmark, with a head', () => {
    const csv = [
      '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"',
      '"SET","180831.83","0.147","0.048","0.143","0.199","0.255","0.535"',
      '"LRANGE_100 (first 100 elements)","30000.00","0.9","0.1","0.8","1.2","1.9","3.5"',
    ].join('\r\n');
    expect(readForeignResult(csv)).toEqual({
      state: 'read',
      tool: 'redis-benchmark / valkey-benchmark',
      rows: [
        {
          ...{ name: 'SET', command: 'set', perSecond: 180_831.83 },
          ...{ meanMs: 0.147, p50Ms: 0.143, p99Ms: 0.255, maxMs: 0.535 },
        },
        {
          ...{ name: 'LRANGE_100 (first 100 elements)', command: 'lrange', perSecond: 30_000 },
          ...{ meanMs: 0.9, p50Ms: 0.8, p99Ms: 1.9, maxMs: 3.5 },
        },
      ],
    });
  });

  test('of redis-benchmark before 6.2, which wrote two cells', () => {
    expect(readForeignResult('"PING_INLINE","99009.90"\n"SET","98039.21"\n')).toMatchObject({
      rows: [
        { name: 'PING_INLINE', command: 'ping', perSecond: 99_009.9, p50Ms: null },
        { name: 'SET', command: 'set' },
      ],
    });
  });

  test('of memtier_benchmark, also where it wrote -nan, without what it did not send', () => {
    const json = `{
      "configuration": { "server": "localhost" },
      "run information": { "Threads count": 4 },
      "ALL STATS": {
        "Runtime": { "Total duration": 10000 },
        "Sets": { "Count": 10, "Ops/sec": 1000.5, "Average Latency": 0.42, "Max Latency": 9.1,
          "Percentile Latencies": { "p50.00": 0.4, "p99.00": 1.2, "p99.90": 3 } },
        "Gets": { "Count": 0, "Ops/sec": 0.00, "Hits/sec": 0, "Latency": -nan },
        "Waits": { "Count": 0, "Ops/sec": 0.00, "Latency": -nan },
        "Totals": { "Ops/sec": 1000.5, "Latency": nan }
      }
    }`;
    expect(readForeignResult(json)).toEqual({
      state: 'read',
      tool: 'memtier_benchmark',
      rows: [
        {
          ...{ name: 'Sets', command: 'set', perSecond: 1000.5 },
          ...{ meanMs: 0.42, p50Ms: 0.4, p99Ms: 1.2, maxMs: 9.1 },
        },
        {
          name: 'Totals',
          command: null,
          perSecond: 1000.5,
          meanMs: null,
          p50Ms: null,
          p99Ms: null,
          maxMs: null,
        },
      ],
    });
  });
});

test.each([
  ['k6', '{"metrics": {"http_reqs": {"count": 1}}, "root_group": {}}'],
  ['k6', '{"type":"Metric","data":{"name":"http_reqs"},"metric":"http_reqs"}\n{"type":"Point"}'],
  ['autocannon', '{"requests": {"p99": 1}, "latency": {"p99": 1}, "throughput": {"p99": 1}}'],
])('a result of %s is named, and is none of Redis', (tool, text) => {
  expect(readForeignResult(text)).toMatchObject({ state: 'refused', tool });
});

test.each([
  '"test","rps","avg_latency_ms","lane"\n"SET","1","1","x"',
  '',
  'a,b\n1,2',
  '{"schema": 2}',
  '[1]',
  '{"type":"run-started"}',
  '"lane","ops"\n"a","1"',
])('%j is of no tool that is known', (text) => {
  expect(readForeignResult(text)).toBeNull();
});
