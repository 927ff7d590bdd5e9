import { describe, expect, test } from 'vitest';
import { recipe as servers, type Change, type Way } from '../../../shared/recipes/servers.ts';
import { hasSeveralServers } from '../../../shared/plan/lane-servers.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { recipeForms } from '../../../shared/contract/enums.ts';
import { recipeLanguage as chinese } from '../../../shared/sweep/zh/index.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { recipeLanguage as russian } from '../../../shared/sweep/ru/index.ts';
import { makeMeasured, type MadeLane, type Making } from '../../support/made-outcomes.ts';
import { judgedIn, readIn, saidIn } from '../../support/recipe-in-english.ts';

type Gains = Partial<Record<Change, Partial<Record<Way, MadeLane['rate']>>>>;

/** What each lane does after its change; before it, all do 1000 a second. */
const withRates = (rates: Gains, making: Making = { cores: 8 }) =>
  makeMeasured(
    servers,
    (step, lane) => {
      const [, way = '', side] = /^(.*)-(before|after)$/.exec(lane) ?? [];
      const rate = side === 'after' ? rates[step as Change]?.[way as Way] : undefined;
      const program = side === 'after' ? ['valkey', '8.0.1'] : ['redis', '7.0.15'];
      const [name = '', version = ''] = step === 'program' ? program : ['redis', '7.0.15'];
      return { rate: rate ?? 1000, target: { name, version } };
    },
    making,
  );
const outcomes = (rates: Gains, making?: Making) =>
  judgedIn(servers, withRates(rates, making)).map(({ outcome }) => outcome);

const scattered = [300, 1900, 500, 1700, 400, 1800, 600, 1500];

describe('With one I/O thread Valkey has the throughput of Redis', () => {
  test.each([
    ['holds where both are as fast', 1010, 'holds'],
    ['does not hold where Valkey is faster', 1500, 'does not hold here'],
    ['is not seen where the interval is wide', scattered, 'cannot be seen here'],
  ])('%s', (_what, rate, judgement) => {
    expect(outcomes({ program: { 'raw-single': rate } })[0]).toBe(judgement);
  });
});

describe('I/O threads double throughput', () => {
  const doubled: Gains = { 'io-threads': { 'raw-single': 2000 } };

  test.each([
    ['holds on a machine with enough cores', doubled, 8, 'holds'],
    ['does not hold where they bring nothing', {}, 8, 'does not hold here'],
    ['is not judged on too few cores, whatever was measured', {}, 2, 'cannot be seen here'],
  ])('%s', (_what, rates, cores, judgement) => {
    expect(outcomes(rates, { cores })[1]).toBe(judgement);
  });

  test('says how many cores there are, beside the figures', () => {
    const [, claim] = judgedIn(servers, withRates({}, { cores: 2 }));
    expect(claim?.because).toMatch(
      /has 2 cores; .* need 6\. .*4 I\/O threads against 1 I\/O thread: × 1\.00/,
    );
  });
});

describe('What a server has to do matters more than its name', () => {
  const slow: Gains = { persistence: { 'one-by-one': 300 } };

  test.each([
    ['holds where the disk costs most of it', slow, 'holds'],
    ['does not hold where the disk costs nothing', {}, 'does not hold here'],
    [
      'does not hold where the other program is as different',
      { ...slow, program: { 'one-by-one': 2000 } },
      'does not hold here',
    ],
  ])('%s', (_what, rates: Gains, judgement) => {
    expect(outcomes(rates)[2]).toBe(judgement);
  });
});

test('The answer is the change with the largest effect, in either direction', () => {
  expect(servers.prediction.answer(withRates({ program: { 'raw-pipeline': 1200 } }))).toBe('program');
  expect(servers.prediction.answer(withRates({ persistence: { 'one-by-one': 300 } }))).toBe('persistence');
  const both: Gains = { 'io-threads': { 'raw-single': 5000 }, persistence: { 'one-by-one': 300 } };
  expect(servers.prediction.answer(withRates(both))).toBe('io-threads');
});

test('The reading names both programs with their versions', () => {
  expect(readIn(servers, withRates({}))[0]).toMatch(
    /^valkey 8\.0\.1 against redis 7\.0\.15: one by one with ioredis × /,
  );
});

test.each([english, russian, chinese])(
  'Where Valkey is not installed, $lang says so, and what needs it claims nothing',
  (language) => {
    const rates: Gains = { persistence: { 'one-by-one': 300 } };
    const measured = withRates(rates, { cores: 8, programs: ['redis-server'] });
    const said = saidIn(servers, measured, language);
    expect(servers.prediction.answer(measured)).toBe('persistence');
    expect(said.reading[0]).toContain('valkey-server');
    expect(said.reading).toHaveLength(3);
    expect(said.tables).toHaveLength(2);
    expect(said.claims.map(({ outcome }) => outcome)).toEqual([
      'cannot be seen here',
      'does not hold here',
      'cannot be seen here',
    ]);
    expect(said.claims[0]?.because).toContain('valkey-server');
    expect(said.claims[2]?.because).toContain('valkey-server');
  },
);

test.each(recipeForms)('Two servers take turns in each step of the %s form, on the same workload', (form) => {
  for (const { plan } of servers.steps(form)) {
    const { lanes, ...parsed } = parsePlan(plan);
    expect(hasSeveralServers({ ...parsed, lanes })).toBe(true);
    // The page has room for eight.
    expect(lanes.length).toBeLessThanOrEqual(8);
    for (let at = 0; at < lanes.length; at += 2) {
      const [one, other] = lanes.slice(at, at + 2);
      expect(other?.strategy).toBe(one?.strategy);
      expect(other?.workload).toEqual(one?.workload);
    }
  }
});
