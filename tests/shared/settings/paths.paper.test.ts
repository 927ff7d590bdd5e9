import { expect, test } from 'vitest';
import { PlanPath } from '../../../shared/settings/paths.ts';

test.each([
  ['workload.clients', null, 'workload.clients'],
  ['lanes', null, 'lanes'],
  ['lanes[2]', 2, ''],
  ['lanes[2].workload.commands[1]', 2, 'workload.commands[1]'],
  ['lanes.pipeline-2.network.rttMs', 'pipeline-2', 'network.rttMs'],
  ['lanesOf.x', null, 'lanesOf.x'],
])('%s is of the lane %s: %s', (text, lane, setting) => {
  expect(new PlanPath(text)).toMatchObject({ lane, setting });
});

test.each([
  ['workload.dataSize', 'workload.dataSize', true],
  ['workload.dataSize', 'workload', true],
  ['workload.dataSizeRange', 'workload.dataSize', false],
  ['workload.commands[1]', 'workload.commands', true],
  ['lanes[0].workload.clients', 'workload.clients', true],
  ['lanes[0].workload.clients', 'lanes[3].workload', true],
  ['workload', 'workload.dataSize', false],
  ['lanes[0]', 'workload', false],
])('%s is within %s: %s', (text, part, isWithin) => {
  expect(new PlanPath(text).isWithin(new PlanPath(part))).toBe(isWithin);
});
