import type { Doubt } from '../contract/doubt.ts';
import type { LatencyKind } from '../contract/enums.ts';
import type { LatencySummary } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Result, SlotsMoved } from '../contract/result.ts';
import { networkInWords } from '../words/network-conditions.ts';
import { sentInWords } from '../words/own-settings.ts';
import { say } from '../words/words.ts';
import type { Block, Cell, Check, Item, Report, TableBlock, TableColumn } from './block.ts';
import { doubtInWords, doubts } from './doubts.ts';
import { environmentFacts, methodInWords, scheduleInWords, serverInWords } from './facts.ts';
import { resultHeadline } from './headline.ts';
import { idAndLabel, rateOf } from './lane.ts';
import { laneTable, type LaneColumn } from './lane-figures.ts';
import type { ReportLanguage } from './language.ts';
import { laneShortfall, remarksOn } from './remarks.ts';

export const tookMs = ({ startedAt, finishedAt }: Pick<Result, 'startedAt' | 'finishedAt'>): number =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** A run as blocks. */
export function runReport(result: Result, checks: readonly Check[], language: ReportLanguage): Report {
  const { report } = language;
  const sent = sentInWords(result);
  const labelOf = (id: string) => result.lanes.find((lane) => lane.id === id)?.label ?? id;
  const { text, why, more } = resultHeadline(result, ({ id }) => labelOf(id), language.words);
  const found = doubts(result);
  return {
    kind: 'run',
    title: `Roundtrip: ${sent}`,
    startedAt: result.startedAt,
    tookMs: tookMs(result),
    keys: [['run', result.id]],
    lanes: result.lanes,
    blocks: [
      { type: 'headline', text, more: [why ?? '', more].filter((one) => one !== ''), on: ['html'] },
      { type: 'line', text: sent, on: ['terminal', 'html'] },
      {
        type: 'line',
        text: `${serverInWords(result, language)} · ${networkInWords(result)} · ${scheduleInWords(result, language)}`,
        on: ['terminal'],
      },
      {
        type: 'doubts',
        doubts: found
          .filter(({ lane }) => lane === null)
          .map((doubt) => doubtInWords(doubt, labelOf, language.words)),
      },
      { type: 'checks', checks, on: ['markdown', 'html', 'junit'] },
      ...tablesOf(result, language),
      {
        type: 'items',
        title: '',
        items: result.lanes.map((lane, index) => laneItem(lane, index, result, found, language)),
        suite: { name: sent, timeMs: tookMs(result) },
      },
      ...(result.slotsMoved ?? []).map((move): Block => ({
        type: 'line',
        text: moveInWords(move, language),
      })),
      {
        type: 'details',
        title: report.where,
        blocks: [
          { type: 'facts', facts: environmentFacts(result, language) },
          { type: 'text', text: methodInWords(result, language) },
        ],
      },
      {
        ...{ type: 'table', title: '', on: ['junit'], isData: true },
        ...laneTable(result, junitColumns, language),
      },
    ],
  };
}

function laneItem(
  lane: LaneResult,
  index: number,
  result: Result,
  found: readonly Doubt[],
  language: ReportLanguage,
): Item {
  const { words, report } = language;
  const { sentence, advice } = say(lane.verdict, words.verdict);
  const text = `${sentence} ${advice}`;
  const ofLane = found.filter((doubt) => doubt.lane === lane.id);
  const notes = remarksOn(lane, result, ofLane, language);
  const shortfall = laneShortfall(lane, language);
  const rate = rateOf(lane);
  const p99 = lane.latencyMs.command ? words.numbers.ms(lane.latencyMs.command.p99) : '–';
  const figures = report.laneFigures(rate === null ? null : words.numbers.rate(rate), p99, lane.failed);
  return {
    ...{ name: idAndLabel(lane), shortName: lane.id, label: lane.label, lane: index, text, notes },
    test: {
      ...{ name: lane.id, classname: `roundtrip.${lane.strategy}`, timeMs: lane.elapsedMs },
      failure: shortfall === null ? null : { type: `lane-${lane.state}`, message: shortfall },
      output: [figures, text, ...notes.map((note) => note.text)].join('\n'),
    },
  };
}

/** Slots that were moved during the run. */
const moveInWords = (
  { atMs, tookMs: took, slots: [first, last], keys, from, to }: SlotsMoved,
  { words: { numbers }, report }: ReportLanguage,
): string =>
  report.slotsMoved({
    ...{ after: numbers.duration(atMs), took: numbers.duration(took), slots: `${first}–${last}` },
    ...{ keys: numbers.count(keys), from, to },
  });

