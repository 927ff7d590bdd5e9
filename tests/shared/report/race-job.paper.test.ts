import { expect, test } from 'vitest';
import { raceJob } from '../../../shared/report/race-job.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { aResult } from '../../support/a-result.ts';
import { openLoop } from '../../support/golden-documents.ts';

test('A race has the rates that the run shows, and names the fastest lane as the first', () => {
  const result = aResult({ lanes: { 'one-by-one': 1000, pipeline: 12_000, concurrent: 8000 } });
  const job = raceJob(result);
  expect(job).toMatchObject({ name: 'SET', rates: result.lanes.map(rateOf), first: { id: 'pipeline' } });
});

test('The harness that measures itself sends nothing, so it does not race', () => {
  const result = aResult({ lanes: { 'one-by-one': 1000, pipeline: 12_000, noop: 900_000 } });
  expect(raceJob(result)?.lanes.map(({ id }) => id)).toEqual(['one-by-one', 'pipeline']);
});

test('Lanes at a fixed rate do not race', () => {
  expect(raceJob(openLoop)).toBeNull();
});

test('Lanes of unlike commands do not race', () => {
  const lanes = [
    { strategy: 'one-by-one' },
    { strategy: 'pipeline', workload: { commands: ['get' as const] } },
  ];
  const given = { 'one-by-one': 1000, pipeline: 12_000 };
  expect(raceJob(aResult({ plan: { lanes }, lanes: given }))).toBeNull();
});

test('One lane alone does not race', () => {
  expect(raceJob(aResult({ lanes: { pipeline: 12_000 } }))).toBeNull();
});
