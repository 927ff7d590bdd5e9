import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput, Tuning } from '../../../shared/contract/plan.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { workloadInWords } from '../../../shared/words/workload.ts';

const planOf = (plan: Partial<PlanInput> = {}) =>
  parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }], ...plan });
const after = (plan: Partial<PlanInput>, ...tunings: Tuning[]) =>
  tunedPlan(
    planOf(plan),
    tunings.map((tuning) => ({ tuning })),
  );

test('What was changed on the way is as it was changed last, in what lanes share and in each lane', () => {
  const tuned = after({}, { pipeline: 32 }, { pipeline: 64, dataSize: 1024 }, { clients: 20 });
  const workload = { pipeline: 64, dataSize: 1024, clients: 20 };
  expect(tuned).toEqual(planOf({ workload }));
  expect(after({})).toEqual(planOf());
});

test('A lane keeps what the plan sets for it alone', () => {
  const lanes: PlanInput['lanes'] = [
    { strategy: 'one-by-one' },
    { strategy: 'pipeline', workload: { pipeline: 256 } },
  ];
  const tuned = after({ lanes }, { pipeline: 64, clients: 20 });
  expect(tuned.lanes.map(({ workload }) => [workload.pipeline, workload.clients])).toEqual([
    [64, 20],
    [256, 20],
  ]);
});

test('A rate and a network are changed where there was one, and none is put in', () => {
  const change: Tuning = { rps: 2000, network: { rttMs: 20, jitterMs: 0 } };
  const tuned = after({ workload: { rps: 1000 }, network: { rttMs: 1, jitterMs: 0 } }, change);
  expect([tuned.workload.rps, tuned.lanes[1]?.workload.rps, tuned.network?.rttMs]).toEqual([2000, 2000, 20]);
  expect(after({}, change)).toEqual(planOf());
});

test('A change that came too late for all figures is none, for some it leaves their lanes as they were', () => {
  const plan = planOf({ network: { rttMs: 1, jitterMs: 0 } });
  const tuning: Tuning = { pipeline: 64, network: { rttMs: 20, jitterMs: 0 } };
  const counted = { tuning, countedIn: ['one-by-one', 'pipeline'] };
  const late = { tuning: { pipeline: 512 }, countedIn: [] };
  expect(tunedPlan(plan, [late])).toEqual(plan);
  expect(tunedPlan(plan, [counted, late])).toEqual(tunedPlan(plan, [{ tuning }]));
  const split = tunedPlan(plan, [{ tuning, countedIn: ['pipeline'] }]);
  expect([split.workload.pipeline, split.network?.rttMs]).toEqual([64, 20]);
  expect(split.lanes.map(({ workload, network }) => [workload.pipeline, network?.rttMs])).toEqual([
    [16, 1],
    [64, undefined],
  ]);
  expect(parsePlan(split)).toEqual(split);
});

test('Each thread keeps a connection', () => {
  const tuned = after({ workload: { threads: 2, clients: 4 } }, { clients: 1 });
  expect(tuned.workload.clients).toBe(2);
  expect(parsePlan(tuned)).toEqual(tuned);
});

test('In words, what was changed stands beside what it was', () => {
  const tunings = [{ atMs: 1, tuning: { pipeline: 64, clients: 1, rps: 2000 } }];
  const plan = planOf({ workload: { rps: 1000 } });
  expect(workloadInWords({ plan, tunings })).toBe(
    'SET · 100 B · 10 → 1 connection · batch size 16 → 64 · 1,000 → 2,000/s asked for',
  );
  expect(workloadInWords({ plan: planOf(), tunings: [{ atMs: 1, tuning: { dataSize: 1024 } }] })).toBe(
    'SET · 100 B → 1.0 KiB · 10 connections · batch size 16',
  );
  const late = [{ atMs: 1, tuning: { dataSize: 1024 }, countedIn: [] }];
  expect(workloadInWords({ plan: planOf(), tunings: late })).toBe(
    'SET · 100 B · 10 connections · batch size 16',
  );
});