/** The same figures as each surface has room for them. */
function tablesOf(result: Result, language: ReportLanguage): TableBlock[] {
  const { report } = language;
  const table = (
    on: TableBlock['on'],
    columns: readonly LaneColumn[],
    more: Partial<TableBlock> = {},
  ): TableBlock => ({
    type: 'table',
    title: '',
    ...laneTable(result, columns, language),
    ...more,
    ...(on && { on }),
  });
  const main = { isMain: true };
  return [
    table(
      ['terminal'],
      [
        [report.lane, 'id', { mayShorten: true }],
        ['', 'bar'],
        [report.rate, 'throughput', main],
        [report.interval, 'interval'],
        [report.againstFirst, 'againstFirst'],
      ],
      { signs: [['≈', report.inconclusiveMeans]] },
    ),
    latencyTable('terminal', result, language),
    ...(result.environment.agents ? [agentTable(result, language)] : []),
    table(
      ['markdown'],
      [
        [report.lane, 'idAndLabel'],
        [report.rate, 'throughput', main],
        [report.interval, 'interval'],
        [report.againstFirst, 'againstFirst', { isRight: true }],
        [report.batch, 'batch'],
        [report.failed, 'failed'],
        [report.boundBy, 'boundInWords'],
      ],
    ),
    latencyTable('markdown', result, language),
    table(
      ['html'],
      [
        ['Lane', 'markedWithId'],
        ['Median', 'throughput'],
        ['95 % interval', 'interval', { isExact: true }],
        ['Mean', 'meanRate'],
        ['Deviation', 'cv'],
        ['Slices', 'slices'],
        ['Against the first', 'againstFirst'],
      ],
      { title: report.throughputTitle },
    ),
    latencyTable('html', result, language),
    table(
      ['html'],
      [
        ['Lane', 'marked'],
        ['Commands', 'commands'],
        ['Failed', 'failed'],
        ['Commands/write', 'batch'],
        ['Sent', 'bytesOut'],
        ['Received', 'bytesIn'],
        ['Client CPU', 'clientCpu'],
        ['Event loop', 'eventLoop'],
        ['Server CPU', 'serverCpu'],
        ['Server µs each', 'serverMicros'],
        ['Of roofline', 'rooflineShare'],
      ],
      { title: report.resourcesTitle },
    ),
    table(['csv'], csvColumns, { isData: true }),
  ];
}

