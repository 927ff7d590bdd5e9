import type { Doubt } from '../contract/doubt.ts';
import { clientLabels } from '../contract/enums.ts';
import type {
  Candidate,
  Recommendation,
  SearchOrder,
  SearchPoint,
  SearchResult,
} from '../contract/search.ts';
import { hasKnee } from '../search/curve.ts';
import { describeAnswer, isSizeUnsure } from '../search/describe.ts';
import { isTooBusy, p99Range, rangeInWords } from '../search/names.ts';
import { curveOf } from '../search/recommendation.ts';
import { isGathering, isOpenLoop, type SearchScope } from '../search/search-plan.ts';
import type { TableWords } from '../words/en/tables.ts';
import { describeNetwork } from '../words/settings.ts';
import type { Numbers } from '../words/numbers.ts';
import type { SearchWords } from '../words/search-words.ts';
import { say } from '../words/words.ts';
import { workloadFacts, workloadName } from '../words/workload.ts';
import type { Block, Cell, Report, TableBlock } from './block.ts';
import { doubtInWords } from './doubts.ts';
import type { ReportLanguage, TableLanguage } from './language.ts';

/** Whether a machine was too busy, as a doubt. */
export const busy = (was: boolean): Doubt[] => (was ? [{ lane: null, finding: { code: 'too-busy' } }] : []);

/** All that makes a search doubtful, but what kept it from larger batches, which has words of its own. */
export const searchDoubts = ({
  recommendation,
  warnings,
}: Pick<SearchResult, 'recommendation' | 'warnings'>): Doubt[] => [
  ...busy(isTooBusy(recommendation)),
  ...warnings.flatMap((finding) =>
    finding.code === 'out-of-time' || finding.code === 'no-room-for-larger' ? [] : [{ lane: null, finding }],
  ),
];

/** Measured once, to see where to look. */
const surveySign = '~';

/** A search as blocks: the curve, the answer, the code. */
export function searchReport(result: SearchResult, words: SearchWords, language: ReportLanguage): Report {
  const { recommendation, order, snippet, warnings, startedAt, elapsedMs } = result;
  const described = recommendation && describeAnswer(order, recommendation, words);
  const [sent, where] = factsOf(result, language);
  return {
    ...{ kind: 'search', title: sent, startedAt, tookMs: elapsedMs, lanes: [] },
    keys: [['target', order.target]],
    blocks: [
      { type: 'line', text: sent },
      { type: 'line', text: where },
      curveTable(result, words, language),
      described
        ? { type: 'headline', text: described.answer.join(' '), more: described.more }
        : { type: 'text', text: language.report.noAdvice },
      {
        type: 'doubts',
        doubts: [
          ...busy(isTooBusy(recommendation)).map((doubt) => doubtInWords(doubt, String, language.words)),
          ...warnings.map((warning) => say(warning, words.warning)),
        ],
      },
      ...(snippet === null ? [] : [{ type: 'code', code: snippet } satisfies Block]),
    ],
  };
}

function factsOf(
  { order, environment: { server }, elapsedMs }: SearchResult,
  { words, report }: ReportLanguage,
): [sent: string, where: string] {
  const { workload, client, network, target, p99BoundMs } = order;
  const { size } = workloadFacts(workload);
  return [
    [
      workloadName(workload),
      ...(size === null ? [] : [size]),
      report.connections(workload.clients),
      ...(client === undefined ? [] : [clientLabels[client]]),
      ...(workload.rps === undefined ? [] : [report.rateAsked(words.numbers.rate(workload.rps))]),
      ...(p99BoundMs === null ? [] : [report.p99Asked(p99BoundMs)]),
    ].join(' · '),
    [
      `${server.name} ${server.version ?? ''} (${target})`,
      describeNetwork(network, words),
      report.searchedFor(words.numbers.duration(elapsedMs)),
    ].join(' · '),
  ];
}

function curveTable(
  { points, order, recommendation }: SearchResult,
  words: SearchWords,
  { report, tables }: ReportLanguage,
): TableBlock {
  const { p99BoundMs, workload } = order;
  const open = isOpenLoop(workload);
  const strategies = [...new Set(points.map(({ strategy }) => strategy))];
  return {
    ...{ type: 'table', title: '' },
    columns: [
      { label: '', unit: 'text' },
      { label: report.batch, unit: 'text', isRight: true },
      { label: '', unit: 'text' },
      { label: open ? 'p99' : report.throughput, unit: 'bar', barWidth: 20 },
      { label: report.rate, unit: 'commands/s' },
      { label: report.interval, unit: 'commands/s' },
      { label: p99BoundMs === null ? report.p99 : report.p99OfSlices, unit: 'text', isRight: true },
      { label: '', unit: 'text' },
    ],
    signs: [[surveySign, report.surveyed]],
    rows: strategies.flatMap((strategy) =>
      curveOf(points, strategy).map((point, index): Cell[] => {
        const { batch, rate, interval, p99, range } = cellsOf(point, order, words.numbers, tables);
        return [
          index === 0 ? words.name(strategy) : '',
          batch,
          point.stage === 'survey' ? surveySign : '',
          // The figure that is judged.
          open ? (point.p99Ms ?? 0) : point.throughput,
          ...[rate, interval, p99 !== null && range !== null ? `${p99} (${range})` : p99],
          point.unusable === null
            ? marksOf(point, order, recommendation)
                .map((mark) => `${isAnswer(mark) ? '◀ ' : ''}${tables.marks[mark]}`)
                .join(', ')
            : point.unusable.code === 'not-measured'
              ? say(point.unusable, words.unusable)
              : tables.marks.unusable,
        ];
      }),
    ),
  };
}

