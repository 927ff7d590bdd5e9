import { comparedLatencyInWords } from '../comparison/compare-latency.ts';
import type { ComparedLane, ResultComparison } from '../comparison/compare-results.ts';
import { nameInRun } from '../words/lane-labels.ts';
import type { Block, Report, TableBlock } from './block.ts';
import type { ComparisonDocument } from './document.ts';
import type { ReportLanguage } from './language.ts';

/** Results held against an earlier one, as blocks. `nameOf`: what a terminal calls a field in which places differ. */
export const comparisonReport = (
  { was, comparisons, checks }: ComparisonDocument,
  language: ReportLanguage,
  nameOf = (field: string) => field,
): Report => ({
  ...{ kind: 'comparison', lanes: [], startedAt: '', tookMs: 0, keys: [['was', was]] },
  title: `Roundtrip: ${language.report.againstOf(was)}`,
  blocks: [
    { type: 'checks', checks, on: ['markdown', 'html', 'junit'] },
    ...comparisons.flatMap(({ is, comparison }): Block[] => {
      const { report } = language;
      const { figure, environment, warnings } = comparison;
      const unit = report.comparedFigures[figure];
      return [
        { type: 'line', text: `${is} ${report.againstOf(was)}, ${unit}`, on: ['terminal'] },
        ...(comparisons.length > 1
          ? [{ type: 'heading', text: is, on: ['markdown', 'html'] } satisfies Block]
          : []),
        lanesTable(comparison, ['terminal'], language),
        lanesTable(comparison, ['markdown', 'html', 'csv'], language),
        { type: 'doubts', doubts: warnings },
        ...(environment.length === 0
          ? []
          : [
              { type: 'doubts', doubts: [report.elsewhereAnd[figure]], on: ['terminal'] } satisfies Block,
              { type: 'doubts', doubts: [report.elsewhere], on: ['markdown', 'html'] } satisfies Block,
              placesTable(comparison, ['terminal'], [was, is], nameOf),
              placesTable(comparison, ['markdown', 'html'], [report.was, report.is], null),
            ]),
      ];
    }),
  ],
});

const signs = { better: '🟢 ', worse: '🔴 ', inconclusive: '' } as const;

function lanesTable(
  { name, figure, lanes }: ResultComparison,
  on: NonNullable<TableBlock['on']>,
  language: ReportLanguage,
): TableBlock {
  const { report } = language;
  const isBrief = on.includes('terminal');
  const unit = figure === 'throughput' ? 'commands/s' : 'ratio';
  const head = (side: string) => (isBrief ? side : `${side}, ${report.comparedFigures[figure]}`);
  return {
    ...{ type: 'table', title: '', on },
    columns: [
      { label: report.lane, unit: 'text' },
      { label: head(report.was), unit },
      { label: head(report.is), unit },
      { label: report.isByWas, unit: 'ratio', isMain: !isBrief },
      { label: report.interval, unit: 'ratio' },
      { label: isBrief ? '' : report.outcome, unit: 'text' },
    ],
    rows: lanes.map((lane) =>
      lane.state === 'compared'
        ? [
            ...[nameInRun(lane.lane, { name }), lane.was, lane.is, lane.ratio, lane.ci95],
            (isBrief ? '' : signs[lane.outcome]) + comparedLaneInWords(lane, language),
          ]
        : [nameInRun(lane.lane, { name }), null, null, null, null, lane.reason],
    ),
  };
}

/** `better; p50 +12 %` */
function comparedLaneInWords(
  { ci95, outcome, latency }: Extract<ComparedLane, { state: 'compared' }>,
  { words, report }: ReportLanguage,
): string {
  const throughput = ci95 ? report.outcomes[outcome] : `${report.outcomes[outcome]}: ${report.oneSliceHas}`;
  const paid = comparedLatencyInWords(latency, outcome === 'better', words.latency);
  return paid === null ? throughput : words.latency.beside(throughput, paid);
}

/** In what the places differ: figures may differ for that alone. `null`: fields under their own names. */
const placesTable = (
  { environment }: ResultComparison,
  on: NonNullable<TableBlock['on']>,
  [was, is]: readonly [string, string],
  nameOf: ((field: string) => string) | null,
): TableBlock => ({
  ...{ type: 'table', title: '', on },
  columns: ['', was, is].map((label) => ({ label, unit: 'text' })),
  rows: environment.map((one) => [
    nameOf === null ? one.field : { text: nameOf(one.field), isUnder: true },
    ...[one.was, one.is].map((value) =>
      value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value),
    ),
  ]),
});
