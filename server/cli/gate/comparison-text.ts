import type { ComparedLane, ResultComparison } from '../../../shared/comparison/compare-results.ts';
import { formatRate, formatRatio, formatTimes } from '../../../shared/words/format.ts';
import { comparedLaneInWords } from '../../reporters/comparison/compared-lane-in-words.ts';
import { columns } from '../output/columns.ts';
import { baselineDifferences } from './baseline.ts';

const headings = {
  throughput: 'commands/s',
  ratios: 'ratio to the first lane',
} as const;

/** A table of the lanes, and what makes the comparison weaker than it looks. */
export function comparisonText(
  { figure, lanes, environment, warnings }: ResultComparison,
  was: string,
  is: string,
) {
  const value = (number: number) => (figure === 'throughput' ? formatRate(number) : formatRatio(number));
  const rows = [
    ['lane', 'was', 'is', 'is / was', '95 % interval', ''],
    ...lanes.map((lane) => row(lane, value)),
  ];
  const elsewhere =
    environment.length === 0
      ? ''
      : `! not measured in the same place${figure === 'ratios' ? '; ratios survive that better than throughput' : '; --compare ratios survives that better'}:\n${baselineDifferences(environment, was, is)}\n`;
  return [
    `\n${is} against ${was}, ${headings[figure]}\n\n`,
    columns(rows, ['left', 'right', 'right', 'right', 'right', 'left']),
    ...warnings.map((warning) => `! ${warning}\n`),
    elsewhere,
  ].join('');
}

function row(lane: ComparedLane, value: (number: number) => string): string[] {
  if (lane.state === 'not compared') return [lane.lane, '–', '–', '–', '–', lane.reason];
  const { was, is, ratio, ci95 } = lane;
  const interval = ci95 ? ci95.map(formatTimes).join(' – ') : '–';
  return [lane.lane, value(was), value(is), formatRatio(ratio), interval, comparedLaneInWords(lane)];
}
