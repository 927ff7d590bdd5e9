import type { TrendLane, TrendLine } from '../contract/trend.ts';
import { nameInRun } from '../words/lane-labels.ts';
import { counted } from '../words/workload.ts';
import type { Bounded } from '../statistics/against-earlier.ts';
import type { Cell, Report, TableBlock } from './block.ts';
import type { TrendDocument } from './document.ts';

/** The same for runs that are held against each other, and drawn as one line. */
export const seriesKey = ({ name, plan, machine }: TrendLine): string =>
  JSON.stringify([name, plan, machine.cpuModel, machine.cores, machine.platform, machine.agents]);

/** Runs of one name, plan and kind of machine, in the order of the file. */
export interface TrendSeries {
  title: string;
  /** Lanes that any of its runs has. */
  lanes: readonly { id: string; strategy: string; label: string }[];
  runs: readonly TrendLine[];
}

export function seriesIn(lines: readonly TrendLine[]): TrendSeries[] {
  const bySeries = new Map<string, TrendLine[]>();
  for (const line of lines) {
    const key = seriesKey(line);
    bySeries.set(key, [...(bySeries.get(key) ?? []), line]);
  }
  return [...bySeries.values()].map((runs): TrendSeries => {
    const lanes = new Map(runs.flatMap((run) => run.lanes.map((lane) => [lane.id, lane] as const)));
    const [first] = runs;
    const { cpuModel = '', cores = 0, agents = null } = first?.machine ?? {};
    const machine = agents === null ? `${cpuModel}, ${counted(cores, 'core')}` : counted(agents, 'agent');
    const sent = `${first?.sent ?? ''} · ${machine} · plan ${first?.plan.slice(0, 8) ?? ''}`;
    return {
      title: nameInRun(sent, { name: first?.name }),
      lanes: [...lanes.values()].map(({ id, strategy }) => ({ id, strategy, label: id })),
      runs,
    };
  });
}

/** `2026-11-30 20:15 1a2b3c4d`; the commit where it is known. */
export const runInWords = ({ time, commit }: TrendLine): string =>
  [time.slice(0, 16).replace('T', ' '), commit?.slice(0, 8)].filter((part) => part !== undefined).join(' ');

/** A trend as blocks: a table for each series, and one of all figures for machines. */
export function trendReport({ file, lines }: TrendDocument): Report {
  const series = seriesIn(lines);
  const count = counted(lines.length, 'run');
  return {
    ...{ kind: 'trend', startedAt: lines.at(-1)?.time ?? '', tookMs: 0, keys: [['file', file]] },
    title: `${file}: ${count}`,
    lanes: series.flatMap(({ lanes }) => lanes),
    blocks: [{ type: 'line', text: `${file}: ${count}` }, ...series.map(seriesTable), dataTable(lines)],
  };
}

const seriesTable = ({ title, runs }: TrendSeries): TableBlock => ({
  ...{ type: 'table', title, on: ['terminal', 'markdown', 'html'] },
  columns: [
    { label: 'run', unit: 'text' },
    { label: 'lane', unit: 'text' },
    { label: 'commands/s', unit: 'commands/s' },
    { label: '95 % interval', unit: 'commands/s' },
    { label: '× the first', unit: 'ratio', isMain: true },
    { label: '95 % interval', unit: 'ratio' },
    { label: 'p50, ms', unit: 'ms' },
    { label: 'p99, ms', unit: 'ms' },
  ],
  rows: runs.flatMap((run) =>
    run.lanes.map((lane): Cell[] => [
      { text: `${runInWords(run)}${run.failed ? ', failed' : ''}`, ...(run.failed ? { tone: 'bad' } : {}) },
      { text: lane.id },
      ...[valueOf(lane.rate), lane.rate?.ci95 ?? null, valueOf(lane.ratio), lane.ratio?.ci95 ?? null],
      ...[valueOf(lane.p50Ms), valueOf(lane.p99Ms)],
    ]),
  ),
});

/** One row for each lane of each run. */
const dataTable = (lines: readonly TrendLine[]): TableBlock => {
  const figures = ['rate', 'ratio', 'p50Ms', 'p99Ms'] as const satisfies readonly (keyof TrendLane)[];
  const names = { rate: 'rps', ratio: 'ratio', p50Ms: 'p50_latency_ms', p99Ms: 'p99_latency_ms' } as const;
  const units = { rate: 'commands/s', ratio: 'ratio', p50Ms: 'ms', p99Ms: 'ms' } as const;
  return {
    ...{ type: 'table', title: '', on: ['csv'], isData: true },
    columns: [
      ...['time', 'commit', 'run', 'name', 'plan', 'sent', 'cpu', 'cores', 'failed', 'lane'].map((label) => ({
        label,
        unit: 'text' as const,
      })),
      ...figures.flatMap((figure) =>
        ['', '_ci95_low', '_ci95_high'].map((end) => ({ label: names[figure] + end, unit: units[figure] })),
      ),
    ],
    rows: lines.flatMap((line) =>
      line.lanes.map((lane) => [
        ...[line.time, line.commit, line.run, line.name, line.plan, line.sent],
        ...[line.machine.cpuModel, String(line.machine.cores), String(line.failed), lane.id],
        ...figures.flatMap((figure) => [valueOf(lane[figure]), ...(lane[figure]?.ci95 ?? [null, null])]),
      ]),
    ),
  };
};

const valueOf = (figure: Bounded | null): number | null => figure?.value ?? null;
