import { describe, expect, test } from 'vitest';
import { parseAssertion } from '../../../../server/cli/gate/assertions/lanes.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { UsageError } from '../../../../server/cli/exit-codes.ts';

const ofOwn = { customCommand: 'HGET __key__ field' };
const plan = parsePlan({
  lanes: [
    { strategy: 'one-by-one' },
    { strategy: 'pipeline' },
    { id: '5ms', strategy: 'pipeline', workload: { rps: 100 } },
    { id: 'mix', strategy: 'pipeline', workload: { commands: ['get', 'custom'], ratio: [1, 1], ...ofOwn } },
  ],
});

test.each([
  ['a time and its unit', 'pipeline.p99 < 5ms', '<', [1, ['pipeline.p99'], []], [5, [], []]],
  ['microseconds', 'pipeline.p99 < 500us', '<', [1, ['pipeline.p99'], []], [0.5, [], []]],
  ['seconds', 'pipeline.max <= 2 s', '<=', [1, ['pipeline.max'], []], [2000, [], []]],
  ['thousands', 'pipeline.throughput > 50k', '>', [1, ['pipeline.throughput'], []], [50_000, [], []]],
  ['millions', 'pipeline.commands >= 1.5M', '>=', [1, ['pipeline.commands'], []], [1_500_000, [], []]],
  ['per cent', 'pipeline.cpu < 90%', '<', [1, ['pipeline.cpu'], []], [0.9, [], []]],
  ['a part of a share', 'pipeline.cpu / 2 < 2 * 45%', '<', [0.5, ['pipeline.cpu'], []], [0.9, [], []]],
  ['a share in shares', 'pipeline.cpu / 50% < 1', '<', [2, ['pipeline.cpu'], []], [1, [], []]],
  [
    'a share of another lane’s',
    'pipeline.cv < 2 * one-by-one.cv',
    '<',
    [1, ['pipeline.cv'], []],
    [2, ['one-by-one.cv'], []],
  ],
  [
    'a ratio in per cent',
    'pipeline.commands / one-by-one.commands >= 90%',
    '>=',
    [1, ['pipeline.commands'], ['one-by-one.commands']],
    [0.9, [], []],
  ],
  ['no unit', 'pipeline.failed == 0', '==', [1, ['pipeline.failed'], []], [0, [], []]],
  ['p99.9 as p999', 'pipeline.p99.9 < 5ms', '<', [1, ['pipeline.p999'], []], [5, [], []]],
  [
    'figures in any case',
    'pipeline.EFFECTIVEBATCH != 1',
    '!=',
    [1, ['pipeline.effectiveBatch'], []],
    [1, [], []],
  ],
  [
    'a ratio of two lanes with hyphens, and no blanks',
    'pipeline.throughput/one-by-one.throughput>5',
    '>',
    [1, ['pipeline.throughput'], ['one-by-one.throughput']],
    [5, [], []],
  ],
  [
    'a multiple on the right',
    'pipeline.throughput >= 5 * one-by-one.throughput',
    '>=',
    [1, ['pipeline.throughput'], []],
    [5, ['one-by-one.throughput'], []],
  ],
  [
    'latency of a batch in units of a time',
    'pipeline.batch.p99 / 2ms < 10',
    '<',
    [0.5, ['pipeline.batch.p99'], []],
    [10, [], []],
  ],
  ['a command of a mix', 'mix.get.p99 < 5ms', '<', [1, ['mix.get.p99'], []], [5, [], []]],
  ['a command of one’s own', 'mix.HGET.p99.9 < 5ms', '<', [1, ['mix.hget.p999'], []], [5, [], []]],
  [
    'a lane whose name begins like a number',
    '5ms.response.p99 < 5ms',
    '<',
    [1, ['5ms.response.p99'], []],
    [5, [], []],
  ],
] as const)('%s: %s', (_what, text, comparator, left, right) => {
  const read = parseAssertion(text, { plan });
  const shown = ({ coefficient, over, under }: typeof read.left) => [
    coefficient,
    ...[over, under].map((factors) => factors.map(({ lane, figure }) => `${lane}.${figure.name}`)),
  ];
  expect([read.comparator, shown(read.left), shown(read.right)]).toEqual([comparator, left, right]);
});

describe('of a load curve', () => {
  const rates = [500, 1400, 20_000];
  const ofCurve = {
    plan: parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: { rps: 500 } }),
    rates,
  };

  test.each([
    ['what a lane keeps', 'pipeline.kept >= 20k', ['kept', null], 20_000],
    ['a figure at one rate', 'pipeline.response.p99@20k < 5ms', ['response.p99', 20_000], 5],
    ['a rate without a unit', 'pipeline.response.p99.9@1400 < 5ms', ['response.p999', 1400], 5],
    ['a rate with a fraction', 'pipeline.achieved@1.4k > 1k', ['achieved', 1400], 1000],
  ])('%s: %s', (_what, text, factor, bound) => {
    const { left, right } = parseAssertion(text, ofCurve);
    expect(left.over.map(({ figure, rate }) => [figure.name, rate])).toEqual([factor]);
    expect(right.coefficient).toBe(bound);
  });

  test.each([
    [
      'a figure without a rate',
      'pipeline.p99 < 5ms',
      /at each rate: name one, as in pipeline\.p99@500; .*20,000/,
    ],
    [
      'a rate that is not measured',
      'pipeline.p99@5k < 5ms',
      /no rate 5,000; this curve has 500, 1,400, 20,000/,
    ],
    ['what a lane keeps at a rate', 'pipeline.kept@500 > 5', /of the whole curve: leave out the @/],
    ['an unknown figure', 'pipeline.speed > 5', /there is no figure "speed"/],
  ])('%s is refused', (_what, text, message) => {
    expect(() => parseAssertion(text, ofCurve)).toThrow(message);
  });
});

