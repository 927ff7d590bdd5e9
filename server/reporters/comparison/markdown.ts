import type { ComparedLane, ResultComparison } from '../../../shared/comparison/compare-results.ts';
import { formatRate, formatRatio, formatTimes } from '../../../shared/words/format.ts';
import { checksTable, escapeMarkdown, tableOf } from '../markdown-table.ts';
import type { ComparisonReporter } from './comparison-reporter.ts';
import { comparedLaneInWords } from './compared-lane-in-words.ts';

/** For a pull request or a step summary: checks, a table for each later result, and what makes it weaker. */
export const comparisonMarkdown: ComparisonReporter = {
  id: 'markdown',
  help: 'tables and checks as Markdown',
  report({ was, comparisons, checks }, write) {
    write(`### Roundtrip: against ${escapeMarkdown(was)}\n\n`);
    if (checks.length > 0) write(`${checksTable(checks)}\n`);
    for (const { is, comparison } of comparisons) {
      if (comparisons.length > 1) write(`#### ${escapeMarkdown(is)}\n\n`);
      write(`${lanesTable(comparison)}\n`);
      for (const warning of comparison.warnings) write(`> ⚠️ ${escapeMarkdown(warning)}\n\n`);
      write(placesOf(comparison));
    }
  },
};

const headings = { throughput: 'commands/s', ratios: 'ratio to the first lane' } as const;

function lanesTable({ figure, lanes }: ResultComparison): string {
  const value = (number: number) => (figure === 'throughput' ? formatRate(number) : formatRatio(number));
  const unit = headings[figure];
  return tableOf(
    [
      ['lane', `was, ${unit}`, `is, ${unit}`, 'is / was', '95 % interval', 'outcome'],
      ...lanes.map((lane) => [escapeMarkdown(lane.lane), ...cellsOf(lane, value)]),
    ],
    ['l', 'r', 'r', 'r', 'r', 'l'],
  );
}

const marks = { better: '🟢 ', worse: '🔴 ', 'not told apart': '' } as const;

function cellsOf(lane: ComparedLane, value: (number: number) => string): string[] {
  if (lane.state === 'not compared') return ['–', '–', '–', '–', escapeMarkdown(lane.reason)];
  const { was, is, ratio, ci95, outcome } = lane;
  return [
    value(was),
    value(is),
    `**${formatRatio(ratio)}**`,
    ci95 ? ci95.map(formatTimes).join(' – ') : '–',
    `${marks[outcome]}${comparedLaneInWords(lane)}`,
  ];
}

/** In what the places differ: figures may differ for that alone. */
function placesOf({ environment }: ResultComparison): string {
  if (environment.length === 0) return '';
  const said = (value: unknown) =>
    value === undefined ? '–' : escapeMarkdown(typeof value === 'string' ? value : JSON.stringify(value));
  const rows = environment.map(({ field, was, is }) => [escapeMarkdown(field), said(was), said(is)]);
  return `> ⚠️ not measured in the same place\n\n${tableOf([['', 'was', 'is'], ...rows], ['l', 'l', 'l'])}\n`;
}
