import { marked, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { comparisonMarkdown } from '../../server/reporters/comparison/markdown.ts';
import type { ComparisonReport } from '../../server/reporters/comparison/comparison-reporter.ts';
import { compareResults } from '../../shared/comparison/compare-results.ts';
import type { Result } from '../../shared/contract/result.ts';
import { laneOf, sampleResult } from '../support/sample-result.ts';

const evenly = (id: string, rate: number) => {
  const slices = Array.from({ length: 8 }, (_, index) => rate * (1 + index / 1000));
  const throughput = { median: rate, mean: rate, stddev: 0, cv: 0, ci95: null, slices };
  return laneOf(id, rate, { throughput });
};
const resultOf = (rate: number, more: Partial<Result> = {}): Result => ({
  ...sampleResult,
  lanes: [evenly('one-by-one', 1000), evenly('pipeline', rate), laneOf('lua', 1000, { state: 'failed' })],
  ...more,
});

function written(report: ComparisonReport): string {
  const parts: string[] = [];
  comparisonMarkdown.report(report, (text) => parts.push(text));
  return parts.join('');
}
const tablesIn = (text: string) =>
  marked
    .lexer(text)
    .filter((token): token is Tokens.Table => token.type === 'table')
    .map(({ header, rows }) => [header, ...rows].map((row) => row.map((cell) => cell.text)));

test('a Markdown parser finds a row for each lane, with its outcome', () => {
  const comparison = compareResults(resultOf(5000), resultOf(10_000), 'throughput');
  const [lanes, ...more] = tablesIn(
    written({ was: 'old.json', comparisons: [{ is: 'new.json', comparison }], checks: [] }),
  );
  expect(more).toEqual([]);
  expect(lanes?.[0]).toEqual([
    'lane',
    'was, commands/s',
    'is, commands/s',
    'is / was',
    '95 % interval',
    'outcome',
  ]);
  expect(lanes?.map((cells) => [cells[0], cells[5]]).slice(1)).toEqual([
    ['one-by-one', 'inconclusive'],
    ['pipeline', '🟢 better; p50 +0.0 % (no interval)'],
    ['lua', 'in the earlier run, lua failed'],
  ]);
  expect(lanes?.[2]?.[3]).toBe('**× 2.00**');
});

test('checks come first; several results and other places are told apart', () => {
  const elsewhere = { ...sampleResult.environment, cpuModel: 'Another | CPU' };
  const comparisons = [
    { is: 'new.json', comparison: compareResults(resultOf(5000), resultOf(2000), 'ratios') },
    {
      is: 'elsewhere_1.json',
      comparison: compareResults(resultOf(5000), resultOf(5000, { environment: elsewhere }), 'ratios'),
    },
  ];
  const checks = [{ name: 'pipeline: at most 10 % below', passed: false, message: 'worse by 60 %' }];
  const text = written({ was: 'old.json', comparisons, checks });
  const [asked, first, , places] = tablesIn(text);
  expect(asked?.[1]).toEqual(['❌', 'pipeline: at most 10 % below', 'worse by 60 %']);
  expect(first?.[1]?.slice(0, 4)).toEqual(['pipeline', '× 5.00', '× 2.00', '**× 0.40**']);
  expect(places?.[1]).toEqual(['cpuModel', 'test', 'Another | CPU']);
  const headings = marked.lexer(text).filter((token): token is Tokens.Heading => token.type === 'heading');
  expect(headings.map(({ depth }) => depth)).toEqual([3, 4, 4]);
});
