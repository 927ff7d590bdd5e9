import { describe, expect, test } from 'vitest';
import { proportionalShares, shares } from '../../../server/engine/lane/turn.ts';
import { longDrains } from '../../../server/engine/run/draining.ts';
import {
  expectedMs,
  makeSchedule,
  roundsOf,
  warmUpAgain,
  type Step,
} from '../../../server/engine/run/schedule.ts';
import { aloneMs } from '../../../shared/plan/duration.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

const letters = ['A', 'B', 'C'];
const lanes = letters.map((letter) => ({ strategy: 'pipeline', id: letter.toLowerCase() }));

/** In an order that can be foretold and turns of a second, unless the plan says otherwise. */
const schedule = (plan: Partial<PlanInput>) =>
  makeSchedule(
    parsePlan({ lanes, ...plan, schedule: { order: 'mirrored', sliceMs: 1000, ...plan.schedule } }),
  );

const ofPhase = (steps: readonly Step[], phase: Step['phase']) =>
  steps.filter((step) => step.phase === phase);

/** One word for each round: the lanes in the order in which they run; those in brackets run together. */
function rounds(steps: readonly Step[]): string[] {
  const words = new Map<number, string>();
  for (const { slice, turns } of steps) {
    const names = turns.map(({ lane }) => letters[lane] ?? '?').join('');
    words.set(slice, (words.get(slice) ?? '') + (names.length > 1 ? `(${names})` : names));
  }
  return [...words.values()];
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? NaN), 0);

