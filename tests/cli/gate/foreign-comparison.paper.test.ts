import { describe, expect, test } from 'vitest';
import { foreignComparison, sideOfOurs, type Side } from '../../../server/cli/gate/foreign-comparison.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';

type Row = Side['rows'][number];

const rowOf = (name: string, perSecond: number | null, others: Partial<Row> = {}): Row => ({
  ...{ name, command: name.toLowerCase(), run: null, perSecond, spread: null, conditions: {} },
  ...others,
});

const oneRun = 'One run without intervals.';
const side = (file: string, rates: Record<string, number | null>): Side => ({
  ...{ file, about: [oneRun], doubts: [] },
  rows: Object.entries(rates).map(([name, perSecond]) => rowOf(name, perSecond)),
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
    const mix = rowOf('Totals', 5, { command: null });
    const is: Side = { ...side('is.json', {}), rows: [rowOf('Sets', 1000, { command: 'set' })] };
    const earlier = { ...side('was.csv', { SET: 1000 }) };
    expect(checksOf(is, 0.1, { ...earlier, rows: [...earlier.rows, mix] })).toEqual([
      ['SET, Sets', true, `× 1.00, ${none}`],
    ]);
    // Two mixes are alike only by their names.
    const other = { ...is, rows: [...is.rows, { ...mix, name: 'mix' }] };
    expect(checksOf(other, 0.1, { ...earlier, rows: [...earlier.rows, mix] })).toHaveLength(1);
    expect(checksOf({ ...is, rows: [mix] }, 0.1, { ...earlier, rows: [mix] })).toHaveLength(1);
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
  const [checks, line, doubts, table] = blocks;
  expect(doubts).toEqual({ type: 'doubts', doubts: [] });
  expect(checks).toEqual({ type: 'checks', checks: [], on: ['markdown'] });
  expect(line).toEqual({
    type: 'line',
    text: expect.stringMatching(
      /^b\.csv against was\.csv, commands\/s\. One run without intervals\.$/,
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
  const plan = parsePlan({
    lanes,
    workload: { commands: ['incr'], clients: 4, dataSize: 32_768, pipeline: 50 },
  });
  const result: Result = {
    ...{ ...sampleResult, plan },
    lanes: [aLane('pipeline', 1000), aLane('multi', 2000), aLane('lua', 0, { throughput: null })],
  };
  const conditions = { clients: 4, dataSize: 32_768, keepalive: true };
  const ours = { run: null, spread: null, conditions };
  expect(sideOfOurs('ours.json', result)).toEqual({
    ...{ file: 'ours.json', about: [], doubts: [] },
    rows: [
      // Other tools send in this way too.
      {
        ...{ name: 'pipeline', command: 'incr', perSecond: 1000, ...ours },
        conditions: { ...conditions, pipeline: 50 },
      },
      { name: 'multi', command: null, perSecond: 2000, ...ours },
      { name: 'lua', command: 'incr', perSecond: null, ...ours },
    ],
  });
});

test('a line of one’s own is held against the same command, written units against none', () => {
  const commandsOf = (plan: Parameters<typeof parsePlan>[0]) =>
    sideOfOurs('ours.json', {
      ...sampleResult,
      plan: parsePlan(plan),
      lanes: [aLane('pipeline', 1)],
    }).rows.map(({ command }) => command);
  const lanes = [{ strategy: 'pipeline' }];
  const workload = { commands: ['custom' as const], customCommand: 'HGET __key__ f' };
  expect(commandsOf({ lanes, workload })).toEqual(['hget']);
  const written = { name: 'u', units: [{ stages: [{ commands: [{ command: 'GET item:1' }] }] }] };
  expect(commandsOf({ lanes, written })).toEqual([null]);
});

describe('settings that differ', () => {
  const conditions = { clients: 50, dataSize: 3, pipeline: 1, keepalive: true };
  const of = (file: string, perSecond: number, own: Row['conditions']): Side => ({
    ...side(file, {}),
    rows: [rowOf('SET', perSecond, { conditions: own })],
  });

  test('stand beside the ratio, and in the check', () => {
    const is = of('is.json', 2000, { clients: 4, dataSize: 32_768, pipeline: 1, keepalive: false });
    const document = foreignComparison(of('was.csv', 1000, conditions), [is], 0.1);
    const table = document.report.blocks.at(-1);
    if (table?.type !== 'table') throw new Error(table?.type);
    const differences = 'Clients 50 → 4, Payload 3 B → 32.0 KiB, Keep-alive Yes → No';
    expect(table.rows.map((row) => row.at(-1))).toEqual([differences]);
    expect(document.checks).toMatchObject([
      { passed: true, message: `× 2.00, ${none}; ${differences.replaceAll(', ', '; ')}` },
    ]);
  });

  test.each([
    ['are the same', conditions, conditions],
    ['are not known of both', conditions, {}],
  ])('have no column where they %s', (_what, was, is) => {
    const { report } = foreignComparison(of('was.csv', 1, was), [of('is.csv', 1, is)], null);
    const table = report.blocks.at(-1);
    expect(table?.type === 'table' && table.columns).toHaveLength(5);
  });
});

describe('runs', () => {
  const was = {
    ...side('was.csv', {}),
    rows: [rowOf('SET', 100, { run: 1 }), rowOf('SET', 200, { run: 2 })],
  };

  test('of the same place are compared, and all with a single one', () => {
    const pairs = (later: Side) =>
      foreignComparison(was, [later], null).result as { comparisons: { rows: { ratio: number }[] }[] };
    expect(pairs(was).comparisons[0]?.rows.map(({ ratio }) => ratio)).toEqual([1, 1]);
    expect(pairs(side('is.csv', { SET: 100 })).comparisons[0]?.rows.map(({ ratio }) => ratio)).toEqual([
      1, 0.5,
    ]);
    expect(judged(was, [was]).map(({ name }) => name)).toEqual([
      'SET, run 1: throughput at most 10 % below was.csv',
      'SET, run 2: throughput at most 10 % below was.csv',
    ]);
  });

  test('that were averaged are named as such, with the worst and the best', () => {
    const is: Side = {
      ...{ file: 'is.json', about: ['Averages of 3 runs.'], doubts: [] },
      rows: [rowOf('SET', 950, { spread: [900, 1000] })],
    };
    expect(checksOf(is, 0.1, side('was.csv', { SET: 1000 }))).toEqual([
      ['SET', true, '× 0.95, no interval: averages of several runs, worst and best run 900 – 1,000'],
    ]);
    const line = foreignComparison(side('was.csv', { SET: 1 }), [is], null).report.blocks[1];
    expect(line).toMatchObject({
      text: `is.json against was.csv, commands/s. was.csv: ${oneRun} is.json: Averages of 3 runs.`,
    });
  });

  test('with errors cannot be judged, and stay failed where they are worse', () => {
    const is = { ...side('is.json', { SET: 990, GET: 1000 }), doubts: ['12 connection errors.'] };
    expect(checksOf(is)).toEqual([
      ['SET', false, `cannot be judged: × 0.99, ${none}. is.json: 12 connection errors.`],
      ['GET', false, `× 0.50, ${none}: worse by 50 %`],
    ]);
  });
});
