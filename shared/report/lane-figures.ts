import type { LatencySummary } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';
import { english } from '../words/en/index.ts';
import { describeNetwork } from '../words/settings.ts';
import { serverName } from '../words/server-names.ts';
import { workloadName } from '../words/workload.ts';
import { comparisonWithFirst, rateIntervalOf, rateOf } from '../statistics/figures.ts';
import type { Cell, TableColumn } from './block.ts';
import { laneTable, type FigureRead, type LaneColumn, type LaneInResult } from './lane-table.ts';

/** The name of assertions, and that for people where it is another. */
export const idAndLabel = ({ id, strategy, label }: Pick<LaneResult, 'id' | 'strategy' | 'label'>): string =>
  id === strategy ? id : `${id} (${label})`;

const latency = (key: keyof LatencySummary): FigureRead => [
  'ms',
  ({ lane }) => lane.latencyMs.command?.[key],
];
const against = (unit: TableColumn['unit'], read: (one: Comparison) => Cell | undefined): FigureRead => [
  unit,
  ({ lane, result }) => {
    const one = comparisonWithFirst(lane, result);
    return one && read(one);
  },
];
const ofLane = (unit: TableColumn['unit'], read: (lane: LaneResult) => Cell | undefined): FigureRead => [
  unit,
  ({ lane }) => read(lane),
];

/** The workload and the network that the figures of a lane are of. */
function sentBy({ lane, result }: LaneInResult) {
  const { lanes, workload, network } = tunedPlan(result.plan, result.tunings);
  const own = lanes.find(({ id }) => id === lane.id);
  return { workload: own?.workload ?? workload, network: own?.network ?? network };
}

/**
 * Every figure of a lane that a file of all figures has, once, under its name there: the columns of
 * `redis-benchmark --csv`, then those that it has not. Tables for people choose from them.
 */
const dataFigures = {
  test: ['text', (measured) => workloadName(sentBy(measured).workload)],
  rps: ofLane('commands/s', rateOf),
  avg_latency_ms: latency('mean'),
  min_latency_ms: latency('min'),
  p50_latency_ms: latency('p50'),
  p95_latency_ms: latency('p95'),
  p99_latency_ms: latency('p99'),
  max_latency_ms: latency('max'),
  p999_latency_ms: latency('p999'),
  lane: ofLane('text', ({ id }) => id),
  strategy: ofLane('text', ({ strategy }) => strategy),
  label: ofLane('text', ({ label }) => label),
  state: ofLane('text', ({ state }) => state),
  rps_ci95_low: ofLane('commands/s', (lane) => rateIntervalOf(lane)?.[0]),
  rps_ci95_high: ofLane('commands/s', (lane) => rateIntervalOf(lane)?.[1]),
  rps_cv: ofLane('share', ({ throughput }) => throughput?.cv),
  slices: ofLane('count', ({ throughput }) => throughput?.slices.length ?? 0),
  baseline: against('text', ({ baseline }) => baseline),
  ratio: against('ratio', ({ ratio }) => ratio),
  ratio_ci95_low: against('ratio', ({ ci95 }) => ci95?.[0]),
  ratio_ci95_high: against('ratio', ({ ci95 }) => ci95?.[1]),
  outcome: against('text', ({ outcome }) => outcome),
  p50_response_ms: ofLane('ms', ({ latencyMs }) => latencyMs.response?.p50),
  p99_response_ms: ofLane('ms', ({ latencyMs }) => latencyMs.response?.p99),
  p50_batch_ms: ofLane('ms', ({ latencyMs }) => latencyMs.batch?.p50),
  p99_batch_ms: ofLane('ms', ({ latencyMs }) => latencyMs.batch?.p99),
  commands: ofLane('count', ({ commands }) => commands),
  failed: ofLane('count', ({ failed }) => failed),
  counts_agree: ofLane('text', ({ countsAgree }) => countsAgree),
  effective_batch: ofLane('size', ({ effectiveBatch }) => effectiveBatch),
  writes: ofLane('count', ({ writes }) => writes),
  bytes_out: ofLane('bytes', ({ bytesOut }) => bytesOut),
  bytes_in: ofLane('bytes', ({ bytesIn }) => bytesIn),
  client_cpu: ofLane('share', ({ client }) => client.cpu),
  server_cpu: ofLane('share', ({ server }) => server.cpu),
  bystander_p99_ms: ofLane('ms', ({ bystander }) => bystander?.latencyMs?.p99),
  bystander_lag_p99_ms: ofLane('ms', ({ bystander }) => bystander?.sendLagMs?.p99),
  bystander_wait_p99_ms: ofLane('ms', ({ bystander }) => bystander?.waitMs?.p99),
  bound: ofLane('text', ({ verdict }) => verdict.bound),
  clients: ['count', (measured) => sentBy(measured).workload.clients],
  threads: ['count', (measured) => sentBy(measured).workload.threads],
  pipeline: ['count', (measured) => sentBy(measured).workload.pipeline],
  data_size_bytes: [
    'text',
    (measured) => {
      const { dataSizeRange, dataSize } = sentBy(measured).workload;
      return (dataSizeRange ?? [dataSize]).join('-');
    },
  ],
  network: ['text', (measured) => describeNetwork(sentBy(measured).network, english)],
  server: ['text', ({ lane, result }) => serverName(lane.target ?? result.environment.server)],
  run: ['text', ({ result }) => result.id],
  started_at: ['text', ({ result }) => result.startedAt],
  p50_ratio: against('ratio', (one) => one.latency?.ratio),
  p50_ratio_ci95_low: against('ratio', (one) => one.latency?.ci95?.[0]),
  p50_ratio_ci95_high: against('ratio', (one) => one.latency?.ci95?.[1]),
  p50_outcome: against('text', (one) => one.latency?.outcome),
  p50_of: against('text', (one) => one.latency?.kind),
  cache_hit_rate: ofLane('share', ({ cache }) => cache?.hitRate),
  cache_answered: ofLane('count', ({ cache }) => cache?.answeredLocally),
  commands_sent: ofLane('count', ({ cache }) => cache?.sent),
  invalidations_per_s: ofLane('commands/s', ({ cache }) => cache?.invalidationsPerSecond),
  writes_beside_per_s: ofLane('commands/s', ({ staleness }) => staleness?.writesPerSecond),
  stale_reads: ofLane('count', ({ staleness }) => staleness?.stale),
  stale_p99_us: ofLane('µs', ({ staleness }) => staleness?.ageMicros?.p99),
} satisfies Record<string, FigureRead>;

