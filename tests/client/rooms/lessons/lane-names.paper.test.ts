import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { laneNames } from '../../../../client/src/rooms/lessons/lane-names.ts';
import { tellApart } from '../../../../shared/words/lane-labels.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';

const named = (lanes: PlanInput['lanes']) =>
  laneNames(tellApart(parsePlan({ lanes }).lanes), (strategy) => strategy.toUpperCase(), en);

test('A strategy that comes once is name enough', () => {
  expect(named([{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { pipeline: 3 } }])).toEqual([
    'ONE-BY-ONE',
    'PIPELINE',
  ]);
});

test('Lanes of one strategy are told apart by what differs between them', () => {
  expect(
    named([
      { id: 'wire-1', strategy: 'wire', workload: { pipeline: 1, commands: ['set'] } },
      { id: 'wire-3', strategy: 'wire', workload: { pipeline: 3, commands: ['set'] } },
      { id: 'wire-l', strategy: 'wire', workload: { pipeline: 3, commands: ['lpush'] } },
      { strategy: 'lua' },
    ]),
  ).toEqual(['WIRE, SET, batch 1', 'WIRE, SET, batch 3', 'WIRE, LPUSH, batch 3', 'LUA']);
});

test('Lanes without batches are told apart by what is in flight', () => {
  expect(
    named([
      { strategy: 'auto-pipeline', workload: { pipeline: 1 } },
      { strategy: 'auto-pipeline', workload: { pipeline: 100 } },
    ]),
  ).toEqual(['AUTO-PIPELINE, 1 in flight', 'AUTO-PIPELINE, 100 in flight']);
});

test('The lane whose library watches the time of each command says so', () => {
  expect(
    named([
      { id: 'with', strategy: 'pipeline', workload: { clientTimeout: 'library' } },
      { id: 'without', strategy: 'pipeline' },
    ]),
  ).toEqual(['PIPELINE, with client timeouts', 'PIPELINE']);
});

test('A name of its own stands; what no word tells apart is called by its id', () => {
  expect(
    named([
      { strategy: 'pipeline', label: 'deep' },
      { id: 'wire-kept', strategy: 'wire' },
      { id: 'wire-new', strategy: 'wire', workload: { keepalive: false } },
    ]),
  ).toEqual(['deep', 'wire kept', 'wire new']);
});
