import { styleText } from 'node:util';
import type { Comparison, Result } from '../../../shared/contract/result.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { formatMs, formatRate, formatRatio, formatShare, formatShort } from '../../../shared/words/format.ts';
import { english } from '../../../shared/words/en/index.ts';
import { withLatency } from '../../../shared/words/latency.ts';
import { barOf } from './bar.ts';
import type { TerminalLook } from './terminal.ts';
import { plainTexts } from '../../terminal/plain-text.ts';
import { wrap } from './wrap.ts';
import { columns, truncated, widthOf, type TerminalCell } from './columns.ts';
import { networkInWords } from '../../../shared/words/network-conditions.ts';
import { sentInWords } from '../../../shared/words/own-settings.ts';
import { moveInWords } from '../../reporters/cluster-in-words.ts';
import {
  comparisonInWords,
  remarksOn,
  scheduleInWords,
  serverInWords,
  verdictInWords,
  doubtsInWords,
} from '../../reporters/in-words.ts';
import type { Report, Write } from '../../reporters/reporter.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style) => (text: string) => string;

/** Where there is no terminal, lines are as long as a wide one’s. */
const usualWidth = 100;
const widest = 120;
const bars = { least: 6, most: 24 };
const leastName = 12;

/** Tables for people: throughput, latency, verdicts; as wide as the terminal, and never wider than it. */
export function table(report: Report, look: TerminalLook, write: Write): void {
  const result = plainTexts(report.result);
  const width = Math.min(look.columns ?? usualWidth, widest);
  const paint: Paint = (style) => (text) =>
    look.colour ? styleText(style, text, { validateStream: false }) : text;
  write('\n');
  for (const line of heading(result)) write(indented(line, width));
  write(`\n${throughputTable(result, width, paint)}\n`);
  write(`${latencyTables(result, width, paint)}\n`);
  if (result.environment.agents) write(`${agentTable(result, width, paint)}\n`);
  for (const lane of result.lanes) write(verdictOf(lane, result, width, paint));
  for (const moved of result.slotsMoved ?? []) write(indented(moveInWords(moved), width));
  for (const warning of doubtsInWords(result)) write(paint('yellow')(indented(`! ${warning}`, width)));
}

const heading = (result: Result) => [
  sentInWords(result),
  `${serverInWords(result)} · ${networkInWords(result)} · ${scheduleInWords(result)}`,
];

function throughputTable({ lanes, comparisons }: Result, width: number, paint: Paint): string {
  const best = Math.max(...lanes.map((lane) => lane.throughput?.median ?? 0)) || 1;
  const rows = (name: number, bar: number, against: typeof inFull) => [
    ['lane', '', 'commands/s', '95 % interval', 'against the first'].map((text) => ({
      text,
      paint: paint('dim'),
    })),
    ...lanes.map((lane, index): TerminalCell[] => [
      truncated(lane.id, name),
      {
        text: barOf((lane.throughput?.median ?? 0) / best, bar),
        paint: paint(index === 0 ? 'gray' : 'cyan'),
      },
      { text: lane.throughput ? formatRate(lane.throughput.median) : '–', paint: paint('bold') },
      lane.throughput?.ci95?.map(formatShort).join(' – ') ?? '–',
      index === 0
        ? 'baseline'
        : against(
            comparisons.find((one) => one.lane === lane.id),
            paint,
          ),
    ]),
  ];
  const room = (against: typeof inFull) => width - widthOf(rows(Infinity, 0, against));
  const against = [inFull, inShort].find((form) => room(form) >= bars.least) ?? inBrief;
  const bar = Math.max(bars.least, Math.min(bars.most, room(against)));
  const longest = Math.max(...lanes.map(({ id }) => id.length));
  const name = Math.max(leastName, longest + Math.min(0, room(against) - bar));
  const shown = columns(rows(name, bar, against), ['left', 'left', 'right', 'right', 'left']);
  return shown.includes('≈') ? `${shown}${paint('dim')('≈ inconclusive: the interval includes 1')}\n` : shown;
}

const outcomeStyles = { faster: 'green', slower: 'red', inconclusive: 'yellow' } as const;

function inFull(comparison: Comparison | undefined, paint: Paint): TerminalCell {
  const text = comparisonInWords(comparison);
  return comparison?.ci95 ? { text, paint: paint(outcomeStyles[comparison.outcome]) } : text;
}

function inShort(comparison: Comparison | undefined, paint: Paint): TerminalCell {
  if (!comparison?.ci95) return comparison ? `${formatRatio(comparison.ratio)} (one slice)` : '–';
  return marked(comparisonInWords({ ...comparison, outcome: 'faster' }), comparison, paint);
}

function inBrief(comparison: Comparison | undefined, paint: Paint): TerminalCell {
  if (!comparison) return '–';
  const { ratio, latency } = comparison;
  return marked(withLatency(formatRatio(ratio), latency, english.praise), comparison, paint);
}

