import { fieldsOf, type Fields, type ForeignReader, type ForeignRefusal } from './reading.ts';

/** A tool whose results are named and not read. Its lines stand in the text, or its fields in the document. */
interface OtherTool {
  tool: string;
  why: ForeignRefusal;
  /** A pattern of its text, or of its documents one a line. */
  text?: RegExp;
  document?: (fields: Fields) => boolean;
}

const has = (fields: Fields, ...names: readonly string[]) => names.every((name) => name in fields);
const isEachOf = (values: readonly unknown[], names: readonly string[]) =>
  values.length > 0 && values.every((value) => has(fieldsOf(value), ...names));

const tools: readonly OtherTool[] = [
  {
    ...{ tool: 'autocannon', why: 'http' },
    text: /^\d+k? requests in [\d.]+m?s, [\d.]+ \w+ read$|^│ Stat +│ 2\.5% +│/m,
    document: ({ requests, latency, throughput }) => isEachOf([requests, latency, throughput], ['p99']),
  },
  {
    ...{ tool: 'k6', why: 'script' },
    text: /^\{"type":"(?:Metric|Point)",|^\{"metric":"[^\n]*"type":"(?:Metric|Point)"|^iterations\.{3,}: |^metric_name,timestamp,metric_value,/m,
    document: (fields) =>
      has(fields, 'metrics', 'root_group') ||
      ['http_reqs', 'http_req_duration', 'iterations', 'vus'].some(
        (name) => name in fieldsOf(fields['metrics']),
      ) ||
      isEachOf(Object.values(fieldsOf(fields['metrics'])), ['type', 'contains']) ||
      (has(fields, 'metric') && fields['type'] === 'Metric'),
  },
  {
    ...{ tool: 'wrk', why: 'http' },
    text: /^\d+ threads and \d+ connections$|^Thread Stats +Avg +Stdev/m,
  },
  {
    ...{ tool: 'artillery', why: 'script' },
    text: /^(?:Summary report @|All VUs finished)/m,
    document: (fields) => has(fields, 'aggregate', 'intermediate'),
  },
  {
    ...{ tool: 'Locust', why: 'script' },
    text: /^(?:.*,)?"?(?:Type"?,"?Name"?,"?(?:#|Request Count)|Timestamp"?,"?User Count"?,|Method"?,"?Name"?,"?Error"?,)|^Type +Name +# reqs/m,
  },
  {
    ...{ tool: 'vegeta', why: 'http' },
    text: /^Requests +\[total, rate(?:, throughput)?\]|^\{"attack":"[^\n]*"seq":\d/m,
    document: (fields) => has(fields, 'latencies', 'bytes_in', 'bytes_out'),
  },
  // Its report is that of hey, with a rate of success.
  {
    ...{ tool: 'oha', why: 'http' },
    text: /^Success rate:\s+[\d.]+%/m,
    document: ({ summary, latencyPercentiles }) =>
      has(fieldsOf(summary), 'successRate', 'requestsPerSec') && latencyPercentiles !== undefined,
  },
  {
    ...{ tool: 'hey', why: 'http' },
    text: /^response-time,DNS\+dialup,|^Status code distribution:\n\[\d+\]\s+\d+ responses/m,
  },
  {
    ...{ tool: 'ApacheBench (ab)', why: 'http' },
    text: /^This is ApacheBench, Version|^Requests per second: +[\d.]+ \[#\/sec\]/m,
  },
  {
    ...{ tool: 'JMeter', why: 'http' },
    text: /^timeStamp,elapsed,label,responseCode/m,
  },
  {
    ...{ tool: 'Resp.benchmark of Garnet', why: 'unread' },
    text: /\bmin \(us\);\s+5th \(us\);|\btpt \(Kops\/sec\)/,
  },
  {
    ...{ tool: 'redis-cli --latency', why: 'unread' },
    text: /^min: \d+, max: \d+, avg: [\d.]+ \(\d+ samples\)/m,
  },
  {
    ...{ tool: 'redisgraph-benchmark-go', why: 'unread' },
    text: /^#+ RUNTIME STATS #+$/m,
    document: (fields) => has(fields, 'OverallGraphInternalLatencies'),
  },
  {
    ...{ tool: 'YCSB', why: 'script' },
    text: /^\[OVERALL\], Throughput\(ops\/sec\), /m,
  },
];

export const otherTools: readonly ForeignReader[] = tools.map(({ tool, why, text, document }) => ({
  tool,
  recognises: ({ raw, json, plain }) =>
    json === undefined
      ? (text?.test(plain === '' ? raw : plain) ?? false)
      : (document?.(fieldsOf(json)) ?? false),
  read: () => ({ why }),
}));
