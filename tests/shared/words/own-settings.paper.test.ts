import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { overridingLanes, ownSettings, sentInWords } from '../../../shared/words/own-settings.ts';

const plan = parsePlan({
  workload: { clients: 20, pipeline: 16 },
  lanes: [
    { strategy: 'one-by-one' },
    { strategy: 'pipeline' },
    { id: 'deep', strategy: 'pipeline', workload: { pipeline: 64, clients: 5 } },
    { id: 'far', strategy: 'pipeline', network: { rttMs: 20 } },
    { id: 'other', strategy: 'pipeline', workload: { commands: ['get'], dataSize: 2048, rps: 500 } },
  ],
});

test('A lane says in what it differs from what the plan says for all', () => {
  expect(plan.lanes.map((lane) => ownSettings(lane, plan))).toEqual([
    '',
    '',
    '5 connections, batch size 64',
    '20 ms round trip',
    'GET, 2.0 KiB, 500/s asked for',
  ]);
});

test('What a run sent names the lanes for which that is not all', () => {
  expect(overridingLanes(plan)).toEqual(['deep', 'far', 'other']);
  expect(sentInWords({ plan, tunings: [] })).toBe(
    'SET · 100 B · 20 connections · batch size 16 · other settings in deep, far, other',
  );
});
