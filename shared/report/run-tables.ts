import type { LatencyKind } from '../contract/enums.ts';
import type { LatencySummary } from '../contract/figures.ts';
import type { Result } from '../contract/result.ts';
import type { Cell, TableBlock, TableColumn } from './block.ts';
import { dataColumns, laneTable, type LaneColumn } from './lane-figures.ts';
import { idAndLabel } from './lane.ts';
import type { ReportLanguage } from './language.ts';

/** The same figures as each surface has room for them. */
export function runTables(result: Result, language: ReportLanguage): TableBlock[] {
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
        [report.lane, 'lane', { mayShorten: true }],
        ['', 'bar'],
        [report.rate, 'rps', main],
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
        [report.rate, 'rps', main],
        [report.interval, 'interval'],
        [report.againstFirst, 'againstFirst', { isRight: true }],
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
        ['Median', 'rps'],
        ['95 % interval', 'interval', { isExact: true }],
        ['Mean', 'meanRate'],
        ['Deviation', 'rps_cv'],
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
        ['Commands/write', 'effective_batch'],
        ['Sent', 'bytes_out'],
        ['Received', 'bytes_in'],
        ['Client CPU', 'client_cpu'],
        ['Event loop', 'eventLoop'],
        ['Server CPU', 'server_cpu'],
        ['Server µs each', 'serverMicros'],
        ['Of roofline', 'rooflineShare'],
      ],
      { title: report.resourcesTitle },
    ),
    table(['csv'], dataColumns, { isData: true }),
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
