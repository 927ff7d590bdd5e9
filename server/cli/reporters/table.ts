import type { Comparison, LaneResult, Result, RoundTripFigures } from '../../../shared/events.ts';
import {
  formatBytes,
  formatDuration,
  formatMs,
  formatRate,
  formatRatio,
  formatShare,
  formatShort,
} from '../../../shared/format.ts';
import { describeServer } from '../../../shared/server-plan.ts';
import { columns } from '../columns.ts';
import { wrap } from '../wrap.ts';
import type { Reporter } from './reporter.ts';
import { workloadName } from './workload-name.ts';

const barWidth = 20;
const width = 98;

/** Tables for a terminal of 100 columns: throughput, latency, verdicts. */
export const table: Reporter = {
  id: 'table',
  help: 'tables for a terminal',
  report({ result }, write) {
    write(`\n${heading(result)}\n\n`);
    write(columns(throughputRows(result), ['left', 'left', 'right', 'right', 'left']));
    write('\n');
    write(columns(latencyRows(result), ['left', ...Array.from({ length: 9 }, () => 'right' as const)]));
    write('\n');
    for (const lane of result.lanes) for (const line of remarks(lane)) write(line);
    for (const warning of result.warnings) write(`! ${warning}\n`);
  },
};

function heading({ plan, environment: { server, pingMs, schedule, network } }: Result): string {
  const { workload } = plan;
  const size = workload.dataSizeRange
    ? workload.dataSizeRange.map(formatBytes).join('–')
    : formatBytes(workload.dataSize);
  const rate = workload.rps === undefined ? '' : ` · ${formatRate(workload.rps)}/s asked for`;
  return [
    `${workloadName(workload)} · ${size} · ${workload.clients} connections · batch size ${workload.pipeline}${rate}`,
    `${server.name} ${server.version ?? ''} (${[plan.target, describeServer(plan.server)].filter((part) => part !== '').join(', ')}), ping ${pingMs === null ? '–' : formatMs(pingMs)} ms · ${network} · ${schedule}${schedule === 'race' ? ', all at once: for show, not a fair comparison' : ` of ${formatDuration(plan.schedule.sliceMs)}`}`,
  ].join('\n');
}

function throughputRows({ lanes, comparisons }: Result): string[][] {
  const best = Math.max(...lanes.map((lane) => lane.throughput?.median ?? 0));
  return [
    ['lane', '', 'commands/s', '95 % interval', 'against the first'],
    ...lanes.map((lane, index) => [
      lane.id,
      bar((lane.throughput?.median ?? 0) / (best || 1)),
      lane.throughput ? formatRate(lane.throughput.median) : '–',
      lane.throughput?.ci95 ? lane.throughput.ci95.map(formatShort).join(' – ') : '–',
      index === 0 ? 'baseline' : against(comparisons.find((one) => one.lane === lane.id)),
    ]),
  ];
}

function against(comparison: Comparison | undefined): string {
  if (!comparison) return '–';
  const { ratio, ci95, outcome } = comparison;
  if (!ci95) return `${formatRatio(ratio)} (one slice: no interval)`;
  const interval = ci95.map((bound) => formatRatio(bound).slice(2)).join(' – ');
  return `${formatRatio(ratio)} (${interval})${outcome === 'not told apart' ? ', not told apart' : ''}`;
}

function latencyRows({ lanes }: Result): string[][] {
  return [
    ['latency, ms', 'mean', 'p50', 'p95', 'p99', 'p99.9', 'max', 'batch', 'commands', 'failed'],
    ...lanes.flatMap((lane) => {
      const { command, response } = lane.latencyMs;
      const row = (name: string, latency: typeof command, tail: string[]) => [
        name,
        ...(['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const).map((key) =>
          latency ? formatMs(latency[key]) : '–',
        ),
        ...tail,
      ];
      const counts = [
        lane.effectiveBatch === null ? '–' : lane.effectiveBatch.toFixed(1),
        lane.commands.toLocaleString('en-US'),
        lane.failed.toLocaleString('en-US'),
      ];
      return [
        row(lane.id, command, counts),
        ...(response === undefined ? [] : [row('  from due', response, ['', '', ''])]),
      ];
    }),
  ];
}

function remarks(lane: LaneResult): string[] {
  const [first = '', ...rest] = wrap(`${lane.id}: ${lane.verdict.sentence} ${lane.verdict.advice}`, width);
  const lines = [`${first}\n`, ...rest.map((line) => `  ${line}\n`)];
  if (lane.error) lines.push(`  ! ${lane.state}: ${lane.error.message}\n`);
  if (lane.failed > 0)
    lines.push(
      `  ! failures: ${Object.entries(lane.failures)
        .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
        .join(', ')}\n`,
    );
  if (lane.hitRate !== null) lines.push(`  hit rate ${formatShare(lane.hitRate)}\n`);
  if (lane.rate)
    lines.push(
      `  offered ${formatRate(lane.rate.offered)}/s, achieved ${formatRate(lane.rate.achieved)}/s\n`,
    );
  if (lane.bystander?.latencyMs) {
    const { p50, p99, max } = lane.bystander.latencyMs;
    lines.push(`  bystander p50 ${formatMs(p50)}, p99 ${formatMs(p99)}, max ${formatMs(max)} ms\n`);
  }
  if (lane.roundTrip) {
    const { before, during } = lane.roundTrip;
    const range = ({ medianMs, p99Ms }: RoundTripFigures) =>
      `${formatMs(medianMs)} (p99 ${formatMs(p99Ms)}) ms`;
    lines.push(`  measured round trip ${range(before)} before${during ? `, ${range(during)} during` : ''}\n`);
  }
  if (lane.roundTrip && lane.perWrite)
    lines.push(
      `  ${formatBytes(lane.perWrite.bytes)} a write: ${lane.perWrite.segments} TCP ${lane.perWrite.segments === 1 ? 'segment' : 'segments'} at an MTU of 1500\n`,
    );
  for (const warning of lane.warnings.filter((text) => !text.endsWith('commands failed')))
    lines.push(`  ! ${warning}\n`);
  return lines;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function bar(share: number): string {
  const steps = Math.round(share * barWidth * 8);
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '');
}
