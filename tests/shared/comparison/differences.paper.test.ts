import { expect, test } from 'vitest';
import { environmentDifferences, planDifferences } from '../../../shared/comparison/differences.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { sampleResult } from '../../support/a-result.ts';

const base: PlanInput = { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };

test.each<[string, PlanInput, string[]]>([
  ['a plan and itself: nothing', base, []],
  ['a default that is said: nothing', { ...base, workload: { clients: 10 } }, []],
  [
    'another label: nothing',
    { lanes: [{ strategy: 'one-by-one', label: 'x' }, { strategy: 'pipeline' }] },
    [],
  ],
  ['what all lanes share is said once', { ...base, workload: { clients: 50 } }, ['workload.clients']],
  ['two fields', { ...base, workload: { dataSize: 5, seed: 2 } }, ['workload.dataSize', 'workload.seed']],
  ['a field that was not there', { ...base, workload: { rps: 10 } }, ['workload.rps']],
  ['an inner field', { ...base, schedule: { sliceMs: 500 } }, ['schedule.sliceMs']],
  ['a network where there was none', { ...base, network: { rttMs: 5 } }, ['network']],
  ['another target', { ...base, target: 'url' }, ['target']],
  [
    'a lane with a workload of its own',
    { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { pipeline: 64 } }] },
    ['lanes.pipeline.workload.pipeline'],
  ],
  ['a lane less', { lanes: [{ strategy: 'one-by-one' }] }, ['lanes']],
  [
    'the same lanes in another order',
    { lanes: [{ strategy: 'pipeline' }, { strategy: 'one-by-one' }] },
    ['lanes'],
  ],
])('%s', (_what, other, fields) => {
  const found = planDifferences(parsePlan(base), parsePlan(other));
  expect(found.map(({ field }) => field)).toEqual(fields);
});

test('both values are told', () => {
  expect(planDifferences(parsePlan(base), parsePlan({ ...base, workload: { clients: 50 } }))).toEqual([
    { field: 'workload.clients', was: 10, is: 50 },
  ]);
});

test('another machine and another server are told, a measured round trip is not', () => {
  const here = sampleResult.environment;
  const there = { ...here, cpuModel: 'other', pingMs: 99, server: { ...here.server, version: '8.0.0' } };
  expect(environmentDifferences(here, there)).toEqual([
    { field: 'cpuModel', was: here.cpuModel, is: 'other' },
    { field: 'server.version', was: here.server.version, is: '8.0.0' },
  ]);
});
