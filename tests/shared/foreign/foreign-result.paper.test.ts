import { describe, expect, test } from 'vitest';
import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';

describe('the result of another tool is read:', () => {
  test('of redis-benchmark-go, its summary below its progress', () => {
    const text = [
      'IPs [127.0.0.1]',
      '                       1s [10.0%]                    123456                         3 [0.0%]  \r',
      '#################################################',
      'Total Duration 10.001 Seconds',
      'Total Errors 3',
      'Throughput summary: 123456 requests per second',
      '                    0 CSC Hits per second',
      'Latency summary (msec):',
      '          avg       p50       p95       p99',
      '        0.405     0.391     0.655     0.999',
    ].join('\n');
    expect(readForeignResult(text)).toMatchObject({
      tool: 'redis-benchmark-go',
      rows: [{ name: 'Totals', perSecond: 123_456, meanMs: 0.405, p50Ms: 0.391, p99Ms: 0.999, maxMs: null }],
      remarks: [{ code: 'failed-requests', count: 3 }],
    });
  });

  test('of redis-benchmark-go, its JSON, where 0 stands for percentiles of nothing', () => {
    const json = (totals: object) =>
      JSON.stringify({ Clients: 50, MaxRps: 0, Totals: totals, OverallClientLatencies: [] });
    expect(
      readForeignResult(json({ q0: 0.1, q50: 0.4, q99: 1.5, q100: 9.25, 'ops/sec': 1234.5 })),
    ).toMatchObject({
      rows: [{ perSecond: 1234.5, p50Ms: 0.4, p99Ms: 1.5, maxMs: 9.25, conditions: { clients: 50 } }],
    });
    expect(readForeignResult(json({ q50: 0, q99: 0, q100: 0, 'ops/sec': 0 }))).toMatchObject({
      rows: [{ perSecond: 0, p50Ms: null, maxMs: null }],
    });
  });

  test('of valkey-perf-benchmark, with its settings, and without what it wrote as 0', () => {
    const metrics = [
      {
        ...{ timestamp: '2025-01-01T00:00:00', commit: 'abc', repository: null, command: 'SET' },
        ...{ data_size: 16, pipeline: 10, clients: 50, rps: 1_234_567.8 },
        ...{ avg_latency_ms: 0.3, p50_latency_ms: 0.29, p99_latency_ms: 0.7, max_latency_ms: 0 },
        ...{ cluster_mode: false, tls: false },
      },
    ];
    expect(readForeignResult(JSON.stringify(metrics))).toMatchObject({
      tool: 'valkey-perf-benchmark',
      rows: [
        {
          ...{ name: 'SET', command: 'set', perSecond: 1_234_567.8, p99Ms: 0.7, maxMs: null },
          conditions: { clients: 50, dataSize: 16, pipeline: 10 },
        },
      ],
    });
  });

  test('of two tools in one log', () => {
    const found = readForeignResult(
      'SET: 81967.21 requests per second, p50=0.271 msec\nType  Ops/sec  KB/sec\n-----\nTotals  11.50  2.25\n',
    );
    expect(found).toMatchObject({
      tool: 'redis-benchmark / valkey-benchmark, memtier_benchmark',
      rows: [{ name: 'SET' }, { name: 'Totals', perSecond: 11.5, kbPerSecond: 2.25 }],
    });
  });

  test('in UTF-16, as PowerShell redirects it', () => {
    const utf16 = Buffer.from('\ufeffSET: 81967.21 requests per second\r\n', 'utf16le').toString('utf8');
    expect(readForeignResult(utf16)).toMatchObject({ rows: [{ name: 'SET', perSecond: 81_967.21 }] });
  });
});

const autocannon = { requests: { p99: 1 }, latency: { p99: 1 }, throughput: { p99: 1 } };
const vegeta = { latencies: { mean: 1 }, bytes_in: {}, bytes_out: {}, rate: 100, success: 1 };

