import type { Doubt } from '../contract/doubt.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Result, SlotsMoved } from '../contract/result.ts';
import { networkInWords } from '../words/network-conditions.ts';
import { nameInRun } from '../words/lane-labels.ts';
import { sentInWords } from '../words/own-settings.ts';
import { say } from '../words/words.ts';
import type { Block, Check, Item, Report } from './block.ts';
import { doubtInWords, doubts } from './doubts.ts';
import { cutBlocks } from './cuts.ts';
import { environmentFacts, machineFacts, methodInWords, scheduleInWords, serverInWords } from './facts.ts';
import { belowHeadline, resultHeadline } from './headline.ts';
import { rateOf } from '../statistics/figures.ts';
import { idAndLabel, namedFigures, type NamedColumn } from './lane-figures.ts';
import type { ReportLanguage } from './language.ts';
import { laneShortfall, remarksOn } from './remarks.ts';
import { runTables } from './run-tables.ts';

export const tookMs = ({ startedAt, finishedAt }: Pick<Result, 'startedAt' | 'finishedAt'>): number =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** A run as blocks. */
export function runReport(result: Result, checks: readonly Check[], language: ReportLanguage): Report {
  const { report } = language;
  const sent = nameInRun(sentInWords(result), result);
  const labelOf = (id: string) => result.lanes.find((lane) => lane.id === id)?.label ?? id;
  const { text, ...below } = resultHeadline(result, ({ id }) => labelOf(id), language.words);
  const found = doubts(result);
  return {
    kind: 'run',
    title: `Roundtrip: ${sent}`,
    startedAt: result.startedAt,
    tookMs: tookMs(result),
    keys: [['run', result.id]],
    lanes: result.lanes,
    blocks: [
      { type: 'headline', text, more: belowHeadline(below) },
      { type: 'line', text: sent, on: ['terminal'] },
      { type: 'line', text: `${sent} · network: ${networkInWords(result)}`, on: ['html'] },
      {
        type: 'line',
        text: [
          capitalised(serverInWords(result, language)),
          ...machineFacts(result.environment, language).map(([, value]) => value),
        ].join(' · '),
        on: ['html'],
      },
      {
        type: 'line',
        text: `${serverInWords(result, language)} · ${networkInWords(result)} · ${scheduleInWords(result, language)}`,
        on: ['terminal'],
      },
      {
        type: 'doubts',
        doubts: found
          // Why a lane failed stands at the lane.
          .filter(({ lane, finding }) => lane === null && finding.code !== 'lane-failed')
          .map((doubt) => doubtInWords(doubt, labelOf, language.words)),
      },
      { type: 'checks', checks, on: ['markdown', 'html', 'junit'] },
      ...runTables(result, language),
      ...cutBlocks(result, language),
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
        ...namedFigures(result, junitColumns),
      },
    ],
  };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function laneItem(
  lane: LaneResult,
  index: number,
  result: Result,
  found: readonly Doubt[],
  language: ReportLanguage,
): Item {
  const { words, report } = language;
  const { sentence, advice } = say(lane.verdict, words.verdict);
  const text = lane.error ? `${lane.state}: ${lane.error.message}` : `${sentence} ${advice}`.trimEnd();
  const ofLane = found.filter((doubt) => doubt.lane === lane.id);
  const notes = remarksOn(lane, result, ofLane, language);
  const shortfall = laneShortfall(lane, language);
  const rate = rateOf(lane);
  const p99 = lane.latencyMs.command ? words.numbers.ms(lane.latencyMs.command.p99) : '–';
  const figures = report.laneFigures(
    rate === null ? null : words.numbers.rate(rate),
    p99,
    lane.failed,
    lane.perUnit !== undefined,
  );
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

/** Under the names of assertions (`pipeline.p99`). */
const junitColumns: readonly NamedColumn[] = [
  ['', 'lane'],
  ['throughput', 'rps'],
  ['throughput.low', 'rps_ci95_low'],
  ['throughput.high', 'rps_ci95_high'],
  ['ratio', 'ratio'],
  ['mean', 'avg_latency_ms'],
  ['p50', 'p50_latency_ms'],
  ['p95', 'p95_latency_ms'],
  ['p99', 'p99_latency_ms'],
  ['p999', 'p999_latency_ms'],
  ['max', 'max_latency_ms'],
  ['batch', 'effective_batch'],
  ['commands', 'commands'],
  ['failed', 'failed'],
  ['bound', 'bound'],
];
