import type { LatencySummary } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';
import { withLatency } from '../words/latency.ts';
import { describeNetwork } from '../words/network.ts';
import { serverName } from '../words/server-names.ts';
import { workloadName } from '../words/workload.ts';
import { comparisonWithFirst, idAndLabel, rateOf } from './lane.ts';
import type { Cell, CellWords, TableBlock, TableColumn } from './block.ts';
import type { ReportLanguage } from './language.ts';

/** What a figure of a lane is read from. */
interface Measured {
  lane: LaneResult;
  index: number;
  result: Result;
  language: ReportLanguage;
}

type Figure = [unit: TableColumn['unit'], read: (measured: Measured) => Cell | undefined];

const latency = (key: keyof LatencySummary): Figure => ['ms', ({ lane }) => lane.latencyMs.command?.[key]];
const against = (unit: TableColumn['unit'], read: (one: Comparison) => Cell | undefined): Figure => [
  unit,
  ({ lane, result }) => {
    const one = comparisonWithFirst(lane, result);
    return one && read(one);
  },
];
const ofLane = (unit: TableColumn['unit'], read: (lane: LaneResult) => Cell | undefined): Figure => [
  unit,
  ({ lane }) => read(lane),
];

/** The workload and the network that the figures of a lane are of. */
function sentBy({ lane, result }: Measured) {
  const { lanes, workload, network } = tunedPlan(result.plan, result.tunings);
  const own = lanes.find(({ id }) => id === lane.id);
  return { workload: own?.workload ?? workload, network: own?.network ?? network };
}

/** Every figure of a lane that a report tells, once: tables choose from them. */
const figures = {
  id: ofLane('text', ({ id }) => id),
  strategy: ofLane('text', ({ strategy }) => strategy),
  label: ofLane('text', ({ label }) => label),
  state: ofLane('text', ({ state }) => state),
  idAndLabel: ofLane('text', idAndLabel),
  marked: ['text', ({ lane: { label }, index }) => ({ text: label, lane: index })],
  markedWithId: [
    'text',
    ({ lane: { id, label }, index }) => ({ text: label, lane: index, beside: id, isId: true }),
  ],
  throughput: ofLane('commands/s', rateOf),
  bar: ofLane('bar', (lane) => rateOf(lane) ?? 0),
  interval: ofLane('commands/s', ({ throughput }) => throughput?.ci95),
  low: ofLane('commands/s', ({ throughput }) => throughput?.ci95?.[0]),
  high: ofLane('commands/s', ({ throughput }) => throughput?.ci95?.[1]),
  meanRate: ofLane('commands/s', ({ throughput }) => throughput?.mean),
  cv: ofLane('share', ({ throughput }) => throughput?.cv),
  slices: ofLane('count', ({ throughput }) => throughput?.slices.length ?? 0),
  againstFirst: [
    'text',
    ({ lane, index, result, language }) =>
      index === 0 ? language.report.baseline : comparisonInWords(comparisonWithFirst(lane, result), language),
  ],
  baseline: against('text', ({ baseline }) => baseline),
  ratio: against('ratio', ({ ratio }) => ratio),
  ratioLow: against('ratio', ({ ci95 }) => ci95?.[0]),
  ratioHigh: against('ratio', ({ ci95 }) => ci95?.[1]),
  outcome: against('text', ({ outcome }) => outcome),
  p50Ratio: against('ratio', (one) => one.latency?.ratio),
  p50RatioLow: against('ratio', (one) => one.latency?.ci95?.[0]),
  p50RatioHigh: against('ratio', (one) => one.latency?.ci95?.[1]),
  p50Outcome: against('text', (one) => one.latency?.outcome),
  p50Of: against('text', (one) => one.latency?.kind),
  mean: latency('mean'),
  min: latency('min'),
  p50: latency('p50'),
  p95: latency('p95'),
  p99: latency('p99'),
  p999: latency('p999'),
  max: latency('max'),
  p50Response: ofLane('ms', ({ latencyMs }) => latencyMs.response?.p50),
  p99Response: ofLane('ms', ({ latencyMs }) => latencyMs.response?.p99),
  p50Batch: ofLane('ms', ({ latencyMs }) => latencyMs.batch?.p50),
  p99Batch: ofLane('ms', ({ latencyMs }) => latencyMs.batch?.p99),
  commands: ofLane('count', ({ commands }) => commands),
  failed: ofLane('count', ({ failed }) => failed),
  countsAgree: ofLane('text', ({ countsAgree }) => countsAgree),
  batch: ofLane('size', ({ effectiveBatch }) => effectiveBatch),
  writes: ofLane('count', ({ writes }) => writes),
  bytesOut: ofLane('bytes', ({ bytesOut }) => bytesOut),
  bytesIn: ofLane('bytes', ({ bytesIn }) => bytesIn),
  clientCpu: ofLane('share', ({ client }) => client.cpu),
  eventLoop: ofLane('share', ({ client }) => client.eventLoopUtilisation),
  serverCpu: ofLane('share', ({ server }) => server.cpu),
  serverMicros: ofLane('µs', ({ server }) => server.cpuMicrosPerCommand),
  rooflineShare: ofLane('share', ({ rooflineShare }) => rooflineShare),
  bystander: ofLane('ms', ({ bystander }) => bystander?.latencyMs?.p99),
  bystanderLag: ofLane('ms', ({ bystander }) => bystander?.sendLagMs?.p99),
  bystanderWait: ofLane('ms', ({ bystander }) => bystander?.waitMs?.p99),
  bound: ofLane('text', ({ verdict }) => verdict.bound),
  boundInWords: ofLane('text', ({ verdict: { bound } }) =>
    bound === 'none' ? null : bound.replace('-', ' '),
  ),
  test: ['text', (measured) => workloadName(sentBy(measured).workload)],
  clients: ['count', (measured) => sentBy(measured).workload.clients],
  threads: ['count', (measured) => sentBy(measured).workload.threads],
  pipeline: ['count', (measured) => sentBy(measured).workload.pipeline],
  dataSize: [
    'text',
    (measured) => {
      const { dataSizeRange, dataSize } = sentBy(measured).workload;
      return (dataSizeRange ?? [dataSize]).join('-');
    },
  ],
  network: ['text', (measured) => describeNetwork(sentBy(measured).network)],
  server: ['text', ({ lane, result }) => serverName(lane.target ?? result.environment.server)],
  run: ['text', ({ result }) => result.id],
  startedAt: ['text', ({ result }) => result.startedAt],
} satisfies Record<string, Figure>;

