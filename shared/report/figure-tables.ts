import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { rateOfLanes } from '../plan/program-lane.ts';
import {
  comparisonWithFirst,
  isInconclusive,
  rateOf,
  shownLatency,
  whyNoInterval,
} from '../statistics/figures.ts';
import { latencyInWords } from '../words/latency.ts';
import { say, type Words } from '../words/words.ts';
import type { Cell, CellWords, TableBlock } from './block.ts';
import { doubtInWords, ownWarnings } from './doubts.ts';
import { laneTable, type LaneColumn } from './lane-table.ts';
import type { TableLanguage } from './language.ts';

/** The language of a page, in which lanes have names of its own. */
export interface PageLanguage extends TableLanguage {
  nameOf: (lane: LaneResult) => string;
  /** In what a lane differs from what the plan says for all; empty: in nothing. */
  differencesOf: (lane: string) => string;
}

/** The figures of a run, lane by lane. */
export function laneFigures(
  result: Result,
  { words, tables, nameOf, differencesOf }: PageLanguage,
): TableBlock {
  const { figures, numbers } = words;
  const counted = rateOfLanes(result.plan);
  const below = (text: string) => (text === '' ? {} : { below: [{ text }] });
  return {
    ...{ type: 'table', title: tables.run },
    ...laneTable(result, [
      [
        figures.lane,
        [
          'text',
          ({ lane, index }) => ({ text: nameOf(lane), lane: index, ...below(differencesOf(lane.id)) }),
        ],
      ],
      [figures.whole(figures[counted]), ['commands/s', ({ lane }) => rateOf(lane)], { isMain: true }],
      [
        figures.timesBaseline,
        ['text', ({ lane }) => againstBaseline(comparisonWithFirst(lane, result), words)],
        { isRight: true },
      ],
      [numbers.unit('p50 ms'), ['ms', ({ lane }) => shownLatency(lane.latencyMs)?.p50]],
      [numbers.unit('p99 ms'), ['ms', ({ lane }) => shownLatency(lane.latencyMs)?.p99]],
      ...(counted === 'rate' ? [] : perUnit(figures)),
      [figures.perWrite, ['per-write', ({ lane }) => lane.effectiveBatch]],
      [figures.failed, ['count', ({ lane }) => lane.failed]],
      [tables.bottlenecks, ['text', ({ lane }) => limitOf(lane, words)], { isProse: true }],
    ]),
  };
}

const perUnit = (figures: Words['figures']): LaneColumn[] => [
  [figures.commandsPerUnit, ['size', ({ lane }) => lane.perUnit?.commands]],
  [figures.tripsPerUnit, ['size', ({ lane }) => lane.perUnit?.trips]],
];

function againstBaseline(
  comparison: Comparison | undefined,
  { numbers, figures, latency: latencyWords }: Words,
): CellWords | null {
  if (!comparison) return null;
  const { ratio, ci95, pairs, latency } = comparison;
  const paid = latencyInWords(latency, latencyWords);
  const interval = ci95 ? numbers.interval(ci95) : figures.noInterval[whyNoInterval(pairs)];
  return {
    ...{ text: numbers.ratio(ratio), isStrong: true },
    below: [
      ...(paid === null ? [] : [{ text: paid, isStrong: true }]),
      { text: isInconclusive(comparison) ? `${interval} – ${figures.inconclusive}` : interval },
    ],
  };
}

/** What bounds a lane, or why it broke off; below it what makes it doubtful. */
const limitOf = (lane: LaneResult, words: Words): CellWords => ({
  ...(lane.error
    ? { text: lane.error.message, lang: 'en' }
    : { text: say(lane.verdict, words.verdict).sentence }),
  below: ownWarnings(lane).map((finding) => ({ text: doubtInWords({ lane: null, finding }, String, words) })),
});

/** What each agent did of each lane: one that is worse than the others does not hide in the pooled figures. */
export const agentFigures = (
  { lanes }: Result,
  { words: { figures, numbers }, tables, nameOf }: Omit<PageLanguage, 'differencesOf'>,
): TableBlock => ({
  ...{ type: 'table', title: tables.agents },
  columns: [
    { label: figures.lane, unit: 'text' },
    { label: tables.agent, unit: 'text' },
    { label: figures.rate, unit: 'commands/s' },
    { label: numbers.unit('p50 ms'), unit: 'ms' },
    { label: numbers.unit('p99 ms'), unit: 'ms' },
    { label: tables.cpu, unit: 'share', more: tables.cpuMore },
    { label: tables.loop, unit: 'share', more: tables.loopMore },
    { label: figures.failed, unit: 'count' },
  ],
  rows: lanes.flatMap((lane, index) =>
    (lane.agents?.each ?? []).map(
      ({ agent, throughput, latencyMs, cpu, eventLoopUtilisation, failed }, place, all): Cell[] => [
        { text: nameOf(lane), lane: index, spans: place === 0 ? all.length : 0 },
        ...[agent, throughput, latencyMs?.p50 ?? null, latencyMs?.p99 ?? null],
        ...[cpu, eventLoopUtilisation, failed],
      ],
    ),
  ),
});
