import { describe, expect, test } from 'vitest';
import { recipe as bulkInsert } from '../../../shared/recipes/bulk-insert.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { makeMeasured, type MadeLane, type Making } from '../../support/made-outcomes.ts';
import { judgedIn, readIn, tablesIn } from '../../support/recipe-in-english.ts';

const gib = 1024 ** 3;
/** Keys per second by step. */
const measure = (rates: Record<string, number>, of: Partial<MadeLane> = {}, making: Making = {}) =>
  makeMeasured(
    bulkInsert,
    (step) => (rates[step] === undefined ? null : { rate: rates[step], ...of }),
    making,
  );
const asPublished = { 'pipeline-1': 142_857, 'pipeline-2': 153_379, 'pipeline-5': 222_499 };

test.each([
  ['as published', asPublished, 'holds'],
  ['more threads only add overhead', { ...asPublished, 'pipeline-5': 100_000 }, 'does not hold here'],
  ['a little faster only', { ...asPublished, 'pipeline-5': 150_000 }, 'does not hold here'],
  ['one thread was not measured', { 'pipeline-5': 222_499 }, 'cannot be seen here'],
])('more threads for a large job: %s', (_what, rates: Record<string, number>, judgement) => {
  expect(judgedIn(bulkInsert, measure(rates))[0]?.outcome).toBe(judgement);
});

test('both forms send each key once: as many requests as keys, in order, with nothing to warm up', () => {
  for (const form of ['quick', 'full'] as const) {
    const steps = bulkInsert.steps(form);
    expect(steps).toHaveLength(8);
    for (const { plan } of steps) {
      const [lane] = parsePlan(plan).lanes;
      expect(lane?.workload).toMatchObject({
        keyPattern: 'S',
        warmupMs: 0,
        keyspace: lane?.workload.requests,
      });
      if (form === 'full') expect(lane?.workload.requests).toBe(10_000_000);
    }
  }
});

describe('the time of 10 million', () => {
  const seconds = (made: Partial<MadeLane>) =>
    tablesIn(bulkInsert, measure({ 'wire-1': 500_000 }, made))[0]?.rows[4]?.[4];
  test('follows from the rate of fewer', () => {
    expect(seconds({ commands: 1_000_000, elapsedMs: 99 })).toBeCloseTo(20, 6);
  });
  test('is what the load took where it had all of them', () => {
    expect(seconds({ commands: 10_000_000, elapsedMs: 21_500 })).toBeCloseTo(21.5, 6);
  });
});

describe('800 million rows', () => {
  const verdict = (making: Making) => {
    const slower = Object.fromEntries(bulkInsert.steps('quick').map(({ id }) => [id, 900_000]));
    const measured = measure({ ...slower, 'wire-2': 1_000_000 }, {}, making);
    expect(tablesIn(bulkInsert, measured)[1]?.rows[5]?.slice(1, 3)).toEqual(['13 min 20 s', 800 / 86_400]);
    return readIn(bulkInsert, measured).join(' ');
  };
  test.each([
    [
      'more than the machine has',
      { machineBytes: 24 * gib, serverBytes: 4 * gib },
      'refused: this machine has 24.0 GiB',
    ],
    [
      'more than the server may use',
      { machineBytes: 256 * gib, serverBytes: 4 * gib },
      'refused: the server may use 4.0 GiB at most',
    ],
    ['less than both', { machineBytes: 256 * gib, serverBytes: 200 * gib }, 'would fit'],
    [
      'more than this machine has, but the server is on another',
      { isOneMachine: false, machineBytes: gib, serverBytes: 200 * gib },
      'would fit',
    ],
  ])('take %s', (_what, making: Making, said) => {
    const text = verdict(making);
    expect(text).toContain('A key takes 150 bytes');
    expect(text).toContain(`and 112 GiB: ${said}.`);
  });
});

test('keys that were written twice are told', () => {
  const measured = measure(
    { 'wire-1': 1000 },
    { commands: 1000, memory: { keys: { before: 0, after: 990 } } },
  );
  expect(readIn(bulkInsert, measured).join(' ')).toContain(
    'Not every SET made a new key with raw socket, 1 thread',
  );
});
