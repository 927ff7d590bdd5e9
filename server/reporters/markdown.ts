import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { formatMs, formatRate, formatShort } from '../../shared/words/format.ts';
import { sentInWords } from '../../shared/words/own-settings.ts';
import {
  comparisonInWords,
  environmentInWords,
  methodInWords,
  remarksOn,
  verdictInWords,
  doubtsInWords,
} from './in-words.ts';
import { checksTable, escapeMarkdown, tableOf } from './markdown-table.ts';
import type { Reporter } from './reporter.ts';

/** For a pull request or a step summary: tables, verdicts, and where and how it was measured. */
export const markdown: Reporter = {
  id: 'markdown',
  help: 'tables and verdicts as Markdown',
  report({ result, checks = [] }, write) {
    write(`### Roundtrip: ${escapeMarkdown(sentInWords(result))}\n\n`);
    const warnings = doubtsInWords(result);
    for (const warning of warnings) write(`> ⚠️ ${escapeMarkdown(warning)}\n>\n`);
    write(warnings.length > 0 ? '\n' : '');
    if (checks.length > 0) write(`${checksTable(checks)}\n`);
    write(`${tableOf(throughputRows(result), ['l', 'r', 'r', 'r', 'r', 'r', 'l'])}\n`);
    write(`${tableOf(latencyRows(result), ['l', 'r', 'r', 'r', 'r', 'r', 'r'])}\n`);
    for (const lane of result.lanes) write(verdictOf(lane, result));
    write(`\n<details><summary>Where and how it was measured</summary>\n\n`);
    for (const [name, value] of environmentInWords(result)) write(`- ${name}: ${escapeMarkdown(value)}\n`);
    write(`\n${escapeMarkdown(methodInWords(result))}\n\n</details>\n`);
  },
};

const throughputRows = ({ lanes, comparisons }: Result) => [
  ['lane', 'commands/s', '95 % interval', 'against the first', 'batch', 'failed', 'bound by'],
  ...lanes.map((lane, index) => [
    nameOf(lane),
    lane.throughput ? `**${formatRate(lane.throughput.median)}**` : '–',
    lane.throughput?.ci95?.map(formatShort).join(' – ') ?? '–',
    index === 0 ? 'baseline' : comparisonInWords(comparisons.find((one) => one.lane === lane.id)),
    lane.effectiveBatch?.toFixed(1) ?? '–',
    lane.failed.toLocaleString('en-US'),
    lane.verdict.bound === 'none' ? '–' : lane.verdict.bound.replace('-', ' '),
  ]),
];

const latencyRows = ({ lanes }: Result) => [
  ['latency, ms', 'mean', 'p50', 'p95', 'p99', 'p99.9', 'max'],
  ...lanes.flatMap((lane) => {
    const { command, response } = lane.latencyMs;
    const row = (name: string, latency: typeof command) => [
      name,
      ...(['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const).map((key) =>
        latency ? formatMs(latency[key]) : '–',
      ),
    ];
    return [
      row(nameOf(lane), command),
      ...(response === undefined ? [] : [row(`${nameOf(lane)}, from due`, response)]),
      ...(lane.byCommand ?? []).map((one) =>
        row(`${nameOf(lane)}, ${escapeMarkdown(one.command)}`, one.latencyMs),
      ),
    ];
  }),
];

function verdictOf(lane: LaneResult, result: Result): string {
  const lines = [
    `- **${nameOf(lane)}**: ${escapeMarkdown(verdictInWords(lane))}`,
    ...remarksOn(lane, result).map(({ warn, text }) => `  - ${warn ? '⚠️ ' : ''}${escapeMarkdown(text)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The name of assertions, and that for people where it is another. */
const nameOf = ({ id, strategy, label }: LaneResult) =>
  id === strategy ? escapeMarkdown(id) : `${escapeMarkdown(id)} (${escapeMarkdown(label)})`;
