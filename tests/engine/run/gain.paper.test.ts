import { describe, expect, test } from 'vitest';
import { compareLanes, fitLanes, gainsOf } from '../../../server/engine/run/comparisons.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

/** What the machine did to each round; the lanes of a round share most of it. */
const rounds = [1, 0.94, 1.05, 0.98, 1.02, 0.96, 1.03, 1.01];
const rateOf: Record<string, number> = {
  'one-by-one': 1000,
  concurrent: 6700,
  pipeline: 10_720,
  lua: 13_400,
};
const factors = { waiting: 6.7, pipeline: 1.6, lua: 2 };

interface Measured {
  id: string;
  countedFrom: number;
  slices: number[];
  hitRate: number | null;
  failed: boolean;
}

const usual: PlanInput['lanes'] = [
  { strategy: 'one-by-one' },
  { strategy: 'concurrent' },
  { strategy: 'pipeline' },
  { strategy: 'lua' },
];

/** The gains in a run of this plan, whose lanes have been measured at the rates above. */
function gainsIn(
  plan: Omit<PlanInput, 'lanes'> & { lanes?: PlanInput['lanes'] } = {},
  change: (lane: Measured) => Measured = (lane) => lane,
) {
  const whole = parsePlan({ lanes: usual, ...plan });
  const lanes = whole.lanes.map(({ id, strategy }, lane) =>
    change({
      id,
      countedFrom: 0,
      failed: false,
      hitRate: 1,
      slices: rounds.map(
        (round, index) => (rateOf[strategy] ?? 5000) * round * (1 + 0.01 * ((index * (lane + 1)) % 3)),
      ),
    }),
  );
  const rates = fitLanes(lanes);
  const comparisons = compareLanes(lanes, rates);
  const unbroken = lanes.filter(({ failed }) => !failed);
  return { gains: gainsOf(whole, unbroken, comparisons, rates), comparisons };
}

const having = (lane: string, change: Partial<Measured>) => (one: Measured) =>
  one.id === lane ? { ...one, ...change } : one;

describe('the gain of a lane', () => {
  test('is that of not waiting, which is the same for all, and that of its batching', () => {
    const { gains } = gainsIn();
    expect([...gains.keys()]).toEqual(['pipeline', 'lua']);
    for (const lane of ['pipeline', 'lua'] as const) {
      const { waiting, batching } = gains.get(lane) ?? {};
      expect((waiting?.ratio ?? NaN) / factors.waiting).toBeCloseTo(1, 1);
      expect((batching?.ratio ?? NaN) / factors[lane]).toBeCloseTo(1, 1);
      expect(waiting?.ci95?.[0]).toBeGreaterThan(6);
      expect(batching?.ci95?.[0]).toBeGreaterThan(1.5);
    }
    expect(gains.get('lua')?.waiting).toEqual(gains.get('pipeline')?.waiting);
  });

  test('has the figures of not waiting that the comparisons have', () => {
    const { gains, comparisons } = gainsIn();
    const concurrent = comparisons.find(({ lane }) => lane === 'concurrent');
    expect(gains.get('pipeline')?.waiting).toEqual({ ratio: concurrent?.ratio, ci95: concurrent?.ci95 });
  });

  test('is the product of its factors, but for what the middles of scattered rounds are apart', () => {
    const { gains, comparisons } = gainsIn();
    for (const { lane, ratio } of comparisons.filter(({ lane }) => gains.has(lane))) {
      const { waiting, batching } = gains.get(lane) ?? {};
      expect(((waiting?.ratio ?? NaN) * (batching?.ratio ?? NaN)) / ratio).toBeGreaterThan(0.98);
      expect(((waiting?.ratio ?? NaN) * (batching?.ratio ?? NaN)) / ratio).toBeLessThan(1.02);
    }
  });

  test('is taken apart wherever its lanes stand, and whatever they are called', () => {
    const { gains } = gainsIn({
      lanes: [
        { strategy: 'one-by-one', label: 'Before' },
        { strategy: 'pipeline', id: 'after', label: 'After' },
        { strategy: 'concurrent' },
      ],
    });
    expect([...gains.keys()]).toEqual(['after']);
  });
});

describe('a gain is not taken apart', () => {
  test.each<[string, Parameters<typeof gainsIn>[0]]>([
    ['without a lane that does not wait and does not batch', { lanes: usual.filter((_, at) => at !== 1) }],
    [
      'against another baseline',
      { lanes: [{ strategy: 'concurrent' }, ...usual.slice(2), usual[0] ?? { strategy: '' }] },
    ],
    [
      'where other commands are in flight between',
      { lanes: usual.map((lane, at) => (at === 1 ? { ...lane, workload: { pipeline: 64 } } : lane)) },
    ],
    [
      'where the baseline has other payloads',
      { lanes: usual.map((lane, at) => (at === 0 ? { ...lane, workload: { dataSize: 10 } } : lane)) },
    ],
    ['at a requested rate', { workload: { rps: 5000 } }],
    ['where each command has a connection of its own', { workload: { keepalive: false } }],
    ['in a race', { schedule: { mode: 'race' } }],
  ])('%s', (_what, plan) => {
    expect([...gainsIn(plan).gains]).toEqual([]);
  });

  test('for lanes that differ in more than the strategy, and for the raw socket and the harness', () => {
    const { gains } = gainsIn({
      lanes: [
        ...usual,
        { strategy: 'pipeline', id: 'deep', workload: { pipeline: 64 } },
        { strategy: 'pipeline', id: 'far', network: { rttMs: 5 } },
        { strategy: 'wire' },
        { strategy: 'noop' },
      ],
    });
    expect([...gains.keys()]).toEqual(['pipeline', 'lua']);
  });

  test.each(['one-by-one', 'concurrent'])('for any lane where %s has failed', (lane) => {
    expect([...gainsIn({}, having(lane, { failed: true })).gains]).toEqual([]);
  });

  test('for a lane that found less than concurrent did', () => {
    expect([...gainsIn({}, having('lua', { hitRate: 0.6 })).gains.keys()]).toEqual(['pipeline']);
    expect([...gainsIn({}, having('concurrent', { hitRate: 0.6 })).gains]).toEqual([]);
  });

  test('for a lane that has failed, or whose figures are of other settings', () => {
    expect([...gainsIn({}, having('lua', { failed: true })).gains.keys()]).toEqual(['pipeline']);
    expect([...gainsIn({}, having('lua', { countedFrom: 4 })).gains.keys()]).toEqual(['pipeline']);
    expect([...gainsIn({}, having('concurrent', { countedFrom: 4 })).gains]).toEqual([]);
  });
});