describe('the order of turns', () => {
  const workload = { durationMs: 4000, warmupMs: 2000 };

  test.each([
    { order: 'mirrored', expected: ['ABC', 'CBA', 'ABC', 'CBA'] },
    { order: 'rotating', expected: ['ABC', 'ABC', 'ABC', 'ABC'] },
  ] as const)('$order is $expected', ({ order, expected }) => {
    expect(rounds(ofPhase(schedule({ workload, schedule: { order } }), 'counted'))).toEqual(expected);
  });

  test('random has every lane once a round, differs between rounds and follows from the seed', () => {
    const draw = (seed: number) =>
      rounds(
        ofPhase(
          schedule({ workload: { durationMs: 30_000, seed }, schedule: { order: 'random' } }),
          'counted',
        ),
      );
    for (const round of draw(1)) expect(Array.from(round).sort()).toEqual(letters);
    expect(new Set(draw(1)).size).toBe(6);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test('has all warm-up rounds before the first that counts, for every lane', () => {
    const steps = schedule({ workload });
    const firstCounted = steps.findIndex(({ phase }) => phase === 'counted');
    expect(steps.slice(0, firstCounted).map(({ phase }) => phase)).toEqual(new Array(6).fill('warmup'));
    expect(steps.slice(firstCounted).every(({ phase }) => phase === 'counted')).toBe(true);
    expect(rounds(ofPhase(steps, 'warmup'))).toEqual(['ABC', 'ABC']);
  });

  test('has a short first turn of warm-up, and as much warm-up in all', () => {
    const warmup = (plan: Partial<PlanInput>) =>
      ofPhase(schedule({ workload, ...plan, schedule: { sliceMs: 250, ...plan.schedule } }), 'warmup')
        .flatMap(({ turns }) => turns.filter(({ lane }) => lane === 0))
        .map(({ durationMs }) => durationMs ?? NaN);
    expect(warmup({})).toEqual([75, ...new Array<number>(7).fill(275)]);
    expect(warmup({ network: { rttMs: 20 } })[0]).toBe(120);
    expect(sum(warmup({ network: { rttMs: 20 } }))).toBeCloseTo(2000);
    expect(warmup({ network: { rttMs: 500 }, schedule: { sliceMs: 1000 } })).toEqual([1000, 1000]);
    expect(warmup({ schedule: { mode: 'race' } })[0]).toBe(250);
  });

  test('numbers the rounds on from the warm-up, the same number for all lanes of a round', () => {
    const steps = schedule({ workload });
    expect(steps.map(({ slice }) => slice)).toEqual(
      [0, 1, 2, 3, 4, 5].flatMap((slice) => [slice, slice, slice]),
    );
  });

  test('of a race is all lanes at once', () => {
    const steps = schedule({ workload, schedule: { mode: 'race' } });
    expect(rounds(steps)).toEqual(new Array(6).fill('(ABC)'));
  });

  test('without warm-up begins to count at once', () => {
    const steps = schedule({ workload: { durationMs: 1000, warmupMs: 0 } });
    expect(rounds(steps)).toEqual(['ABC']);
    expect(steps[0]?.phase).toBe('counted');
  });
});

describe('slices by duration', () => {
  test.each([
    { durationMs: 5000, sliceMs: 1000, slices: 5 },
    { durationMs: 5400, sliceMs: 1000, slices: 5 },
    { durationMs: 300, sliceMs: 1000, slices: 1 },
    { durationMs: 1000, sliceMs: 300, slices: 3 },
  ])('part $durationMs ms by $sliceMs ms into $slices that add up', ({ durationMs, sliceMs, slices }) => {
    const steps = schedule({ workload: { durationMs, warmupMs: 0 }, schedule: { sliceMs } });
    for (const lane of letters.keys()) {
      const turns = steps.flatMap((step) => step.turns).filter((turn) => turn.lane === lane);
      expect(turns).toHaveLength(slices);
      expect(sum(turns.map((turn) => turn.durationMs))).toBeCloseTo(durationMs, 6);
    }
  });

  test('of the warm-up are no longer than a slice and add up as well', () => {
    const steps = schedule({ workload: { warmupMs: 2500, durationMs: 1000 } });
    const turns = ofPhase(steps, 'warmup').flatMap((step) => step.turns.filter(({ lane }) => lane === 0));
    expect(turns).toHaveLength(3);
    expect(sum(turns.map((turn) => turn.durationMs))).toBeCloseTo(2500, 6);
  });

  test.each([
    { warmupMs: 10_000, slices: 40, why: 'as many as it takes to see a climb' },
    { warmupMs: 2500, slices: 25, why: 'none shorter than a slice may be' },
    { warmupMs: 60_000, slices: 60, why: 'none longer than one is' },
  ])('of a warm-up until level are $slices in $warmupMs ms: $why', ({ warmupMs, slices }) => {
    const steps = schedule({ workload: { warmupMs, durationMs: 1000 }, schedule: { untilLevel: true } });
    const turns = ofPhase(steps, 'warmup').flatMap((step) => step.turns.filter(({ lane }) => lane === 0));
    expect(turns).toHaveLength(slices);
    expect(sum(turns.map((turn) => turn.durationMs))).toBeCloseTo(warmupMs, 6);
  });
});

describe('a run that lasts until it is precise', () => {
  const precise = (durationMs: number, maxDurationMs: number) =>
    schedule({ workload: { durationMs, warmupMs: 1000 }, schedule: { precision: 0.03, maxDurationMs } });

  test('has its own rounds, then those that come only if it is not precise', () => {
    const counted = ofPhase(precise(3000, 5000), 'counted');
    const [own, further] = [true, false].map((isOwn) =>
      counted.filter(({ ifNotPrecise }) => ifNotPrecise !== isOwn),
    );
    expect(rounds(own ?? [])).toEqual(['ABC', 'CBA', 'ABC']);
    expect(rounds(further ?? [])).toEqual(['ABC', 'CBA']);
    expect(new Set(counted.map(({ start }) => start))).toEqual(new Set([0]));
    expect(new Set(counted.flatMap(({ turns }) => turns.map(({ durationMs }) => durationMs)))).toEqual(
      new Set([1000]),
    );
  });

  test.each([
    { durationMs: 2000, maxDurationMs: 2000, further: 0 },
    { durationMs: 3000, maxDurationMs: 1000, further: 0 },
    { durationMs: 2000, maxDurationMs: 4999, further: 2 },
    { durationMs: 600, maxDurationMs: 60_000, further: 99 },
  ])('$durationMs ms a lane, at most $maxDurationMs: $further rounds more', (given) => {
    const steps = precise(given.durationMs, given.maxDurationMs).filter(({ ifNotPrecise }) => ifNotPrecise);
    expect(steps).toHaveLength(3 * given.further);
  });

  test('has as many further turns in each lane, however long its own are', () => {
    const steps = schedule({
      workload: { durationMs: 2000, warmupMs: 0 },
      lanes: [{ strategy: 'pipeline' }, { strategy: 'multi', workload: { durationMs: 4000 } }],
      schedule: { precision: 0.03, maxDurationMs: 10_000 },
    });
    const further = steps.filter(({ ifNotPrecise }) => ifNotPrecise).flatMap(({ turns }) => turns);
    expect(further.filter(({ lane }) => lane === 0)).toHaveLength(6);
    expect(further.filter(({ lane }) => lane === 1)).toHaveLength(6);
  });
});

describe('after a change of settings', () => {
  const again = (warmupMs: number, at: number, plan: Partial<PlanInput> = {}) => {
    const all = roundsOf(
      schedule({ workload: { durationMs: 4000, warmupMs }, ...plan, schedule: { sliceMs: 500 } }),
    );
    const round = all[at];
    return rounds(round ? warmUpAgain(all, round).flat() : []);
  };

  test.each([
    { what: 'a counted round', warmupMs: 3000, at: 8, expected: ['ABC', 'ABC', 'ABC', 'ABC'] },
    { what: 'one after a short warm-up', warmupMs: 500, at: 3, expected: ['ABC'] },
    { what: 'one without warm-up', warmupMs: 0, at: 3, expected: [] },
    { what: 'the warm-up, with enough of it to come', warmupMs: 3000, at: 1, expected: [] },
    { what: 'the last round of the warm-up', warmupMs: 3000, at: 5, expected: ['ABC', 'ABC', 'ABC'] },
  ])('$what has a second and a half of warm-up before it', ({ warmupMs, at, expected }) => {
    expect(again(warmupMs, at)).toEqual(expected);
  });

  test('lanes whose turns are over are not warmed up again', () => {
    const workload = { durationMs: 1000, warmupMs: 1000 };
    const longer = { strategy: 'multi', workload: { durationMs: 4000 } };
    const plan = { lanes: [{ strategy: 'pipeline' }, longer], workload };
    expect(again(1000, 8, plan)).toEqual(['B', 'B']);
    const all = roundsOf(schedule({ ...plan, schedule: { sliceMs: 500 } }));
    const steps = warmUpAgain(all, all.at(8) ?? expect.fail()).flat();
    expect(steps.map(({ turns }) => turns.map(({ lane }) => lane))).toEqual([[1], [1]]);
  });

  test('only the warm-up of the same start is run again', () => {
    const all = roundsOf(
      schedule({ workload: { durationMs: 2000, warmupMs: 2000 }, schedule: { sliceMs: 1000, starts: 2 } }),
    );
    const round = all.find(([{ phase, start }]) => phase === 'counted' && start === 1) ?? expect.fail();
    expect(new Set(warmUpAgain(all, round).flatMap((steps) => steps.map(({ start }) => start)))).toEqual(
      new Set([1]),
    );
  });
});

describe('several starts', () => {
  const started = (plan: Partial<PlanInput>, starts: number) =>
    schedule({ ...plan, schedule: { ...plan.schedule, starts } });
  const countedOf = (steps: readonly Step[], start: number) =>
    rounds(ofPhase(steps, 'counted').filter((step) => step.start === start)).length;

  test('divide the slices among them, and each is warmed up as one alone is', () => {
    const steps = started({ workload: { durationMs: 8000, warmupMs: 2000 } }, 3);
    expect([0, 1, 2].map((start) => countedOf(steps, start))).toEqual([2, 3, 3]);
    for (const start of [0, 1, 2]) {
      const phases = steps.filter((step) => step.start === start).map(({ phase }) => phase);
      expect(phases.slice(0, 6)).toEqual(new Array(6).fill('warmup'));
      expect(new Set(phases.slice(6))).toEqual(new Set(['counted']));
    }
    expect(new Set(steps.map(({ slice }) => slice)).size).toBe(8 + 3 * 2);
  });

  test.each([{ durationMs: 1000 }, { requests: 10_000 }])('have a slice each at least: %j', (much) => {
    const steps = started({ workload: { ...much, warmupMs: 0 } }, 12);
    expect(Array.from({ length: 12 }, (_, start) => countedOf(steps, start))).toEqual(new Array(12).fill(1));
  });
});

describe('slices by count', () => {
  test.each([
    { requests: 100_000, clients: 10, pipeline: 16, slices: 8 },
    { requests: 99_999, clients: 7, pipeline: 3, slices: 8 },
    { requests: 1300, clients: 10, pipeline: 16, slices: 2 },
    { requests: 7, clients: 10, pipeline: 16, slices: 1 },
    { requests: 1, clients: 1, pipeline: 1, slices: 1 },
  ])(
    'are $slices for $requests commands over $clients connections by $pipeline, and add up to them',
    ({ requests, clients, pipeline, slices }) => {
      const steps = schedule({ workload: { requests, clients, pipeline, warmupMs: 0 } });
      for (const lane of letters.keys()) {
        const turns = steps.flatMap((step) => step.turns).filter((turn) => turn.lane === lane);
        expect(turns.map(({ durationMs }) => durationMs)).toEqual(new Array(slices).fill(null));
        expect(sum(turns.map(({ commands }) => commands))).toBe(requests);
      }
    },
  );

  test('are as many in every lane, so that they can be paired, though one lane has a deeper batch', () => {
    const steps = schedule({
      workload: { requests: 6400, clients: 10, warmupMs: 0 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { pipeline: 160 } }],
    });
    expect(rounds(steps)).toEqual(['AB']);
    expect(steps.map(({ turns }) => turns[0]?.commands)).toEqual([6400, 6400]);
  });

  test('go beside slices by duration; the longer lane continues alone', () => {
    const steps = schedule({
      workload: { durationMs: 3000, warmupMs: 0 },
      lanes: [{ strategy: 'pipeline' }, { strategy: 'multi', workload: { requests: 10 } }],
    });
    expect(rounds(steps)).toEqual(['AB', 'A', 'A']);
    expect(expectedMs(parsePlan({ lanes }), steps)).toBeNull();
  });
});

describe('parting a whole number', () => {
  test('into equal shares loses nothing, and no share is two larger than another', () => {
    const random = randomFrom(2);
    for (let trial = 0; trial < 500; trial++) {
      const whole = Math.floor(random() * 100_000);
      const parts = shares(whole, 1 + Math.floor(random() * 64));
      expect(sum(parts)).toBe(whole);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  });

  test('in proportion loses nothing, and no share is off by a whole one', () => {
    const random = randomFrom(4);
    for (let trial = 0; trial < 500; trial++) {
      const whole = Math.floor(random() * 100_000);
      const weights = Array.from(
        { length: 1 + Math.floor(random() * 8) },
        () => 1 + Math.floor(random() * 50),
      );
      const parts = proportionalShares(whole, weights);
      expect(sum(parts)).toBe(whole);
      for (const [index, part] of parts.entries())
        expect(Math.abs(part - (whole * (weights[index] ?? NaN)) / sum(weights))).toBeLessThan(1);
    }
  });
});

test('a plan by duration takes the sum of its steps; lanes of a race count once', () => {
  const expected = (mode: 'turns' | 'race') => {
    const plan = parsePlan({
      lanes,
      workload: { durationMs: 4000, warmupMs: 2000 },
      schedule: { mode, settleMs: 0 },
    });
    return expectedMs(plan, makeSchedule(plan));
  };
  expect(expected('turns')).toBeCloseTo(18_000);
  expect(expected('race')).toBe(6000);
});

describe('the expected time of steps', () => {
  const together = (...durations: (number | null)[]): Step[] => [
    {
      slice: 0,
      phase: 'counted',
      start: 0,
      ifNotPrecise: false,
      turns: durations.map((durationMs, lane) => ({
        lane,
        durationMs,
        commands: durationMs === null ? 5 : null,
      })),
    },
  ];
  const expected = (plan: Partial<PlanInput>, steps: Step[]) =>
    expectedMs(parsePlan({ lanes, ...plan }), steps);

  test('is that of the longest lane where several run together, and a settling moment before', () => {
    const settling = { schedule: { settleMs: 120 } };
    expect(expected({ ...settling, workload: { warmupMs: 100 } }, together(300, 500))).toBe(620);
    expect(expected({ ...settling, workload: { warmupMs: 0 } }, together(300, 500))).toBe(500);
  });

  test('has no settling moment before a warm-up turn', () => {
    const steps = together(300, 500).map((step): Step => ({ ...step, phase: 'warmup' }));
    expect(expected({ schedule: { settleMs: 120 }, workload: { warmupMs: 100 } }, steps)).toBe(500);
  });

  test('includes the time in which a bystander is alone', () => {
    const bystander = { rps: 10 };
    const alone = expected({ bystander }, together(300)) ?? NaN;
    expect(alone - (expected({}, together(300)) ?? NaN)).toBe(aloneMs({ bystander }));
    expect(alone).toBeGreaterThan(1000);
  });

  test('includes the time to write the keys that commands change', () => {
    const plan = parsePlan({ lanes, workload: { warmupMs: 0 } });
    expect(expectedMs(plan, together(300, 500), ({ lane }) => 10 * (lane + 1))).toBe(530);
  });

  test('knows how long what is in flight takes over a narrow link', () => {
    const workload = { commands: ['get'], dataSize: 200_000, clients: 10, pipeline: 500 } as const;
    const plan = parsePlan({
      lanes: [{ strategy: 'pipeline' }],
      network: { bandwidthMbit: 100 },
      workload: { ...workload, commands: [...workload.commands], durationMs: 4000, warmupMs: 0 },
      schedule: { sliceMs: 500 },
    });
    // 5000 replies of 200 kB, at 12.5 MB a second.
    expect(expectedMs(plan, together(500))).toBeGreaterThan(80_000);
    expect(expectedMs(plan, together(500))).toBeLessThan(82_000);
    expect(longDrains(plan)).toEqual([
      expect.stringMatching(/^pipeline: what it has in flight \(955 MiB\) takes 1 min 20 s over this link/),
    ]);
    const small = parsePlan({ lanes, network: { bandwidthMbit: 1000 }, workload: { warmupMs: 0 } });
    expect(expectedMs(small, together(500))).toBeLessThan(510);
    expect(longDrains(small)).toEqual([]);
  });

  test('knows how long the connections take that are opened for what is in flight', () => {
    const given = { clients: 12, pipeline: 100, keepalive: false, durationMs: 300, warmupMs: 0 };
    const plan = (more: object, strategy: 'concurrent' | 'multi-key' = 'concurrent') =>
      parsePlan({
        lanes: [{ strategy }],
        network: { rttMs: 5 },
        workload: { ...given, ...more },
        schedule: { sliceMs: 100 },
      });
    // 1200 connections, over a network that is delayed.
    expect(expectedMs(plan({}), together(100))).toBeGreaterThan(500);
    expect(longDrains(plan({}))).toEqual([
      expect.stringMatching(
        /^concurrent: what it has in flight opens 1,200 new connections, which takes \d+ ms, and each of its slices longer than that, not 100 ms\./,
      ),
    ]);
    // One that it cannot keep up with is waited for as well, and one that it can is not.
    expect(expectedMs(plan({ rps: 30_000 }), together(100))).toBeGreaterThan(500);
    expect(expectedMs(plan({ rps: 300 }), together(100))).toBe(100);
    // A batch has one connection.
    expect(longDrains(plan({}, 'multi-key'))).toEqual([]);
    expect(longDrains(plan({ keepalive: true }))).toEqual([]);
  });

  test('is not known where one of the lanes ends by count', () => {
    expect(expected({}, together(300, null))).toBeNull();
  });
});
