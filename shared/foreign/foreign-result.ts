/** What another tool measured of one command, as it wrote it. `null`: it does not say. */
export interface ForeignRow {
  /** As the tool calls it: `SET`, `LRANGE_100 (first 100 elements)`, `Gets`. */
  name: string;
  /** As on the wire, in lower case; `null`: a mix. */
  command: string | null;
  perSecond: number | null;
  meanMs: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
}

export type ForeignResult =
  { state: 'read'; tool: string; rows: ForeignRow[] } | { state: 'refused'; tool: string; why: string };

/** The result of another tool, in one of the forms that it writes; `null`: it is none that is known. */
export function readForeignResult(text: string): ForeignResult | null {
  const content = text.trim();
  if (content.startsWith('{')) return readJson(content);
  return readBenchmarkCsv(content);
}

const oldCsv = /^"([A-Z][^"\n]*)","([\d.]+)"$/;
/** Ours begins with the same columns, and has others. */
const csvHead = /^"test","rps"(,"[a-z0-9]+_latency_ms")*$/;

/** redis-benchmark and valkey-benchmark --csv: with a head since Redis 6.2, without it test and rate alone. */
function readBenchmarkCsv(content: string): ForeignResult | null {
  const [head = '', ...others] = content.split(/\r?\n/);
  const hasHead = csvHead.test(head);
  if (!hasHead && !oldCsv.test(head)) return null;
  const names = hasHead ? cellsOf(head) : ['test', 'rps'];
  const lines = (hasHead ? others : [head, ...others]).filter((line) => line !== '');
  const rows = lines.map((line): ForeignRow => {
    const cells = cellsOf(line);
    const figure = (name: string) => {
      const place = names.indexOf(name);
      return place < 0 ? null : finite(cells[place]);
    };
    const name = cells[0] ?? '';
    return {
      name,
      command: (/^[A-Z]+/.exec(name)?.[0] ?? name).toLowerCase(),
      perSecond: figure('rps'),
      meanMs: figure('avg_latency_ms'),
      p50Ms: figure('p50_latency_ms'),
      p99Ms: figure('p99_latency_ms'),
      maxMs: figure('max_latency_ms'),
    };
  });
  return { state: 'read', tool: 'redis-benchmark / valkey-benchmark', rows };
}

const cellsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"/g)].map(([, cell = '']) => cell);

/** A figure; what no measurement gives, as the nan of a run without replies, is not known. */
function finite(value: unknown): number | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
  return Number.isFinite(number) && value !== '' && number >= 0 ? number : null;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

function readJson(content: string): ForeignResult | null {
  let document: Fields;
  try {
    // Old versions of memtier_benchmark write what is no JSON where nothing came back.
    document = fieldsOf(JSON.parse(content.replace(/:\s*-?(?:nan|inf)\b/gi, ': null')));
  } catch {
    // One document a line is how k6 streams its samples.
    return /^\{"type":"(?:Metric|Point)",/.test(content) || /^\{"metric":"[^\n]*"type":"Metric"/.test(content)
      ? refusedAs('k6')
      : null;
  }
  const isK6 =
    'metrics' in document && ('root_group' in document || 'http_reqs' in fieldsOf(document['metrics']));
  if (isK6 || ('metric' in document && document['type'] === 'Metric')) return refusedAs('k6');
  const isAutocannon = ['requests', 'latency', 'throughput'].every(
    (name) => 'p99' in fieldsOf(document[name]),
  );
  if (isAutocannon) return refusedAs('autocannon');
  const stats = fieldsOf(document['ALL STATS'] ?? document['AGGREGATED AVERAGE RESULTS']);
  return 'Totals' in stats ? memtierResult(stats) : null;
}

const refusedAs = (tool: string): ForeignResult => ({
  state: 'refused',
  tool,
  why: 'it measures HTTP, and its figures are not those of commands',
});

/** Kinds of memtier_benchmark, in its own words. */
const memtierCommands: Readonly<Record<string, string | null>> = { Sets: 'set', Gets: 'get', Totals: null };

function memtierResult(stats: Fields): ForeignResult {
  const rows = Object.entries(stats).flatMap(([name, value]): ForeignRow[] => {
    const fields = fieldsOf(value);
    const perSecond = finite(fields['Ops/sec']);
    // It lists SET and GET also where it sends but one of them.
    const isUnsent = name !== 'Totals' && perSecond === 0;
    if (name === 'Waits' || perSecond === null || isUnsent) return [];
    const percentiles = fieldsOf(fields['Percentile Latencies']);
    const command =
      name in memtierCommands ? (memtierCommands[name] ?? null) : name.replace(/s$/, '').toLowerCase();
    return [
      {
        name,
        command,
        perSecond,
        meanMs: finite(fields['Average Latency'] ?? fields['Latency']),
        p50Ms: finite(percentiles['p50.00']),
        p99Ms: finite(percentiles['p99.00']),
        maxMs: finite(fields['Max Latency']),
      },
    ];
  });
  return { state: 'read', tool: 'memtier_benchmark', rows };
}
