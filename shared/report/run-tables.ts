import type { LatencyKind } from '../contract/enums.ts';
import type { LatencySummary } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { rateOfLanes } from '../plan/program-lane.ts';
import { comparisonWithFirst, whyNoInterval } from '../statistics/figures.ts';
import { ratioInWords } from '../words/cell-text.ts';
import { withLatency } from '../words/latency.ts';
import type { Cell, CellWords, TableBlock, TableColumn } from './block.ts';
import { dataColumns, idAndLabel, namedFigures, type NamedColumn } from './lane-figures.ts';
import type { FigureRead } from './lane-table.ts';
import type { ReportLanguage, ReportWords } from './language.ts';

/** The same figures as each surface has room for them. */
export function runTables(result: Result, language: ReportLanguage): TableBlock[] {
  const { report, words } = language;
  const table = (
    on: TableBlock['on'],
    columns: readonly NamedColumn[],
    more: Partial<TableBlock> = {},
  ): TableBlock => ({
    type: 'table',
    title: '',
    ...namedFigures(result, columns),
    ...more,
    ...(on && { on }),
  });
  const main = { isMain: true };
  const counted = rateOfLanes(result.plan);
  const ofUnits = counted === 'unitRate';
  const rate = words.figures[counted];
  const perUnit: NamedColumn[] = ofUnits
    ? [
        [report.commandsPerUnit, 'commandsPerUnit'],
        [report.tripsPerUnit, 'tripsPerUnit'],
      ]
    : [];
  const againstFirst: FigureRead = [
    'text',
    ({ lane, index }) =>
      index === 0 ? report.baseline : comparisonInWords(comparisonWithFirst(lane, result), language),
  ];
  return [
    table(
      ['terminal'],
      [
        [report.lane, 'lane', { mayShorten: true }],
        ['', 'bar'],
        [rate, 'rps', main],
        [report.interval, 'interval'],
        [report.againstFirst, againstFirst],
      ],
      { signs: [['≈', report.inconclusiveMeans]], split: { at: 4, label: report.lane } },
    ),
    latencyTable('terminal', result, language),
    ...(result.environment.agents ? [agentTable(result, language)] : []),
    table(
      ['markdown'],
      [
        [report.lane, 'idAndLabel'],
        [rate, 'rps', main],
        [report.interval, 'interval'],
        [report.againstFirst, againstFirst, { isRight: true }],
        ...perUnit,
        [report.batch, 'effective_batch'],
        [report.failed, 'failed'],
        [report.boundBy, 'boundInWords'],
      ],
    ),
    latencyTable('markdown', result, language),
    table(
      ['html'],
      [
        ['Lane', 'markedWithId'],
        [rate, 'rps'],
        ['95 % interval', 'interval', { isExact: true }],
        ['Mean', 'meanRate'],
        ['Deviation', 'rps_cv'],
        ['Slices', 'slices'],
        ['Against the first', againstFirst],
      ],
      { title: ofUnits ? report.unitsTitle : report.throughputTitle },
    ),
    latencyTable('html', result, language),
    table(
      ['html'],
      [
        ['Lane', 'marked'],
        [ofUnits ? 'Units' : 'Commands', 'commands'],
        ...perUnit,
        ['Failed', 'failed'],
        ['Commands/write', 'effective_batch'],
        ['Sent', 'bytes_out'],
        ['Received', 'bytes_in'],
        ['Client CPU', 'client_cpu'],
        ['Event loop', 'eventLoop'],
        ['Server CPU', 'server_cpu'],
        ['Server µs each', 'serverMicros'],
        ['Of roofline', 'rooflineShare'],
      ],
      { title: ofUnits ? report.resourcesOfUnits : report.resourcesTitle },
    ),
    table(['csv'], dataColumns, { isData: true }),
  ];
}

const tones = { faster: 'good', slower: 'bad', inconclusive: 'doubtful' } as const;

/** `× 3.87 (3.70 – 4.02); p50 +12 %`, `× 1.01 (0.97 – 1.05), inconclusive`; where there is little room `≈ 1.01 (0.97 – 1.05)`. */
function comparisonInWords(
  comparison: Comparison | undefined,
  { words, report }: ReportLanguage,
): CellWords | null {
  if (!comparison) return null;
  const { ratio: value, ci95, outcome, pairs, latency } = comparison;
  const ratio = words.numbers.ratio(value);
  const open = outcome === 'inconclusive';
  if (!ci95) {
    const why = words.figures.noInterval[whyNoInterval(pairs)];
    return {
      text: `${ratio}, ${report.inconclusive} (${why})`,
      shorter: [`${ratio} (${report.inconclusive})`],
    };
  }
  const interval = ratioInWords(comparison, words.numbers);
  const withPaid = (throughput: string) => withLatency(throughput, latency, words.latency);
  return {
    text: withPaid(open ? `${interval}, ${report.inconclusive}` : interval),
    shorter: [open ? withPaid(interval).replace('×', '≈') : withPaid(interval)],
    tone: tones[outcome],
  };
}