/** A point as it is shown, also while it is being measured. */
export type ShownPoint = Omit<SearchPoint, 'stage' | 'slices' | 'p50Ms' | 'failed' | 'verdict'> & {
  stage: SearchPoint['stage'] | 'live';
};

/** The points of a search on a page, whose lanes are its strategies. */
export const pointFigures = (
  curves: readonly { strategy: string; points: readonly ShownPoint[] }[],
  { order, recommendation }: { order: SearchOrder; recommendation: Recommendation | null },
  labelOf: (strategy: string) => string,
  search: SearchWords,
  { words: { figures, numbers }, tables }: TableLanguage,
): TableBlock => ({
  ...{ type: 'table', title: tables.search },
  columns: [
    { label: tables.way, unit: 'text' },
    { label: tables.batch, unit: 'text', isRight: true },
    { label: figures.rate, unit: 'commands/s' },
    { label: tables.interval, unit: 'commands/s' },
    {
      ...{ label: numbers.unit('p99 ms'), unit: 'text', isRight: true },
      ...(order.p99BoundMs === null ? {} : { more: tables.p99More }),
    },
    { label: figures.perWrite, unit: 'per-write' },
    { label: tables.remarks, unit: 'text' },
  ],
  rows: curves.flatMap(({ strategy, points }, lane) =>
    points.map((point): Cell[] => {
      const { batch, rate, interval, p99, range } = cellsOf(point, order, numbers, tables);
      const marks = marksOf(point, order, recommendation);
      const { unusable, stage } = point;
      const why = unusable && say(unusable, search.unusable);
      return [
        { text: labelOf(strategy), lane, isAnswer: marks.some(isAnswer) },
        ...[batch, rate, interval],
        p99 !== null && range !== null ? { text: p99, below: [{ text: range }] } : p99,
        point.effectiveBatch,
        why === null
          ? numbers.list([...marks, ...(stage === 'final' ? [] : [stage])].map((mark) => tables.marks[mark]))
          : unusable?.code === 'not-measured'
            ? why
            : `${tables.marks.unusable}: ${why}`,
      ];
    }),
  ),
});

/** `range`: under a bound, what the p99 was from slice to slice. */
function cellsOf(
  point: ShownPoint,
  { workload, p99BoundMs }: SearchOrder,
  numbers: Numbers,
  tables: TableWords,
) {
  const { strategy, batchSize, throughput, ci95, p99Ms, unusable } = point;
  const range = p99BoundMs === null ? null : p99Range(point);
  const interval: Cell = ci95 ? [Math.max(0, ci95[0]), Math.max(0, ci95[1])] : '';
  return {
    batch: isOpenLoop(workload) && !isGathering(strategy) ? tables.asDue : String(batchSize),
    rate: unusable?.code === 'not-measured' ? null : throughput,
    interval,
    p99: p99Ms === null ? null : numbers.msShort(p99Ms),
    range: range && rangeInWords(range, numbers),
  };
}

type Mark = Exclude<keyof TableWords['marks'], 'live' | 'survey' | 'unusable'>;

const isAnswer = (mark: string) => mark === 'advised' || mark === 'leastP99' || mark === 'bestSoFar';

/** What is said of a point: what it is in the answer, and how it keeps rate and bound. */
export function marksOf(
  point: Pick<ShownPoint, 'strategy' | 'batchSize' | 'keepsRate' | 'p99Ms' | 'p99Slices'>,
  search: SearchScope,
  recommendation: Recommendation | null,
): Mark[] {
  const is = (other: Candidate | null | undefined) =>
    other?.strategy === point.strategy && other.batchSize === point.batchSize;
  const { advised, best, knee, bound, worth } = recommendation ?? {};
  const isUnsure = recommendation !== null && isSizeUnsure(search, recommendation);
  const answer = isUnsure ? 'bestSoFar' : 'advised';
  const marks: [holds: boolean, mark: Mark][] = [
    [is(advised), worth === 'bound out of reach' ? 'leastP99' : answer],
    [!point.keepsRate, 'missesRate'],
    ...againstBound(point, search.p99BoundMs),
    [is(knee) && recommendation !== null && hasKnee(recommendation) && !isUnsure, 'knee'],
    [is(best) && !(isUnsure && is(advised)), 'best'],
    [is(bound?.best) && !is(best), 'bestUnderBound'],
  ];
  return marks.flatMap(([holds, mark]) => (holds ? [mark] : []));
}

function againstBound(
  { p99Ms, p99Slices }: Pick<ShownPoint, 'p99Ms' | 'p99Slices'>,
  p99BoundMs: number | null,
): [boolean, Mark][] {
  if (p99BoundMs === null) return [];
  const isOver = (p99Ms ?? Infinity) >= p99BoundMs;
  const isUnderOnce = p99Slices.some((ms) => ms < p99BoundMs);
  return [
    [isOver, isUnderOnce ? 'overInSome' : 'over'],
    [!isOver && p99Slices.some((ms) => ms >= p99BoundMs), 'onEdge'],
  ];
}
