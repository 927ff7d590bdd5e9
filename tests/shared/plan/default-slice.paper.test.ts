import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';

const lane = { strategy: 'pipeline' };
const sliceOf = (plan: Partial<PlanInput>) => parsePlan({ lanes: [lane], ...plan }).schedule.sliceMs;

test.each<[what: string, plan: Partial<PlanInput>, sliceMs: number]>([
  ['by default there are twenty', {}, 250],
  ['the shortest', { workload: { durationMs: 200 } }, 100],
  ['at 2 s a lane', { workload: { durationMs: 2000 } }, 100],
  ['the longest', { workload: { durationMs: 3_600_000 } }, 1000],
  ['ten round trips fit one', { network: { rttMs: 40 } }, 400],
  ['far away', { network: { rttMs: 300 } }, 1000],
  ['of the lane that is farthest away', { lanes: [lane, { ...lane, network: { rttMs: 60 } }] }, 600],
  ['of the lane that takes longest', { lanes: [lane, { ...lane, workload: { durationMs: 9000 } }] }, 450],
  ['in a race', { schedule: { mode: 'race' } }, 1000],
  ['what the plan says', { schedule: { sliceMs: 1700 } }, 1700],
])('turns are long enough, and many enough: %s', (_, plan, sliceMs) => {
  expect(sliceOf(plan)).toBe(sliceMs);
});