describe('what cannot be read is shown at its column', () => {
  test.each([
    [
      'an unknown lane',
      'pipe.p99 < 5ms',
      1,
      /there is no lane "pipe"; this run has one-by-one, pipeline, 5ms, mix/,
    ],
    [
      'an unknown figure',
      'pipeline.speed > 5',
      10,
      /there is no figure "speed"; known are throughput, .*p999/,
    ],
    ['a figure without a lane', 'p99 < 5ms', 1, /write the lane’s name before it/],
    ['a time against a number', 'pipeline.p99 * 2 < 5', 20, /give it a unit, such as 5ms/],
    ['a share against per cent without the %', 'pipeline.cpu <= 100', 17, /give it a %, such as 100%/],
    ['a share against a part of 1', 'pipeline.cv < 0.07', 15, /give it a %, such as 7%/],
    ['a share against thousands', 'pipeline.cv < 5k', 15, /a share is compared with a number/],
    ['a share on the right', '90 >= pipeline.hitRate', 1, /give it a %, such as 90%/],
    ['a multiple of a share', 'pipeline.cv * 2 < 10', 19, /give it a %, such as 10%/],
    [
      'a count against a multiple of per cent',
      'pipeline.commands > 2 * 50%',
      25,
      /leave the % out, as in 50/,
    ],
    ['a multiple of a count', '2 * pipeline.commands > 100%', 25, /leave the % out, as in 100/],
    ['a part of a count', 'pipeline.effectiveBatch / 2 >= 500%', 32, /leave the % out, as in 500/],
    ['a multiple of a count against a time', '2 * pipeline.commands > 5s', 25, /leave the unit out, as in 5/],
    ['a share against a count', 'pipeline.cv < one-by-one.commands', 15, /a share is compared with a number/],
    ['a time squared', 'pipeline.p99 * 2ms < 5ms', 22, /neither a time nor a number/],
    ['no comparison', 'pipeline.p99', 13, /a comparison is missing/],
    ['two comparisons', '1ms < pipeline.p99 < 5ms', 20, /one comparison is enough/],
    ['one equals sign', 'pipeline.failed = 0', 17, /equality is written ==/],
    ['a subtraction', 'pipeline.failed - 1 > 0', 17, /a hyphen is part of a lane’s name/],
    ['parentheses', '(pipeline.failed) > 0', 1, /no parentheses/],
    ['nothing on the left', '< 5ms', 1, /a number or a figure is missing/],
    ['nothing on the right', 'pipeline.p99 <', 15, /a number or a figure is missing/],
    ['an operator at the end', 'pipeline.p99 / < 5ms', 16, /a number or a figure is missing/],
    ['two figures in a row', 'pipeline.p99 5 < 5ms', 14, /expected \*, \/ or a comparison, not "5"/],
    ['two operators in a row', 'pipeline.p99 / / 2 < 5ms', 16, /expected a number or a figure/],
    ['no figure at all', '5 > 3', 1, /no figure is in it, as in pipeline\.p99/],
    [
      'a name that is nearly a lane',
      'pipelin.p99 < 5ms',
      1,
      /no lane "pipelin", did you mean pipeline\?; this/,
    ],
    ['one unit of a lane', "pipeline.p99['GET /'] < 5ms", 10, /that of all its units: leave out the \[ \]/],
    ['a division by zero', 'pipeline.p99 / 0 < 5ms', 16, /a division by 0/],
    ['nothing', '', 1, /a comparison is missing/],
    ['a sign without a meaning', 'pipeline.p99 & 5', 14, /"&" has no meaning here/],
    ['response times of a closed loop', 'pipeline.response.p99 < 5ms', 10, /need a requested rate: --rps/],
    [
      'a command that the lane does not send',
      'mix.set.p99 < 5ms',
      5,
      /this lane sends no "set"; it sends get, hget/,
    ],
    ['the only command of a lane', 'pipeline.set.p99 < 5ms', 10, /sends nothing but set: leave "set." out/],
    ['no figure of a command', 'mix.get.speed < 5ms', 5, /there is no figure "get.speed"; .* get.p99/],
    ['a command without a figure', 'mix.get < 5ms', 5, /there is no figure "get"/],
    ['a bystander that is not there', 'pipeline.bystander.p99 < 5ms', 10, /--bystander 100/],
    ['a rate, of a single run', 'pipeline.p99@5k < 5ms', 10, /only a load curve has rates/],
    [
      'what a lane keeps, of a single run',
      'pipeline.kept > 5k',
      10,
      /a figure of a load curve: --load-curve/,
    ],
    ['a rate in a unit of time', 'pipeline.p99@5ms < 5ms', 13, /"@" has no meaning here/],
    ['a sum', 'pipeline.p99 + 1ms < 5ms', 14, /there is no "\+": a hyphen is part/],
    ['what closes nothing', 'pipeline.p99) < 5ms', 13, /there are no parentheses/],
    ['a percentile that is not kept', 'pipeline.p99.95 < 5ms', 13, /"\." has no meaning here/],
  ])('%s: %s', (_what, text, column, message) => {
    const error = (() => {
      try {
        return parseAssertion(text, { plan });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(UsageError);
    const lines = (error as Error).message.split('\n');
    expect(lines[0]).toMatch(message);
    expect(lines[0]).toContain(`column ${column}:`);
    expect(lines[1]?.slice(2)).toBe(text);
    expect(lines[2]?.indexOf('^')).toBe(column + 1);
  });
});