test.each<[tool: string, text: string, why: string]>([
  ['autocannon', JSON.stringify(autocannon), 'http'],
  ['autocannon', '5k requests in 10.02s, 1.2 MB read', 'http'],
  ['k6', '{"metrics": {"http_reqs": {"count": 1}}, "root_group": {}}', 'script'],
  [
    'k6',
    '{"metrics":{"redis_set":{"type":"trend","contains":"time","values":{}}},"state":{"isStdOutTTY":true}}',
    'script',
  ],
  ['k6', '{"type":"Metric","data":{"name":"http_reqs"},"metric":"http_reqs"}\n{"type":"Point"}', 'script'],
  ['k6', '{"metric":"redis_set","type":"Point","data":{}}\n{"metric":"x"}', 'script'],
  ['k6', '     checks.....: 100.00% ✓ 9\n     iterations...........: 100    9.9/s', 'script'],
  ['wrk', 'Running 30s test @ http://127.0.0.1:8080\n  12 threads and 400 connections', 'http'],
  ['artillery', '{"aggregate":{"counters":{"vusers.created":5}},"intermediate":[]}', 'script'],
  ['artillery', 'All VUs finished. Total time: 5 seconds', 'script'],
  [
    'Locust',
    'Type,Name,Request Count,Failure Count,Median Response Time\nGET,/,1,0,3\n,Aggregated,1,0,3',
    'script',
  ],
  ['Locust', '"Timestamp","User Count","Type","Name","Requests/s"\n"1","2","","","3"', 'script'],
  ['vegeta', 'Requests      [total, rate, throughput]         100, 101.01, 99.85', 'http'],
  ['vegeta', JSON.stringify(vegeta), 'http'],
  ['vegeta', '{"attack":"","seq":0,"code":200}\n{"attack":"","seq":1,"code":200}', 'http'],
  ['hey', 'Summary:\n  Total:\t1 secs\n\nStatus code distribution:\n  [200]\t200 responses', 'http'],
  ['hey', 'response-time,DNS+dialup,DNS,Request-write,Response-delay\n0.1,0,0,0,0', 'http'],
  ['oha', 'Summary:\n  Success rate:\t100.00%\n\nStatus code distribution:\n  [200] 200 responses', 'http'],
  ['oha', '{"summary":{"successRate":1,"requestsPerSec":5},"latencyPercentiles":{}}', 'http'],
  ['ApacheBench (ab)', 'Requests per second:    1234.56 [#/sec] (mean)', 'http'],
  ['JMeter', 'timeStamp,elapsed,label,responseCode\n1,2,x,200', 'http'],
  ['k6', '{"metrics":{"http_req_duration":{"p(99)":222.5}}}', 'script'],
  ['Locust', 'users,final_vms,Type,Name,Request Count,Failure Count\n10,1,GET,/,100,0', 'script'],
  ['autocannon', '| Stat    | 1%     |\n\n264k requests in 10.03s, 58.2 MB read', 'http'],
  ['Resp.benchmark of Garnet', '|online| min (us);      5th (us);      median (us);   avg (us);', 'unread'],
  ['redis-cli --latency', 'min: 0, max: 1, avg: 0.02 (1476 samples) -- 15.01 seconds range', 'unread'],
  [
    'redisgraph-benchmark-go',
    '################# RUNTIME STATS #################\nThroughput summary: 100 requests per second',
    'unread',
  ],
  ['YCSB', '[OVERALL], RunTime(ms), 10110\n[OVERALL], Throughput(ops/sec), 98.9', 'script'],
  [
    'valkey-perf-benchmark',
    '[{"requests":[1],"data_sizes":[16],"pipelines":[10],"clients":[50],"commands":["SET"]}]',
    'settings',
  ],
  ['valkey-perf-benchmark', '[{"test_name":"x","seed":false,"test_groups":[]}]', 'settings'],
])('a file of %s is named: %s', (tool, text, why) => {
  expect(readForeignResult(text)).toEqual({ state: 'refused', tool, why });
});

test.each([
  '"test","rps","avg_latency_ms","lane"\n"SET","1","1","x"',
  '',
  'a,b\n1,2',
  '{"schema": 2}',
  '[1]',
  '{"type":"run-started"}',
  '"lane","ops"\n"a","1"',
  '# Report\n\nIt serves 100000 requests per second.',
  '<html>SET: 81967.21 requests per second</html>',
  '====== test session starts ======\n3 passed',
])('%j is of no tool that is known', (text) => {
  expect(readForeignResult(text)).toBeNull();
});
