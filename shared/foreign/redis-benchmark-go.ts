import { fieldsOf, figureIn, rowOf, type ForeignReader, type ForeignReading } from './reading.ts';

const rate = /^Throughput summary: (\d+) requests per second$/;

/** redis-benchmark-go: the summary below its progress, and `-json-out-file`. Its figures are those of all commands. */
export const redisBenchmarkGo: ForeignReader = {
  tool: 'redis-benchmark-go',
  recognises: ({ json, plain }) =>
    // redisgraph-benchmark-go has the same line below another heading.
    (/^Throughput summary: \d+ requests per second$/m.test(plain) && !/^#+ RUNTIME STATS/m.test(plain)) ||
    ('ops/sec' in fieldsOf(fieldsOf(json)['Totals']) && 'OverallClientLatencies' in fieldsOf(json)),
  read: ({ json, lines }) => (lines.length > 0 ? readSummary(lines) : readDocument(json)),
};

function readDocument(json: unknown): ForeignReading {
  const { Totals, Clients } = fieldsOf(json);
  const totals = fieldsOf(Totals);
  // It writes 0 for percentiles where nothing came back.
  const figure = (name: string) => figureIn(totals[name]) || null;
  const clients = figureIn(Clients);
  return {
    remarks: [],
    rows: [
      rowOf('Totals', {
        perSecond: figureIn(totals['ops/sec']),
        p50Ms: figure('q50'),
        p99Ms: figure('q99'),
        maxMs: figure('q100'),
        conditions: clients === null ? {} : { clients },
      }),
    ],
  };
}

function readSummary(lines: readonly string[]): ForeignReading {
  const rows = lines.flatMap((line, at) => {
    const [, perSecond] = rate.exec(line) ?? [];
    if (perSecond === undefined) return [];
    const below = lines.slice(at, at + 8);
    const from = below.findIndex((one) => one === 'Latency summary (msec):');
    const [heads = [], figures = []] =
      from < 0 ? [] : below.slice(from + 1, from + 3).map((one) => one.split(/\s+/));
    const figure = (head: string) => {
      const cell = figures[heads.indexOf(head)] ?? '';
      return /^\d+\.\d{3}$/.test(cell) ? figureIn(cell) : null;
    };
    return [
      rowOf('Totals', {
        perSecond: figureIn(perSecond),
        meanMs: figure('avg'),
        p50Ms: figure('p50'),
        p99Ms: figure('p99'),
      }),
    ];
  });
  const failed = lines
    .map((line) => Number(/^Total Errors (\d+)$/.exec(line)?.[1] ?? 0))
    .reduce((sum, count) => sum + count, 0);
  return { rows, remarks: failed > 0 ? [{ code: 'failed-requests', count: failed }] : [] };
}
