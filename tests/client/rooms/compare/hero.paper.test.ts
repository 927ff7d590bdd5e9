import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { awaitedHero, heroOf } from '../../../../client/src/rooms/compare/hero.ts';
import { LiveRun } from '../../../../client/src/run/live-run.svelte.ts';
import { comparisonOf, resultOf, snapshotOf, standingOf, tickOf } from '../../../support/snapshots.ts';

const heroOfRun = (run: LiveRun) =>
  heroOf(
    run,
    ({ id }) => id,
    ({ index }) => `--lane-${index + 1}`,
    en,
  );

test('The largest figure waits for a ratio, then has that of the fastest lane as its row has it', () => {
  const run = new LiveRun(snapshotOf());
  expect(heroOfRun(run)).toEqual(awaitedHero);
  const standings = [standingOf('one-by-one', 1000), standingOf('pipeline', 12_300)];
  run.tick(tickOf({ standings, comparisons: [comparisonOf({ ci95: null })] }));
  expect(heroOfRun(run)).toEqual({
    ...{ text: '× 12', name: 'pipeline', interval: '', colour: '--lane-2' },
    ...{ isFaster: true, isProven: true },
  });
  run.tick(tickOf({ standings: [standingOf('one-by-one', 1000), standingOf('pipeline', 900)] }));
  expect(heroOfRun(run).isFaster).toBe(false);
});

test('At the end the largest figure has its interval; a run without a ratio has a dash', () => {
  const lanes = { 'one-by-one': [100, 101, 99], pipeline: [1000, 1010, 990] };
  const comparison = comparisonOf({ ratio: 10, ci95: [9.5, 10.5], outcome: 'faster', pairs: 3 });
  const run = new LiveRun(snapshotOf());
  run.finish(resultOf({ lanes, comparisons: [comparison] }));
  expect(heroOfRun(run)).toMatchObject({ text: '× 10.0', interval: '95 %: 9.50 – 10.5', isProven: true });
  const stopped = new LiveRun(snapshotOf());
  stopped.finish(resultOf({ state: 'stopped', comparisons: [] }));
  expect(heroOfRun(stopped)).toEqual({ ...awaitedHero, text: '–' });
});