const latencyKeys = ['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const;
const latencyNames = ['mean', 'p50', 'p95', 'p99', 'p99.9', 'max'] as const;

/** A row for each lane, below it those of its response times and of the commands of a mix. */
function latencyTable(
  surface: 'terminal' | 'markdown' | 'html',
  { lanes }: Result,
  { words: { numbers }, report }: ReportLanguage,
): TableBlock {
  const keys: readonly (keyof LatencySummary)[] = surface === 'html' ? ['min', ...latencyKeys] : latencyKeys;
  const figures = (latency: LatencySummary | null | undefined): Cell[] =>
    keys.map((key) => latency?.[key] ?? null);
  const column = (label: string): TableColumn => ({ label, unit: 'ms' });
  const kinds: [LatencyKind, string][] = [
    ['command', report.from.command],
    ['response', report.from.response],
    ['batch', report.from.batch],
  ];
  switch (surface) {
    case 'html':
      return {
        ...{ type: 'table', title: report.latencyTitle, on: ['html'] },
        columns: [
          { label: 'Lane', unit: 'text' },
          ...['Min', 'Mean', 'p50', 'p95', 'p99', 'p99.9', 'Max'].map(column),
        ],
        rows: lanes.flatMap(({ label, latencyMs, byCommand = [] }, lane) =>
          [
            ...kinds.map(([kind, what]) => [what, latencyMs[kind]] as const),
            ...byCommand.map((one) => [one.command, one.latencyMs] as const),
          ].flatMap(([beside, latency]) =>
            latency ? [[{ text: label, lane, beside }, ...figures(latency)]] : [],
          ),
        ),
      };
    case 'markdown':
      return {
        ...{ type: 'table', title: '', on: ['markdown'] },
        columns: [{ label: report.latency, unit: 'text' }, ...latencyNames.map(column)],
        rows: lanes.flatMap((lane) => {
          const { command, response } = lane.latencyMs;
          const name = idAndLabel(lane);
          return [
            [name, ...figures(command)],
            ...(response === undefined ? [] : [[`${name}, ${report.fromDue}`, ...figures(response)]]),
            ...(lane.byCommand ?? []).map((one) => [`${name}, ${one.command}`, ...figures(one.latencyMs)]),
          ];
        }),
      };
    case 'terminal':
      return {
        ...{ type: 'table', title: '', on: ['terminal'] },
        columns: [
          { label: report.latency, unit: 'text', mayShorten: true },
          ...latencyNames.map(column),
          { label: report.batch, unit: 'size' },
          { label: report.commands, unit: 'count' },
          { label: report.failed, unit: 'count' },
        ],
        split: { at: 1 + latencyNames.length, label: report.counts },
        rows: lanes.flatMap((lane) => {
          const { command, response } = lane.latencyMs;
          const under = (text: string, latency: LatencySummary | null, answered: number | null): Cell[] => [
            { text, isUnder: true },
            ...figures(latency),
            ...['', answered ?? '', ''],
          ];
          const failed = numbers.count(lane.failed);
          return [
            [
              ...[lane.id, ...figures(command), lane.effectiveBatch, lane.commands],
              lane.failed > 0 ? { text: failed, tone: 'bad' as const } : failed,
            ],
            ...(response === undefined ? [] : [under(report.fromDue, response, null)]),
            ...(lane.byCommand ?? []).map((one) => under(one.command, one.latencyMs, one.answered)),
          ];
        }),
      };
  }
}

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

/** The columns of `redis-benchmark --csv` under its names, then those that it has not. */
const csvColumns: readonly LaneColumn[] = [
  ['test', 'test'],
  ['rps', 'throughput'],
  ['avg_latency_ms', 'mean'],
  ['min_latency_ms', 'min'],
  ['p50_latency_ms', 'p50'],
  ['p95_latency_ms', 'p95'],
  ['p99_latency_ms', 'p99'],
  ['max_latency_ms', 'max'],
  ['p999_latency_ms', 'p999'],
  ['lane', 'id'],
  ['strategy', 'strategy'],
  ['label', 'label'],
  ['state', 'state'],
  ['rps_ci95_low', 'low'],
  ['rps_ci95_high', 'high'],
  ['rps_cv', 'cv'],
  ['slices', 'slices'],
  ['baseline', 'baseline'],
  ['ratio', 'ratio'],
  ['ratio_ci95_low', 'ratioLow'],
  ['ratio_ci95_high', 'ratioHigh'],
  ['outcome', 'outcome'],
  ['p50_response_ms', 'p50Response'],
  ['p99_response_ms', 'p99Response'],
  ['p50_batch_ms', 'p50Batch'],
  ['p99_batch_ms', 'p99Batch'],
  ['commands', 'commands'],
  ['failed', 'failed'],
  ['counts_agree', 'countsAgree'],
  ['effective_batch', 'batch'],
  ['writes', 'writes'],
  ['bytes_out', 'bytesOut'],
  ['bytes_in', 'bytesIn'],
  ['client_cpu', 'clientCpu'],
  ['server_cpu', 'serverCpu'],
  ['bystander_p99_ms', 'bystander'],
  ['bystander_lag_p99_ms', 'bystanderLag'],
  ['bystander_wait_p99_ms', 'bystanderWait'],
  ['bound', 'bound'],
  ['clients', 'clients'],
  ['threads', 'threads'],
  ['pipeline', 'pipeline'],
  ['data_size_bytes', 'dataSize'],
  ['network', 'network'],
  ['server', 'server'],
  ['run', 'run'],
  ['started_at', 'startedAt'],
  ['p50_ratio', 'p50Ratio'],
  ['p50_ratio_ci95_low', 'p50RatioLow'],
  ['p50_ratio_ci95_high', 'p50RatioHigh'],
  ['p50_outcome', 'p50Outcome'],
  ['p50_of', 'p50Of'],
];

/** Under the names of assertions (`pipeline.p99`). */
const junitColumns: readonly LaneColumn[] = [
  ['', 'id'],
  ['throughput', 'throughput'],
  ['throughput.low', 'low'],
  ['throughput.high', 'high'],
  ['ratio', 'ratio'],
  ['mean', 'mean'],
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['p999', 'p999'],
  ['max', 'max'],
  ['batch', 'batch'],
  ['commands', 'commands'],
  ['failed', 'failed'],
  ['bound', 'bound'],
];