const marked = (text: string, { outcome }: Comparison, paint: Paint): TerminalCell => ({
  text: outcome === 'inconclusive' ? text.replace('×', '≈') : text,
  paint: paint(outcomeStyles[outcome]),
});

const latencyNames = ['mean', 'p50', 'p95', 'p99', 'p99.9', 'max'];
const latencyKeys = ['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const;

/** Latencies and counts in one table where it fits, else in two. */
function latencyTables({ lanes }: Result, width: number, paint: Paint): string {
  const latencies = lanes.flatMap(({ id, latencyMs: { command, response }, byCommand = [] }) => {
    const row = (lane: string, latency: typeof command, answered: number | null = null) => ({
      lane,
      first: lane === id,
      figures: latencyKeys.map((key) => (latency ? formatMs(latency[key]) : '–')),
      answered: answered?.toLocaleString('en-US') ?? '',
    });
    return [
      row(id, command),
      ...(response === undefined ? [] : [row('  from due', response)]),
      ...byCommand.map((one) => row(`  ${one.command}`, one.latencyMs, one.answered)),
    ];
  });
  const counts = new Map(
    lanes.map((lane) => [
      lane.id,
      [
        lane.effectiveBatch?.toFixed(1) ?? '–',
        lane.commands.toLocaleString('en-US'),
        { text: lane.failed.toLocaleString('en-US'), paint: paint(lane.failed > 0 ? 'red' : 'reset') },
      ],
    ]),
  );
  const head = (names: readonly string[]) =>
    names.map((text): TerminalCell => ({ text, paint: paint('dim') }));
  const countNames = ['batch', 'commands', 'failed'];
  const merged = (name: number) => [
    head(['latency, ms', ...latencyNames, ...countNames]),
    ...latencies.map(({ lane, first, figures, answered }): TerminalCell[] => [
      truncated(lane, name),
      ...figures,
      ...((first ? counts.get(lane) : null) ?? ['', answered, '']),
    ]),
  ];
  const sides = (figures: number) => [
    'left' as const,
    ...Array.from({ length: figures }, () => 'right' as const),
  ];
  const nameRoom = (rows: readonly (readonly TerminalCell[])[]) => {
    const longest = Math.max(...lanes.map(({ id }) => id.length));
    return Math.max(leastName, longest + Math.min(0, width - widthOf(rows)));
  };
  if (widthOf(merged(Infinity)) <= width) return columns(merged(Infinity), sides(9));
  const first = (name: number) => merged(name).map((row) => row.slice(0, 1 + latencyNames.length));
  const second = (name: number) => [
    head(['counts', ...countNames]),
    ...lanes.map(({ id }): TerminalCell[] => [truncated(id, name), ...(counts.get(id) ?? [])]),
  ];
  return [
    columns(first(nameRoom(first(Infinity))), sides(6)),
    columns(second(nameRoom(second(Infinity))), sides(3)),
  ].join('\n');
}

const agentColumns = ['commands/s', 'p50', 'p99', 'max', 'commands', 'failed', 'CPU'];

/** What each agent did of each lane: one that is worse than the others does not hide in the pooled figures. */
function agentTable({ lanes }: Result, width: number, paint: Paint): string {
  const rows = (name: number) =>
    lanes.flatMap(({ id, agents }): TerminalCell[][] => [
      [truncated(id, name), ...agentColumns.map(() => '')],
      ...(agents?.each ?? []).map(({ agent, throughput, latencyMs, commands, failed, cpu }) => [
        truncated(`  agent ${agent}`, name),
        formatRate(throughput),
        ...(['p50', 'p99', 'max'] as const).map((key) => (latencyMs ? formatMs(latencyMs[key]) : '–')),
        commands.toLocaleString('en-US'),
        failed.toLocaleString('en-US'),
        cpu === null ? '–' : formatShare(cpu),
      ]),
    ]);
  const head = ['by agent', ...agentColumns].map((text): TerminalCell => ({ text, paint: paint('dim') }));
  const room = Math.max(leastName, width - widthOf([head, ...rows(0)]));
  return columns([head, ...rows(room)], ['left', ...agentColumns.map(() => 'right' as const)]);
}

function verdictOf(lane: LaneResult, result: Result, width: number, paint: Paint): string {
  const said = indented(`${lane.id}: ${verdictInWords(lane)}`, width);
  return [
    paint('bold')(lane.id) + said.slice(lane.id.length),
    ...remarksOn(lane, result).map(({ warn, text }) =>
      warn ? paint('yellow')(indented(`  ! ${text}`, width)) : indented(`  ${text}`, width),
    ),
  ].join('');
}

/** Broken between words, what follows the first line two further in than it. */
function indented(text: string, width: number): string {
  const margin = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = wrap(text.trimStart(), width - margin.length - 2);
  return [`${margin}${first}\n`, ...rest.map((line) => `${margin}  ${line}\n`)].join('');
}