/** Those for people alone. */
const figures = {
  ...dataFigures,
  idAndLabel: ofLane('text', idAndLabel),
  marked: ['text', ({ lane: { label }, index }) => ({ text: label, lane: index })],
  markedWithId: [
    'text',
    ({ lane: { id, label }, index }) => ({ text: label, lane: index, beside: id, isId: true }),
  ],
  bar: ofLane('bar', (lane) => rateOf(lane) ?? 0),
  interval: ofLane('commands/s', rateIntervalOf),
  meanRate: ofLane('commands/s', ({ throughput }) => throughput?.mean),
  eventLoop: ofLane('share', ({ client }) => client.eventLoopUtilisation),
  serverMicros: ofLane('µs', ({ server }) => server.cpuMicrosPerCommand),
  rooflineShare: ofLane('share', ({ rooflineShare }) => rooflineShare),
  commandsPerUnit: ofLane('size', ({ perUnit }) => perUnit?.commands),
  tripsPerUnit: ofLane('size', ({ perUnit }) => perUnit?.trips),
  boundInWords: ofLane('text', ({ verdict: { bound } }) =>
    bound === 'none' ? null : bound.replace('-', ' '),
  ),
} satisfies Record<string, FigureRead>;

type FigureOfLane = keyof typeof figures;

/** A column with one of these figures by its name, or with another. */
export type NamedColumn = LaneColumn<FigureOfLane | FigureRead>;

/** A column for each figure, under its own name. */
export const dataColumns = (Object.keys(dataFigures) as (keyof typeof dataFigures)[]).map(
  (name): NamedColumn => [name, name],
);

export const namedFigures = (result: Result, columns: readonly NamedColumn[]): ReturnType<typeof laneTable> =>
  laneTable(
    result,
    columns.map(([label, figure, more]) => [
      label,
      typeof figure === 'string' ? figures[figure] : figure,
      more,
    ]),
  );
