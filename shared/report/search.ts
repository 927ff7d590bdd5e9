import { clientLabels } from '../contract/enums.ts';
import type { Recommendation, SearchPoint, SearchResult } from '../contract/search.ts';
import { hasKnee } from '../search/curve.ts';
import { describeAnswer } from '../search/describe.ts';
import { isTooBusy, p99Range, rangeInWords } from '../search/names.ts';
import { curveOf } from '../search/recommendation.ts';
import { isGathering, isOpenLoop } from '../search/search-plan.ts';
import { describeNetwork } from '../words/network.ts';
import type { SearchWords } from '../words/search-words.ts';
import { say } from '../words/words.ts';
import { workloadFacts, workloadName } from '../words/workload.ts';
import type { Block, Cell, Report, TableBlock } from './block.ts';
import { doubtInWords } from './doubts.ts';
import { busy } from './search-doubts.ts';
import type { ReportLanguage, ReportWords } from './language.ts';

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
  { words: { numbers }, report }: ReportLanguage,
): [sent: string, where: string] {
  const { workload, client, network, target, p99BoundMs } = order;
  const { size } = workloadFacts(workload);
  return [
    [
      workloadName(workload),
      ...(size === null ? [] : [size]),
      report.connections(workload.clients),
      ...(client === undefined ? [] : [clientLabels[client]]),
      ...(workload.rps === undefined ? [] : [report.rateAsked(numbers.rate(workload.rps))]),
      ...(p99BoundMs === null ? [] : [report.p99Asked(p99BoundMs)]),
    ].join(' · '),
    [
      `${server.name} ${server.version ?? ''} (${target})`,
      describeNetwork(network),
      report.searchedFor(numbers.duration(elapsedMs)),
    ].join(' · '),
  ];
}

function curveTable(
  { points, order, recommendation }: SearchResult,
  words: SearchWords,
  { report }: ReportLanguage,
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
      curveOf(points, strategy).map((point, index): Cell[] => [
        index === 0 ? words.name(strategy) : '',
        open && !isGathering(point.strategy) ? report.asDue : String(point.batchSize),
        point.stage === 'survey' ? surveySign : '',
        // The figure that is judged.
        open ? (point.p99Ms ?? 0) : point.throughput,
        point.unusable?.code === 'not-measured' ? null : point.throughput,
        point.ci95 ? [Math.max(0, point.ci95[0]), Math.max(0, point.ci95[1])] : '',
        p99Of(point, p99BoundMs, words),
        marksOf(point, recommendation, p99BoundMs, words, report),
      ]),
    ),
  };
}

/** Under a bound with what it was from slice to slice. */
function p99Of(point: SearchPoint, p99BoundMs: number | null, { numbers }: SearchWords): string | null {
  if (point.p99Ms === null) return null;
  const reach = p99BoundMs === null ? null : p99Range(point);
  return `${numbers.msShort(point.p99Ms)}${reach ? ` (${rangeInWords(reach, numbers)})` : ''}`;
}

function overBound(point: SearchPoint, p99BoundMs: number | null, { marks }: ReportWords): string[] {
  if (p99BoundMs === null) return [];
  if ((point.p99Ms ?? Infinity) >= p99BoundMs)
    return [point.p99Slices.some((ms) => ms < p99BoundMs) ? marks.overInSome : marks.over];
  return point.p99Slices.some((ms) => ms >= p99BoundMs) ? [marks.onEdge] : [];
}

function marksOf(
  point: SearchPoint,
  recommendation: Recommendation | null,
  p99BoundMs: number | null,
  words: SearchWords,
  report: ReportWords,
): string {
  const { marks } = report;
  if (point.unusable !== null)
    return point.unusable.code === 'not-measured' ? say(point.unusable, words.unusable) : marks.unusable;
  const is = (other: SearchPoint | null | undefined) =>
    other?.strategy === point.strategy && other.batchSize === point.batchSize;
  const isBest = is(recommendation?.best);
  return [
    ...(is(recommendation?.advised)
      ? [recommendation?.worth === 'bound out of reach' ? marks.leastP99 : marks.advised]
      : []),
    ...(point.keepsRate ? [] : [marks.missesRate]),
    ...overBound(point, p99BoundMs, report),
    ...(recommendation && is(recommendation.knee) && hasKnee(recommendation) ? [marks.knee] : []),
    ...(isBest ? [marks.best] : []),
    ...(is(recommendation?.bound?.best) && !isBest ? [marks.bestUnderBound] : []),
  ].join(', ');
}
