import { describe, expect, test } from 'vitest';
import { foreignComparison, sideOfOurs, type Side } from '../../../server/cli/gate/foreign-comparison.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';

const side = (file: string, rates: Record<string, number | null>): Side => ({
  file,
  rows: Object.entries(rates).map(([name, perSecond]) => ({ name, command: name.toLowerCase(), perSecond })),
});
const was = side('was.csv', { SET: 1000, GET: 2000 });
const judged = (earlier: Side, later: Side[], bound: number | null = 0.1) =>
  foreignComparison(earlier, later, bound).checks ?? [];
const checksOf = (is: Side, bound: number | null = 0.1, earlier = was) =>
  judged(earlier, [is], bound).map(({ name, passed, message }) => [
    name.replace(/: throughput at most .*/, ''),
    passed,
    message,
  ]);
const none = 'no interval: one run each';

describe('a bound on the rates of another tool', () => {
  test.each<[what: string, rates: Record<string, number | null>, checks: unknown[]]>([
    [
      'fails what is slower by more',
      { SET: 899, GET: 1900 },
      [
        ['SET', false, `× 0.90, ${none}: worse by 10.1 %`],
        ['GET', true, `× 0.95, ${none}`],
      ],
    ],
    [
      'passes what is slower by just as much',
      { SET: 900, GET: 2500 },
      [
        ['SET', true, `× 0.90, ${none}`],
        ['GET', true, `× 1.25, ${none}`],
      ],
    ],
    [
      'fails what the later file has no rate of, or does not have',
      { SET: null },
      [
        ['SET', false, 'cannot be judged: the later file has no rate'],
        ['GET', false, 'cannot be judged: is.csv has no GET'],
      ],
    ],
  ])('%s', (_what, rates, checks) => {
    expect(checksOf(side('is.csv', rates))).toEqual(checks);
  });

  test('fails what had no rate, or one of 0', () => {
    const earlier = side('was.csv', { SET: 0, GET: null, DEL: 0 });
    expect(
      checksOf(side('is.csv', { SET: 5, GET: 5 }), 0.1, earlier).map(([name, passed]) => [name, passed]),
    ).toEqual([
      ['SET', false],
      ['GET', false],
      ['DEL', false],
    ]);
  });

  test('names rows of one command by both names, and does not miss a mix', () => {
    const mix = { name: 'Totals', command: null, perSecond: 5 };
    const is: Side = { file: 'is.json', rows: [{ name: 'Sets', command: 'set', perSecond: 1000 }] };
    const earlier = { ...side('was.csv', { SET: 1000 }) };
    expect(checksOf(is, 0.1, { ...earlier, rows: [...earlier.rows, mix] })).toEqual([
      ['SET, Sets', true, `× 1.00, ${none}`],
    ]);
    // Two mixes are alike only by their names.
    const other = { file: 'is.json', rows: [...is.rows, { ...mix, name: 'mix' }] };
    expect(checksOf(other, 0.1, { ...earlier, rows: [...earlier.rows, mix] })).toHaveLength(1);
    expect(checksOf({ file: 'is.json', rows: [mix] }, 0.1, { ...earlier, rows: [mix] })).toHaveLength(1);
  });

  test('is named with its file, and with the later one where there are several', () => {
    const names = (...files: string[]) => {
      const later = files.map((file) => side(file, { SET: 1 }));
      return judged(side('was.csv', { SET: 1 }), later).map((check) => check.name);
    };
    const name = 'SET: throughput at most 10 % below was.csv';
    expect(names('is.csv')).toEqual([name]);
    expect(names('b.csv', 'c.csv')).toEqual([`b.csv: ${name}`, `c.csv: ${name}`]);
  });
});

test('files without a bound are told, with every pair and its quotient, and not judged', () => {
  const [one, other] = [side('b.csv', { GET: 500, SET: null }), side('c.csv', { SET: 0 })];
  const document = foreignComparison(was, [one, other], null);
  expect([document.kind, document.checks]).toEqual(['blocks', []]);
  expect(document.result).toMatchObject({
    ...{ kind: 'foreign-comparison', schema: 1, was: 'was.csv', checks: [] },
    comparisons: [
      { is: 'b.csv', rows: [{ ratio: 0.25 }, { ratio: null }] },
      { is: 'c.csv', rows: [{ ratio: 0 }] },
    ],
  });
  const { title, blocks } = document.report;
  expect(title).toBe('b.csv, c.csv against was.csv');
  const [checks, line, table] = blocks;
  expect(checks).toEqual({ type: 'checks', checks: [], on: ['markdown'] });
  expect(line).toEqual({
    type: 'line',
    text: expect.stringMatching(
      /^b\.csv against was\.csv, commands\/s\. One run without intervals/,
    ) as string,
  });
  expect(table).toEqual({
    ...{ type: 'table', title: '' },
    columns: [
      { label: 'was.csv', unit: 'text' },
      { label: 'b.csv', unit: 'text' },
      { label: 'was', unit: 'commands/s', origin: 'measured' },
      { label: 'is', unit: 'commands/s', origin: 'measured' },
      { label: 'is / was', unit: 'ratio', origin: 'measured', isMain: true },
    ],
    rows: [
      [{ text: 'GET' }, { text: 'GET' }, 2000, 500, 0.25],
      [{ text: 'SET' }, { text: 'SET' }, 1000, null, null],
    ],
  });
  // Nothing can be so many times 0.
  const none = foreignComparison(side('was.csv', { SET: 0 }), [other], null);
  expect(none.result).toMatchObject({ comparisons: [{ rows: [{ ratio: null }] }] });
});

test('files without a command in common are refused, with what they have', () => {
  const refusal = () => foreignComparison(was, [side('is.csv', { DEL: 1, INCR: 2 })], null);
  expect(refusal).toThrow(UsageError);
  expect(refusal).toThrow(/^was\.csv and is\.csv have no command in common: SET, GET; DEL, INCR$/);
});

test('a lane is held against the one command that it sends; a mix has none', () => {
  const mix = { commands: ['set' as const, 'get' as const] };
  const lanes = [{ strategy: 'pipeline' }, { strategy: 'multi', workload: mix }, { strategy: 'lua' }];
  const plan = parsePlan({ lanes, workload: { commands: ['incr'] } });
  const result: Result = {
    ...{ ...sampleResult, plan },
    lanes: [aLane('pipeline', 1000), aLane('multi', 2000), aLane('lua', 0, { throughput: null })],
  };
  expect(sideOfOurs('ours.json', result)).toEqual({
    file: 'ours.json',
    rows: [
      { name: 'pipeline', command: 'incr', perSecond: 1000 },
      { name: 'multi', command: null, perSecond: 2000 },
      { name: 'lua', command: 'incr', perSecond: null },
    ],
  });
});
