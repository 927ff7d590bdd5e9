import { expect, test } from 'vitest';
import { estimateSweepMs } from '../../../server/engine/sweep/estimate.ts';
import { initialStrategies } from '../../../shared/plan/initial-choices.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { distanceSweep, distanceTables, emptyGain } from '../../../shared/sweep/distances.ts';
import { Measured } from '../../../shared/sweep/measured.ts';

const written = { name: 'A request', units: [{ stages: [{ commands: [{ command: 'GET item:1' }] }] }] };
const rtts = [0, 1, 5, 20, 180];
const plan = parsePlan({
  lanes: initialStrategies(['set'], false).map((strategy) => ({ strategy })),
});

test('Five lanes at five distances are to take at most 90 s', () => {
  const steps = distanceSweep(plan, rtts, 'short').steps('full');
  expect(estimateSweepMs(steps)).toBeLessThanOrEqual(90_000);
});

test('Each distance has three rounds or more of the same lanes, and the nearest nothing in between', () => {
  const plans = distanceSweep(plan, rtts, 'short')
    .steps('full')
    .map((step) => parsePlan(step.plan));
  expect(plans.map(({ network }) => network?.rttMs)).toEqual([undefined, 1, 5, 20, 180]);
  for (const { workload, schedule, lanes } of plans) {
    expect(workload.durationMs / schedule.sliceMs).toBeGreaterThanOrEqual(3);
    expect(lanes.map(({ id }) => id)).toEqual(plan.lanes.map(({ id }) => id));
  }
});

test('The times of a plan that says them are kept', () => {
  const own = parsePlan({
    ...plan,
    workload: { ...plan.workload, durationMs: 700 },
    schedule: { sliceMs: 100 },
  });
  for (const step of distanceSweep(own, rtts, 'of plan').steps('full'))
    expect(parsePlan(step.plan)).toMatchObject({ workload: { durationMs: 700 }, schedule: { sliceMs: 100 } });
});

test('The limit of a lane is what it has in flight, in times of the first', () => {
  const of = (lanes: { strategy: string; workload?: { pipeline?: number; clients?: number } }[]) =>
    emptyGain(parsePlan({ workload: { clients: 10, pipeline: 16 }, lanes }), rtts).lanes.map(
      ({ limit }) => limit,
    );
  expect(of([{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'concurrent' }])).toEqual([
    1, 16, 16,
  ]);
  expect(of([{ strategy: 'concurrent' }, { strategy: 'pipeline', workload: { pipeline: 64 } }])).toEqual([
    1, 4,
  ]);
  expect(of([{ strategy: 'one-by-one' }, { strategy: 'one-by-one', workload: { clients: 30 } }])).toEqual([
    1, 3,
  ]);
});

test('Of lanes that count units it is how many round trips fewer one of theirs has', () => {
  const unitLane = (id: string, trips: number) => ({
    ...{ id, label: id, throughput: null, perUnit: { commands: 6, trips } },
  });
  const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
  const sweep = distanceSweep(parsePlan({ lanes, written }), [1], 'short');
  const result = { lanes: [unitLane('one-by-one', 6), unitLane('pipeline', 2.5)], comparisons: [] };
  const measured = new Measured([{ step: 'at-1', result } as unknown as StepOutcome]);
  expect(sweep.distances?.(measured).lanes.map(({ inFlight, limit }) => [inFlight, limit])).toEqual([
    [10, 1],
    [10, 2.4],
  ]);
  expect(sweep.read(measured)).toEqual([
    { code: 'limit-of-units', lanes: ['pipeline'], limit: 2.4, trips: 2.5, of: 6 },
  ]);
});

test('The table counts units where every lane does, those of a written workload too', () => {
  const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
  const rateOf = (own: Parameters<typeof parsePlan>[0]) =>
    distanceTables(emptyGain(parsePlan(own), rtts))[0]?.columns[1]?.label;
  expect(rateOf({ lanes })).toEqual({ code: 'per-second' });
  expect(rateOf({ lanes, written })).toEqual({ code: 'units-per-second' });
});