export type FigureOfLane = keyof typeof figures;

/** A column of a table of lanes: its heading, and the figure in it. */
export type LaneColumn = readonly [label: string, figure: FigureOfLane, more?: Partial<TableColumn>];

/** A row for each lane. */
export function laneTable(
  result: Result,
  columns: readonly LaneColumn[],
  language: ReportLanguage,
): Pick<TableBlock, 'columns' | 'rows'> {
  const chosen = columns.map(([label, name, more]) => {
    const [unit, read]: Figure = figures[name];
    return { column: { label, unit, ...more }, read };
  });
  return {
    columns: chosen.map(({ column }) => column),
    rows: result.lanes.map((lane, index) =>
      chosen.map(({ read }) => read({ lane, index, result, language }) ?? null),
    ),
  };
}

const tones = { faster: 'good', slower: 'bad', inconclusive: 'doubtful' } as const;

/** `× 3.87 (3.70 – 4.02); p50 +12 %`, `× 1.01 (0.97 – 1.05), inconclusive`; where there is little room `≈ 1.01`. */
export function comparisonInWords(
  comparison: Comparison | undefined,
  { words, report }: ReportLanguage,
): CellWords | null {
  if (!comparison) return null;
  const { ratio: value, ci95, outcome, latency } = comparison;
  const ratio = words.numbers.ratio(value);
  const withPaid = (throughput: string) => withLatency(throughput, latency, words.praise);
  const open = outcome === 'inconclusive';
  const sign = (text: string) => (open ? text.replace('×', '≈') : text);
  const brief = sign(withPaid(ratio));
  if (!ci95)
    return { text: `${ratio} (${report.oneSliceMore})`, shorter: [`${ratio} (${report.oneSlice})`, brief] };
  const interval = `${ratio} (${ci95.map(words.numbers.times).join(' – ')})`;
  return {
    text: withPaid(open ? `${interval}, ${report.inconclusive}` : interval),
    shorter: [sign(withPaid(interval)), brief],
    tone: tones[outcome],
  };
}
