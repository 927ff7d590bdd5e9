import { describe, expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { readDroppedFile } from '../../../client/src/rooms/runs/result-file.ts';
import { reported, shownOnTerminal, verdictInWords, warningsInWords } from '../../support/reported.ts';
import { reporters } from '../../../server/reporters/index.ts';
import { compareResults } from '../../../shared/comparison/compare-results.ts';
import { parseResult, upgradeResult } from '../../../shared/contract/read-result.ts';
import { resultSchema } from '../../../shared/contract/result.ts';
import { resultsOfSchema1, sentencesIn } from '../../support/results-of-schema-1.ts';
import { sampleResult } from '../../support/sample-result.ts';

test('Several real files of schema 1 are looked at, one with warnings among them', () => {
  expect(resultsOfSchema1.length).toBeGreaterThanOrEqual(4);
  const lanes = resultsOfSchema1.flatMap(({ text }) => sentencesIn(text));
  expect(lanes.flatMap(({ warnings }) => warnings)).not.toEqual([]);
});

describe.each(resultsOfSchema1)('$name of schema 1', ({ text }) => {
  const result = parseResult(JSON.parse(text));
  const stored = sentencesIn(text);

  test('is a result of today, and stays one', () => {
    expect(resultSchema.safeParse(result).error).toBeUndefined();
    expect(result.schema).toBe(2);
    expect(upgradeResult(result)).toBe(result);
    expect(result.comparisons.map(({ outcome }) => outcome)).not.toContain('not told apart');
  });

  test('says what it said', () => {
    expect(result.lanes.map(verdictInWords)).toEqual(
      stored.map(({ verdict: { sentence, advice } }) => `${sentence} ${advice}`),
    );
    expect(result.lanes.map(warningsInWords)).toEqual(stored.map(({ warnings }) => warnings));
  });

  test('opens on the page', () => {
    expect(readDroppedFile(text, en.runs.refused)).toEqual(result);
  });

  test('becomes every report, and the table', () => {
    for (const reporter of reporters) {
      const text = reported(reporter, { result });
      expect(text, reporter.id).not.toMatch(/undefined|\[object/);
      if (reporter.id === 'markdown') expect(text).toContain(stored[0]?.verdict.sentence);
    }
    expect(shownOnTerminal({ result }).replaceAll(/\s+/g, ' ')).toContain(stored[0]?.verdict.sentence);
  });

  test('compares with itself', () => {
    const { lanes } = compareResults(result, result, 'throughput');
    expect(lanes.map(({ state }) => state)).toEqual(stored.map(() => 'compared'));
  });
});

test.each([null, 'x', [], { schema: 3 }, { schema: 1, lanes: 'none', comparisons: [null], warnings: [5] }])(
  'What is no result becomes none: %j',
  (document) => {
    expect(resultSchema.safeParse(upgradeResult(document)).success).toBe(false);
    expect(() => readDroppedFile(JSON.stringify(document), en.runs.refused)).toThrow();
  },
);

test.each([
  { code: 'unheard-of', bound: 'none' },
  { code: 'rate', bound: 'rate' },
  { code: 'unclear', bound: 'none' },
  'Bound by habit.',
])('The page refuses a file with a verdict that it cannot say: %j', (verdict) => {
  const lanes = sampleResult.lanes.map((lane, index) => (index === 1 ? { ...lane, verdict } : lane));
  expect(() => readDroppedFile(JSON.stringify({ ...sampleResult, lanes }), en.runs.refused)).toThrow(
    en.runs.refused.damaged('lanes[1]'),
  );
});
