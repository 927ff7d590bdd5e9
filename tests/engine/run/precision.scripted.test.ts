import { expect, test } from 'vitest';
import { widestInterval } from '../../../server/engine/run/comparisons.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { begin, quick, slices } from './begin-run.ts';

const script = useScript();
const embedded = useEmbedded();
const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];

test('a run ends as soon as its ratios are precise enough, and says how precise they are', async () => {
  const { run, events } = begin(embedded().target, {
    lanes,
    workload: quick,
    schedule: { ...slices, precision: 0.5, maxDurationMs: 60_000 },
  });
  const { precision, comparisons, warnings, lanes: measured } = await run.finished;
  expect(precision).toEqual({ asked: 0.5, reached: widestInterval(comparisons), ended: 'precise' });
  expect(precision?.reached).toBeLessThanOrEqual(0.5);
  expect(warnings).toEqual([]);
  const rounds = measured.map(({ throughput }) => throughput?.slices.length ?? 0);
  expect(rounds[0]).toBe(rounds[1]);
  expect(rounds[0]).toBeGreaterThanOrEqual(10);
  expect(rounds[0]).toBeLessThan(600);
  // Not a round more than it takes: before the last, it was not precise.
  const widest = events.flatMap((event) => (event.type === 'standing' ? [event.widest ?? Infinity] : []));
  const wide = widest.slice(0, -1);
  expect(wide.every((width) => width > 0.5)).toBe(true);
  // Outcomes come with the result.
  const standings = events.flatMap((event) => (event.type === 'standing' ? event.comparisons : []));
  expect(new Set(standings.map(({ outcome }) => outcome))).toEqual(new Set(['inconclusive']));
  expect(comparisons[0]?.outcome).not.toBe('inconclusive');
});

test('a run that has had its most time ends, and warns that it is not precise', async () => {
  script.lane('pipeline', { latencyMs: ({ before }) => 5 * (1 + 0.5 * Math.sin(before / 10)) });
  const { run } = begin(embedded().target, {
    lanes,
    workload: quick,
    schedule: { ...slices, precision: 0.005, maxDurationMs: 1200 },
  });
  const { precision, warnings, lanes: measured } = await run.finished;
  expect(precision).toMatchObject({ asked: 0.005, ended: 'max-duration' });
  expect(warnings).toEqual([{ code: 'not-precise', asked: 0.005, reached: precision?.reached }]);
  expect(measured.map(({ throughput }) => throughput?.slices.length)).toEqual([12, 12]);
});