const latencyKeys = ['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const;
const latencyNames = ['mean', 'p50', 'p95', 'p99', 'p99.9', 'max'] as const;
const htmlNames = ['Min', 'Mean', 'p50', 'p95', 'p99', 'p99.9', 'Max'] as const;

/** A row for each lane, below it those of its response times and of the commands of a mix. */
function latencyTable(
  surface: 'terminal' | 'markdown' | 'html',
  result: Result,
  { words: { numbers }, report }: ReportLanguage,
): TableBlock {
  const { lanes } = result;
  const ofUnits = rateOfLanes(result.plan) === 'unitRate';
  const [isHtml, isTerminal] = [surface === 'html', surface === 'terminal'];
  const keys: readonly (keyof LatencySummary)[] = isHtml ? ['min', ...latencyKeys] : latencyKeys;
  const figures = (latency: LatencySummary | null | undefined): Cell[] =>
    keys.map((key) => latency?.[key] ?? null);
  const counts: TableColumn[] = [
    ...(ofUnits
      ? [report.commandsPerUnit, report.tripsPerUnit].map((label): TableColumn => ({ label, unit: 'size' }))
      : [{ label: report.batch, unit: 'size' } as const]),
    { label: ofUnits ? report.units : report.commands, unit: 'count' },
    { label: report.failed, unit: 'count' },
  ];
  const failedIn = ({ failed }: LaneResult): Cell =>
    failed > 0 ? { text: numbers.count(failed), tone: 'bad' } : numbers.count(failed);
  const sizesOf = ({ perUnit, effectiveBatch }: LaneResult): Cell[] =>
    ofUnits ? [perUnit?.commands ?? null, perUnit?.trips ?? null] : [effectiveBatch];
  const rowOf = (lane: LaneResult, index: number, { of, name, latency, answered }: LatencyOf): Cell[][] => {
    const cells = figures(latency);
    switch (surface) {
      case 'html':
        return latency
          ? [[{ text: lane.label, lane: index, beside: of ? report.from[of] : name }, ...cells]]
          : [];
      case 'markdown':
        return [[of === 'command' ? idAndLabel(lane) : `${idAndLabel(lane)}, ${name}`, ...cells]];
      case 'terminal':
        return of === 'command'
          ? [[lane.id, ...cells, ...sizesOf(lane), lane.commands, failedIn(lane)]]
          : [[{ text: name, isUnder: true }, ...cells, ...sizesOf(lane).map(() => ''), answered ?? '', '']];
    }
  };
  return {
    ...{ type: 'table', title: isHtml ? report.latencyTitle : '', on: [surface] },
    columns: [
      { label: isHtml ? 'Lane' : report.latency, unit: 'text', mayShorten: isTerminal },
      ...(isHtml ? htmlNames : latencyNames).map((label): TableColumn => ({ label, unit: 'ms' })),
      ...(isTerminal ? counts : []),
    ],
    ...(isTerminal && { split: { at: 1 + latencyNames.length, label: report.counts } }),
    rows: lanes.flatMap((lane, index) =>
      latenciesOf(lane, report)
        .filter(({ of }) => of !== 'batch' || isHtml)
        .flatMap((latency) => rowOf(lane, index, latency)),
    ),
  };
}

interface LatencyOf {
  /** `null`: of one command of a mix. */
  of: LatencyKind | null;
  name: string;
  latency: LatencySummary | null | undefined;
  answered?: number;
}

const latenciesOf = ({ latencyMs, byCommand = [] }: LaneResult, { fromDue }: ReportWords): LatencyOf[] => [
  { of: 'command', name: '', latency: latencyMs.command },
  ...(latencyMs.response === undefined
    ? []
    : [{ of: 'response' as const, name: fromDue, latency: latencyMs.response }]),
  { of: 'batch', name: '', latency: latencyMs.batch },
  ...byCommand.map(({ command, latencyMs: latency, answered }) => ({
    ...{ of: null, name: command, latency, answered },
  })),
];

/** What each agent did of each lane: one that is worse than the others does not hide in the pooled figures. */
function agentTable({ lanes }: Result, { report }: ReportLanguage): TableBlock {
  const columns: TableColumn[] = [
    { label: report.byAgent, unit: 'text', mayShorten: true },
    { label: report.rate, unit: 'commands/s' },
    ...(['p50', 'p99', 'max'] as const).map((label): TableColumn => ({ label, unit: 'ms' })),
    { label: report.commands, unit: 'count' },
    { label: report.failed, unit: 'count' },
    { label: report.cpu, unit: 'share' },
  ];
  return {
    ...{ type: 'table', title: '', on: ['terminal'], columns },
    rows: lanes.flatMap(({ id, agents }): Cell[][] => [
      [id, ...columns.slice(1).map(() => '')],
      ...(agents?.each ?? []).map(({ agent, throughput, latencyMs, commands, failed, cpu }) => [
        { text: report.agent(agent), isUnder: true },
        throughput,
        ...(['p50', 'p99', 'max'] as const).map((key) => latencyMs?.[key] ?? null),
        ...[commands, failed, cpu],
      ]),
    ]),
  };
}
